import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { pruneCorrected } from './commit/pruneCorrected.ts';
import type { HubDatabase } from './database/hubDatabase.ts';
import type { HubKeys } from './keys/hubKeys.ts';
import { movesUnderWay } from './placement/moveStore.ts';
import { checkPlant } from './selfCheck/selfCheck.ts';
import type { PlantStore } from './wire/plantStore.ts';
import { dropOldTicks } from './wire/takeTicks.ts';
import type { BundleUploads } from './wire/uploads.ts';

export type UpkeepParts = {
  dataFolder: string;
  database: HubDatabase;
  plants: PlantStore;
  uploads: BundleUploads;
  keys: HubKeys;
  copies: { putRowsAnew(): void };
  clock: Clock;
  log: Log;
};

const STICK_FOLDER = /^stick-/;
/** Taking a stick in ends sooner; what is older was left by a crash. */
const STICK_MS = DAY_MS;
const FIRST_MS = 10 * MINUTE_MS;

/** What the hub does by itself: once a day it removes what has expired, and each minute it looks for a key that `npm run rotate-key` prepared. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #timers: NodeJS.Timeout[] = [];
  #isStopped = false;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timers = [
      setTimeout(() => void this.daily(), FIRST_MS),
      setInterval(() => void this.daily(), DAY_MS),
      setInterval(() => void this.#try('the prepared key could not be taken', () => this.#parts.keys.takePrepared()), MINUTE_MS),
    ];
  }

  /** Work that is under way breaks off where the database closes, and begins anew with the next start. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Each by itself: what fails is tried again tomorrow, and in the way of nothing else. */
  async daily(): Promise<void> {
    const { database, plants, uploads, keys, clock, log } = this.#parts;
    // one that is moved just now has its turn another day, and holds up no other
    const moved = new Set<number>();
    await this.#try('moves of plants could not be read', async () => {
      for (const { plantId } of await movesUnderWay(database)) moved.add(plantId);
    });
    const all = async (): Promise<number[]> => (await plants.all()).map(({ plantId }) => plantId);
    await this.#try('readings of corrected days could not be dropped', async () => {
      const days = await pruneCorrected(
        database,
        (await all()).filter((id) => !moved.has(id)),
        clock.now(),
      );
      if (days > 0) log.info({ days }, 'readings of days that were corrected long ago were dropped; their hashes stay');
    });
    await this.#try('uploads whose time is over could not be dropped', async () => {
      // without the rows of all plants nobody knows which files are of none
      if (moved.size > 0) return;
      const files = await uploads.sweep(await all(), clock.now());
      if (files > 0) log.info({ files }, 'bundles that nobody went on sending were dropped');
    });
    await this.#try('what is stored of plants could not be looked at', async () => {
      const today = Math.floor(clock.now() / DAY_MS);
      for (const plant of await plants.all())
        if (!moved.has(plant.plantId) && !this.#isStopped)
          await this.#try(`what is stored of ${plant.site} could not be looked at`, async () => {
            await checkPlant(database, plant, today, log);
          });
    });
    await this.#try('slots of open days of plants that fell silent could not be dropped', async () =>
      dropOldTicks(
        database,
        (await all()).filter((id) => !moved.has(id)),
        clock.now(),
      ),
    );
    await this.#try('rows of copies could not be put anew', async () => this.#parts.copies.putRowsAnew());
    await this.#try('leftovers of sticks could not be dropped', () => this.#sweepSticks());
    await this.#try('the key before could not be dropped', async () => keys.dropOver());
  }

  async #sweepSticks(): Promise<void> {
    const { dataFolder, clock } = this.#parts;
    if (!existsSync(dataFolder)) return;
    for (const name of await readdir(dataFolder)) {
      if (!STICK_FOLDER.test(name)) continue;
      const path = join(dataFolder, name);
      if ((await stat(path)).mtimeMs < clock.now() - STICK_MS) await rm(path, { recursive: true, force: true });
    }
  }

  async #try(failure: string, work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) return;
    try {
      await work();
    } catch (error) {
      // the hub closed the database
      if (this.#isStopped) return;
      this.#parts.log.warn({ err: error }, `${failure}; tried again later`);
    }
  }
}
