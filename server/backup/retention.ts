import type { BackupPolicy } from '../contract/plant/backup.ts';

const MONTH_LETTERS = 7;
const DAY_LETTERS = 10;

/**
 * Which backups stay: the newest ones, the newest of each of the last days, and the newest of each of the last months that have any. Days and
 * months are those of UTC.
 * @param times of the backups, in any order.
 */
export const keptTimes = (times: readonly number[], { newest, days, months }: BackupPolicy['keep']): Set<number> => {
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
