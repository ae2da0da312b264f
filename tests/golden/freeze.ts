import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import Database from 'better-sqlite3';
import { ManualClock } from '../../server/core/clock.ts';
import { makeDemo } from '../../server/demo/makeDemo.ts';
import { silent } from '../../server/test/httpRig.ts';
import { databaseFile, frozenAtMs, resources, startFrozen } from './frozenPlant.ts';
import { furnish } from './furnish.ts';

const order = { days: 16, seed: 20_260 };

const prepare = (file: string, sql: string): void => {
  const database = new Database(file);
  database.pragma('journal_mode=delete');
  database.exec(sql);
  database.close();
};

/** Makes the database anew: a demo plant whose lines are switched off, after one start that brings everything up to the moment. */
export const freezeDatabase = async (): Promise<void> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-freeze-'));
  const file = join(dataFolder, 'headworks.db');
  try {
    await makeDemo({ ...order, dataFolder, resources }, new ManualClock(frozenAtMs), silent);
    prepare(file, 'update connection set enabled = 0');
    const plant = await startFrozen(dataFolder, frozenAtMs);
    try {
      await furnish(plant.url);
    } finally {
      await plant.stop();
    }
    prepare(file, 'vacuum');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    writeFileSync(databaseFile, brotliCompressSync(readFileSync(file), { params }));
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
