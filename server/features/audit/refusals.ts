import type { AuditEntry } from './model.ts';

/** Alike entries that were counted together. */
export type RefusalGroup = { entry: AuditEntry; count: number; firstMs: number; lastMs: number };

/** Groups kept apart between two writes, and how many are written apart; the rest is summed up by kind. */
const MAX_GROUPS = 500;
const MAX_WRITTEN = 20;

/** Counts entries by kind, address and user in bounded memory, so that a flood of refusals fills neither memory nor disk. */
export class Refusals {
  #groups = new Map<string, RefusalGroup>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add(entry: AuditEntry, nowMs: number): void {
    this.#put({ entry, count: 1, firstMs: nowMs, lastMs: nowMs });
  }

  /** Takes back what was taken and could not be written. */
  putBack(groups: readonly RefusalGroup[]): void {
    for (const group of groups) this.#put(group);
  }

  /** Everything counted so far, the most frequent separately and the others by kind alone; then counting starts again. */
  take(): RefusalGroup[] {
    const all = [...this.#groups.values()].sort((one, other) => other.count - one.count);
    this.#groups = new Map();
    const summed = new Map<string, RefusalGroup>();
    for (const group of all.splice(MAX_WRITTEN)) this.#sum(summed, group);
    return [...all, ...summed.values()];
  }

  #put(group: RefusalGroup): void {
    const { entry, count, firstMs, lastMs } = group;
    const key = JSON.stringify([entry.kind, entry.outcome, entry.ip, entry.userId, entry.industryId]);
    const known = this.#groups.get(key);
    if (known) {
      known.count += count;
      known.firstMs = Math.min(known.firstMs, firstMs);
      known.lastMs = Math.max(known.lastMs, lastMs);
    } else if (this.#groups.size < MAX_GROUPS) this.#groups.set(key, { ...group });
    else this.#sum(this.#groups, group);
  }

  /** Adds to the sum of a kind: who and where from is lost, how often is not. */
  #sum(groups: Map<string, RefusalGroup>, { entry: { kind, outcome }, count, firstMs, lastMs }: RefusalGroup): void {
    const key = `${kind} ${outcome}`;
    const known = groups.get(key) ?? {
      entry: { kind, outcome, industryId: null, userId: null, subject: 'many' },
      count: 0,
      firstMs,
      lastMs,
    };
    groups.set(key, {
      ...known,
      count: known.count + count,
      firstMs: Math.min(known.firstMs, firstMs),
      lastMs: Math.max(known.lastMs, lastMs),
    });
  }
}
