import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, messageOf } from '../core/fail.ts';

const plant = z.object({
  /** As the physics left it; its own shape, written and read by this version alone. */
  state: z.looseObject({ truth: z.looseObject({ timeMs: z.number() }) }),
  /** Totals at the moments that instruments have to remember, by stream. */
  marks: z.record(z.string(), z.object({ timeMs: z.number(), total: z.number() })),
});

const checkpoint = z.object({
  version: z.literal(1),
  seed: z.number().int(),
  /** Local day of the first start, from which incidents are counted back. */
  today: z.number().int(),
  plants: z.record(z.string(), plant),
});
export type Checkpoint = z.infer<typeof checkpoint>;
export type PlantCheckpoint = z.infer<typeof plant>;

/** What has to be remembered of a demo. */
type Checkpointed = {
  seed: number;
  today: number;
  plants: readonly { industry: { id: string }; checkpoint(): PlantCheckpoint }[];
};

const pathIn = (dataFolder: string): string => join(dataFolder, 'demo.json');

export const hasCheckpoint = (dataFolder: string): boolean => existsSync(pathIn(dataFolder));

export const checkpointOf = ({ seed, today, plants }: Checkpointed): Checkpoint => ({
  version: 1,
  seed,
  today,
  plants: Object.fromEntries(plants.map((one) => [one.industry.id, one.checkpoint()])),
});

/** While a demo is continued its checkpoint is aside, so that one that was cut short is not taken for a whole one. */
const asideIn = (dataFolder: string): string => join(dataFolder, 'demo.kept.json');

export const putCheckpointAside = (dataFolder: string): void => renameSync(pathIn(dataFolder), asideIn(dataFolder));

export const readCheckpointAside = (dataFolder: string): Checkpoint | undefined => readFrom(asideIn(dataFolder));

export const dropCheckpointAside = (dataFolder: string): void => rmSync(asideIn(dataFolder), { force: true });

/** What an earlier run left; undefined before the first one. @throws Failure `unavailable` for a file that cannot be used. */
export const readCheckpoint = (dataFolder: string): Checkpoint | undefined => readFrom(pathIn(dataFolder));

function readFrom(path: string): Checkpoint | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return checkpoint.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure('unavailable', `${path} is damaged: ${messageOf(error)}. Start the demo in another folder`, {
      cause: error,
    });
  }
}

/** Written aside and renamed, so that a power cut leaves the old one or the new one. */
export async function writeCheckpoint(dataFolder: string, content: Checkpoint): Promise<void> {
  const path = pathIn(dataFolder);
  const file = await open(`${path}.tmp`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}
