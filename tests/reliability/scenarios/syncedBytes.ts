import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FaultSwitch, faultLibrary } from '../faultLibrary.ts';
import { PlantServer } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

const databaseFiles = ['headworks.db', 'headworks.db-wal'];
type Kept = { acknowledged: number; lost: number; damaged: number; answers: string };

/**
 * The worst power cut there is: of each file nothing remains but what it held when it was last synced. The server is killed while eight clients
 * write, and goes on from what remained. No file system takes part, so that whatever is lost was acknowledged before its sync had returned.
 */
const killAndKeepSynced = async (rounds: number, isControl = false): Promise<Kept> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-synced-'));
  const keptFolder = join(folder, 'kept');
  const server = new PlantServer();
  const found: Kept = { acknowledged: 0, lost: 0, damaged: 0, answers: '' };
  try {
    mkdirSync(keptFolder);
    await server.fill();
    const faults = new FaultSwitch(join(folder, 'switch'));
    if (isControl) faults.set('noSync');
    server.env = {
      LD_PRELOAD: faultLibrary(),
      HW_FAULT_DIR: server.folder,
      HW_FAULT_SWITCH: faults.path,
      HW_FAULT_KEPT: keptFolder,
    };
    copyFileSync(join(server.folder, 'headworks.db'), join(keptFolder, 'headworks.db'));
    const writers = new Writers(server);
    for (let round = 0; round < rounds; round += 1) {
      await server.start();
      await writers.prepare();
      writers.start();
      await writers.acknowledgeMore(4);
      await wait((round * 91) % 700);
      await server.kill();
      await writers.stop();
      rmSync(join(server.folder, 'headworks.db-shm'), { force: true });
      for (const name of databaseFiles) {
        rmSync(join(server.folder, name), { force: true });
        if (existsSync(join(keptFolder, name))) copyFileSync(join(keptFolder, name), join(server.folder, name));
      }
      const { lost, integrity } = writers.lost();
      found.lost = Math.max(found.lost, lost);
      if (integrity !== 'ok') found.damaged += 1;
      if (isControl && found.lost > 0) break;
    }
    found.acknowledged = writers.acknowledged.size;
    found.answers = statusText(writers.statuses);
    return found;
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const syncedBytes: Scenario = {
  ids: 'A2',
  name: 'a power cut that leaves synced bytes alone',
  isShort: true,
  lacks: FaultSwitch.lacks,
  run: async (isShort) => {
    const rounds = isShort ? 4 : 100;
    const faults = new Faults();
    const { acknowledged, lost, damaged, answers } = await killAndKeepSynced(rounds);
    faults.expect(lost === 0, `${lost} writes were acknowledged before they were synced`);
    faults.expect(damaged === 0, `${damaged} times the database was damaged`);
    faults.expect(acknowledged > 3 * rounds, `only ${acknowledged} writes were acknowledged`);
    return { figures: { cuts: rounds, acknowledged, lost, damaged, answers }, faults: faults.list };
  },
};

/** A test that cannot see loss proves nothing. */
export const syncedBytesControl: Scenario = {
  ids: 'A2',
  name: 'control: without syncs the same loses what was acknowledged',
  isShort: true,
  lacks: FaultSwitch.lacks,
  run: async () => {
    const { acknowledged, lost } = await killAndKeepSynced(3, true);
    return { figures: { acknowledged, lost }, faults: lost === 0 ? ['nothing was lost: the test is blind'] : [] };
  },
};
