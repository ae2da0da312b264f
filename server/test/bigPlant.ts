import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import { systemClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { migrations } from '../db/migrate.ts';
import { createPlant } from '../plant.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';

/** Data made by another script, or for other tables, is made anew. */
const versionOf = (): string => {
  const hash = createHash('sha256').update(readFileSync(join(import.meta.dirname, 'makeBigPlant.ts')));
  for (const { number, sql } of migrations) hash.update(`${number} ${sql}`);
  return hash.digest('hex').slice(0, 12);
};

/**
 * 1,000 series: a year of slots and five years of day totals, the shift day of `date` running.
 * 200 flow units count as ID_SOURCE, 100 as ID_CONSUMPTION; 40 tanks, 40 energy meters, 20 borewells, 25 analysers of 5
 * parameters, 13 levels, 2 rain gauges. Each sub-category `<kind><n>` holds up to 20 units `<kind>-<n>`.
 */
export const bigPlant = {
  industryId: 'DEMO',
  /** The running shift day, and how many of its slots are over. */
  date: '2026-06-20',
  passedSlots: 150,
  slotDays: 365,
  totalDays: 1825,
} as const;

/** 06:00 in Kolkata. */
const dayStartMs = Date.parse(`${bigPlant.date}T00:30:00Z`);
/** A moment at which the last slot with readings has just been settled. */
export const bigPlantNowMs = dayStartMs + bigPlant.passedSlots * SLOT_MS + 10_000;

const resources = resolve(import.meta.dirname, '../../resources');

/** The part of its units that the plant has: 1 is the whole of it. */
export type BigPlantSize = 0.25 | 0.5 | 1;

/** Where the data is kept, which another version does not find. */
export const bigPlantFolder = (size: BigPlantSize): string =>
  join(tmpdir(), `headworks-big-plant-${versionOf()}${size === 1 ? '' : `-${size}`}`);

/** The folder with the data, made once in a process of its own (about half a minute); it must not be written to. */
const cachedFolder = (size: BigPlantSize): string => {
  const folder = bigPlantFolder(size);
  if (existsSync(folder)) return folder;
  console.log(`making ${1000 * size} series with a year of slots and five years of day totals …`);
  const making = mkdtempSync(`${folder}-`);
  const script = join(import.meta.dirname, 'makeBigPlant.ts');
  const { status } = spawnSync(process.execPath, [script, making, String(size)], { stdio: 'inherit' });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error('the data could not be made');
  }
  renameSync(making, folder);
  return folder;
};

/** A copy to work on; the caller removes it. */
const copyBigPlant = (size: BigPlantSize): string => {
  const from = cachedFolder(size);
  const folder = mkdtempSync(join(tmpdir(), 'headworks-big-'));
  mkdirSync(folder, { recursive: true });
  for (const name of ['headworks.db', 'headworks.json'])
    copyFileSync(join(from, name), join(folder, name), constants.COPYFILE_FICLONE);
  return folder;
};

export type BigPlant = {
  plant: ReturnType<typeof createPlant>;
  storage: Storage;
  /** Runs on from `bigPlantNowMs`. */
  clock: Clock;
  folder: string;
  /** @param options.keep leaves the folder, to be started on again. */
  stop(options?: { keep: boolean }): Promise<void>;
};

/** Everything of a server but HTTP, on a copy of the data or on a folder that was kept, with ingest running. */
export const startBigPlant = async (folder?: string, size: BigPlantSize = 1): Promise<BigPlant> => {
  const on = folder ?? copyBigPlant(size);
  try {
    return await startOn(on);
  } catch (error) {
    rmSync(on, { recursive: true, force: true });
    throw error;
  }
};

const startOn = async (folder: string): Promise<BigPlant> => {
  const offsetMs = bigPlantNowMs - systemClock.now();
  const clock: Clock = { now: () => systemClock.now() + offsetMs, monotonicMs: () => systemClock.monotonicMs() };
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const storage = new Storage(folder, clock, silent);
  storage.start();
  const plant = createPlant({ config, storage, resources, clock, log: silent });
  await plant.directory.load();
  await plant.commissioning.configurator.start();
  plant.ingest.start();
  await plant.ingest.flush();
  return {
    plant,
    storage,
    clock,
    folder,
    stop: async ({ keep } = { keep: false }) => {
      await plant.readings.stop();
      await plant.gateway.stop();
      await plant.ingest.stop();
      plant.commissioning.configurator.stop();
      await plant.audit.stop();
      plant.stopFigures();
      storage.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
};
