import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BackupFolder } from '../../backup/backupFolder.ts';
import { storedDay } from '../../backup/dayRows.ts';
import { belongsTo } from '../../backup/manifest.ts';
import { backupsThatWait, dropMissing, readMissing } from '../../backup/missingHistory.ts';
import { readSets, readSnapshot } from '../../backup/readBackup.ts';
import { uidOf } from '../../bundle/dayItems.ts';
import type { Identity } from '../../bundle/identity.ts';
import { Failure } from '../../core/fail.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { HeldDay, MergeStore } from './mergeStore.ts';

export type MergingParts = {
  dataFolder: string;
  identity: Identity;
  directory: UnitDirectory;
  store: MergeStore;
  folder(): BackupFolder;
};

/** Days in one transaction: about 5 ms of writing. */
const BATCH = 50;

/** Decides about history that is missing since a damaged database was set aside. */
export class Merging {
  readonly #parts: MergingParts;
  #isBusy = false;

  constructor(parts: MergingParts) {
    this.#parts = parts;
  }

  /** @throws Failure `notFound` where nothing waits, `conflict` while it is being taken in, `unavailable` where no backup holds it. */
  async decide(decision: 'merge' | 'leave'): Promise<{ days: number }> {
    const { dataFolder } = this.#parts;
    const missing = readMissing(dataFolder);
    if (!missing) throw new Failure('notFound', 'No history waits for a decision');
    if (this.#isBusy) throw new Failure('conflict', 'The history is being taken in');
    const names = backupsThatWait(missing, this.#parts.folder().snapshots());
    if (decision === 'merge' && names.length === 0)
      throw new Failure('unavailable', `No backup holds it; what can still be read is in ${missing.setAside}`);
    this.#isBusy = true;
    try {
      const isOneEnough = (name: string): boolean => missing.snapshot === null && !missing.earlier.includes(name);
      const days = decision === 'merge' ? await this.#mergeAll(names, isOneEnough) : 0;
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
        days += await this.#merge(name);
        isFound ||= isOneEnough(name);
      } catch (error) {
        if (!isOneEnough(name)) throw error;
        reason = error;
      }
    }
    if (!isFound && reason !== undefined) throw reason;
    return days;
  }

  async #merge(name: string): Promise<number> {
    const { identity, directory, store, folder } = this.#parts;
    const series = new Map(
      directory
        .industries()
        .flatMap(({ id }) => directory.units(id).flatMap((unit) => unit.series))
        .map(({ id, uid, industryId }) => [uidOf(uid), { id, industryId }]),
    );
    const reading = { snapshot: folder().snapshotPath(name), openers: [identity.opening], turn: () => nextTurn() };
    const manifest = await readSnapshot(reading, () => undefined);
    // a bundle counts once its signature was read: everything is checked before anything is taken in
    await readSets(reading, manifest, manifest.sets, { onFile: () => undefined, onDay: () => undefined });
    const belongs = belongsTo(manifest);
    let taken = 0;
    const batch: HeldDay[] = [];
    const flush = (): void => {
      taken += store.take(batch.splice(0));
    };
    // later sets hold the newer revisions
    await readSets(reading, manifest, manifest.sets.toReversed(), {
      onFile: () => undefined,
      onDay: (day) => {
        const one = series.get(day.uid);
        if (one && belongs(day)) batch.push({ seriesId: one.id, industryId: one.industryId, day: storedDay(day) });
        if (batch.length >= BATCH) flush();
      },
    });
    flush();
    return taken;
  }
}
