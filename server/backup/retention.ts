import type { BackupPolicy } from '../contract/plant/backup.ts';
import { HOUR_MS } from '../core/time.ts';

const MONTH_LETTERS = 7;
const DAY_LETTERS = 10;

/** A time so far to come was written while the clock was ahead. */
const AHEAD_MS = 26 * HOUR_MS;

/** Whether a time that was written is ahead of the clock by more than a zone or a summer time can be set wrong. */
export const isAhead = (ms: number, nowMs: number): boolean => ms > nowMs + AHEAD_MS;

/** Newest first; those of a clock that was ahead count as older than all others, as nobody knows when they were made. */
export const newestFirst = <T extends { createdMs: number }>(all: readonly T[], nowMs: number): T[] => {
  const sorted = all.toSorted((a, b) => b.createdMs - a.createdMs);
  return [
    ...sorted.filter(({ createdMs }) => !isAhead(createdMs, nowMs)),
    ...sorted.filter(({ createdMs }) => isAhead(createdMs, nowMs)),
  ];
};

/**
 * Which backups stay: the newest ones, the newest of each of the last days, and the newest of each of the last months that have any. Days and
 * months are those of UTC. Those of a clock that was ahead are counted by themselves, so that they do not push out the ones made now.
 * @param times of the backups, in any order.
 */
export const keptTimes = (times: readonly number[], keep: BackupPolicy['keep'], nowMs: number): Set<number> => {
  const [ahead, others] = [times.filter((ms) => isAhead(ms, nowMs)), times.filter((ms) => !isAhead(ms, nowMs))];
  return new Set([...keptOf(ahead, keep), ...keptOf(others, keep)]);
};

const keptOf = (times: readonly number[], { newest, days, months }: BackupPolicy['keep']): Set<number> => {
  const sorted = times.toSorted((a, b) => b - a);
  const firstOf = (letters: number, most: number): number[] => {
    const seen = new Map<string, number>();
    for (const ms of sorted) {
      const period = new Date(ms).toISOString().slice(0, letters);
      if (!seen.has(period)) seen.set(period, ms);
    }
    return [...seen.values()].slice(0, most);
  };
  return new Set([...sorted.slice(0, newest), ...firstOf(DAY_LETTERS, days), ...firstOf(MONTH_LETTERS, months)]);
};
