import { setImmediate as nextTurn } from 'node:timers/promises';
import { storedDay } from '../../backup/dayRows.ts';
import { belongsTo, type DaySet, type Manifest } from '../../backup/manifest.ts';
import { backupsThatWait, dropMissing, readMissing } from '../../backup/missingHistory.ts';
import { type ReadParts, readSets, readSnapshot } from '../../backup/readBackup.ts';
import { uidOf } from '../../bundle/dayItems.ts';
import type { Identity } from '../../bundle/identity.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { ChosenFolder } from './chosenFolder.ts';
import type { HeldDay, MergeStore } from './mergeStore.ts';

export type MergingParts = {
  dataFolder: string;
  identity: Identity;
  directory: UnitDirectory;
  store: MergeStore;
  backups: Pick<ChosenFolder, 'look' | 'fetch'>;
  /** Ends waiting for the folder of backups: the server stops. Who asked may go away meanwhile, as a large backup is copied for long. */
  stopping: AbortSignal;
};

/** Days in one transaction: about 5 ms of writing. */
const BATCH = 50;

/** `notWhole`: why not all of a backup could be taken in. */
type Merged = { taken: number; notWhole: unknown };

/**
 * A bundle counts once its signature was read: everything is checked before anything is taken in. What a set that is not whole has of a day is
 * `lost`: an earlier set may hold the day as it was before.
 */
const wholeSets = async (reading: ReadParts, manifest: Manifest) => {
  const [whole, lost]: [DaySet[], Set<string>] = [[], new Set()];
  let notWhole: unknown;
  for (const set of manifest.sets)
    try {
      await readSets(reading, manifest, [set], { onFile: () => undefined, onDay: () => undefined });
      whole.push(set);
    } catch (error) {
      notWhole ??= error;
      for (const [industryId, day] of set.days) lost.add(`${day} ${industryId}`);
    }
  return { whole, lost, notWhole };
};

/** Decides about history that is missing since a damaged database was set aside. */
export class Merging {
  readonly #parts: MergingParts;
  #isBusy = false;

  constructor(parts: MergingParts) {
    this.#parts = parts;
  }

  /**
   * @throws Failure `notFound` where nothing waits, `conflict` while it is being taken in, `unavailable` where no backup holds it or their
   * folder does not answer.
   */
  async decide(decision: 'merge' | 'leave'): Promise<{ days: number }> {
    const { dataFolder, backups, stopping } = this.#parts;
    const missing = readMissing(dataFolder);
    if (!missing) throw new Failure('notFound', 'No history waits for a decision');
    if (this.#isBusy) throw new Failure('conflict', 'The history is being taken in');
    this.#isBusy = true;
    try {
      const isOneEnough = (name: string): boolean => missing.snapshot === null && !missing.earlier.includes(name);
      const merge = async (): Promise<number> => {
        const { snapshots } = await backups.look(stopping);
        const names = backupsThatWait(missing, snapshots);
        if (names.length === 0)
          throw new Failure('unavailable', `No backup holds it; what can still be read is in ${missing.setAside}`);
        return this.#mergeAll(names, isOneEnough);
      };
      const days = decision === 'merge' ? await merge() : 0;
      dropMissing(dataFolder);
      return { days };
    } finally {
      this.#isBusy = false;
    }
  }

  /** The newest first, as what it has goes before what an older one has. */
  async #mergeAll(names: readonly string[], isOneEnough: (name: string) => boolean): Promise<number> {
    let [days, isFound] = [0, false];
    let reason: unknown;
    for (const name of names) {
      if (isOneEnough(name) && isFound) continue;
      try {
        const { taken, notWhole } = await this.#fetchAndMerge(name);
        days += taken;
        reason ??= notWhole;
        isFound ||= isOneEnough(name) && notWhole === undefined;
      } catch (error) {
        if (!isOneEnough(name)) throw error;
        reason = error;
      }
    }
    if (reason === undefined || isFound) return days;
    if (days === 0) throw reason;
    const said = `${days} days were taken in, and not those of a file that is not whole: ${messageOf(reason)}`;
    throw new Failure('unavailable', said, { cause: reason });
  }

  async #fetchAndMerge(name: string): Promise<Merged> {
    const { backups, stopping } = this.#parts;
    const { folder, release } = await backups.fetch(name, stopping);
    try {
      return await this.#merge(folder.snapshotPath(name));
    } finally {
      release();
    }
  }

  async #merge(snapshot: string): Promise<Merged> {
    const { identity, directory, store } = this.#parts;
    const series = new Map(
      directory
        .industries()
        .flatMap(({ id }) => directory.units(id).flatMap((unit) => unit.series))
        .map(({ id, uid, industryId }) => [uidOf(uid), { id, industryId }]),
    );
    const reading = { snapshot, openers: [identity.opening], turn: () => nextTurn() };
    const manifest = await readSnapshot(reading, () => undefined);
    const { whole, lost, notWhole } = await wholeSets(reading, manifest);
    const belongs = belongsTo(manifest);
    let taken = 0;
    const batch: HeldDay[] = [];
    const flush = (): void => {
      taken += store.take(batch.splice(0));
    };
    // later sets hold the newer revisions
    await readSets(reading, manifest, whole.toReversed(), {
      onFile: () => undefined,
      onDay: (day) => {
        const one = series.get(day.uid);
        if (one && belongs(day) && !lost.has(`${day.day} ${one.industryId}`))
          batch.push({ seriesId: one.id, industryId: one.industryId, day: storedDay(day) });
        if (batch.length >= BATCH) flush();
      },
    });
    flush();
    return { taken, notWhole };
  }
}
