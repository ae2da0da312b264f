/**
 * The big plant as one is that has been running: what later questions need of each day was worked out once the day had closed. A server does
 * so in the background, a tenth of a core for a quarter of an hour, which would be counted as the time of what is asked meanwhile.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { keepDayHashes } from '../../server/historian/store/dayTreeStore.ts';
import { type BigPlant, type BigPlantSize, bigPlantFolder, startBigPlant } from '../../server/test/bigPlant.ts';

const workOut = ({ plant, storage }: BigPlant): void => {
  while (plant.sealing.step());
  while (keepDayHashes(plant.dayTree, storage.writer, 100) > 0);
  while (plant.closedDayFigures.step());
};

/** Made once, in some minutes, and not to be written to. */
const livedFolder = async (size: BigPlantSize): Promise<string> => {
  const folder = join(tmpdir(), `${basename(bigPlantFolder(size))}-lived`);
  if (existsSync(folder)) return folder;
  console.log(`working out the figures of the closed days of ${1000 * size} series …`);
  const big = await startBigPlant(undefined, size);
  workOut(big);
  await big.stop({ keep: true });
  renameSync(big.folder, folder);
  return folder;
};

/** A copy to work on, everything of a server but HTTP running on it. Figures that this version makes in another way are worked out anew. */
export const startLivedPlant = async (size: BigPlantSize = 1): Promise<BigPlant> => {
  const from = await livedFolder(size);
  const folder = mkdtempSync(join(tmpdir(), 'headworks-lived-'));
  try {
    for (const name of readdirSync(from)) cpSync(join(from, name), join(folder, name), { recursive: true });
    const big = await startBigPlant(folder);
    workOut(big);
    return big;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};
