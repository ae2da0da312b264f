import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type MissingHistory, missingHistory } from '../contract/plant/backup.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';
import { newestFirst } from './retention.ts';

const FILE = 'recovery.json';
/** `audited`: the audit log says so. `earlier`: backups of damages before this one about which nobody has decided either, newest first. */
const stored = missingHistory.extend({ audited: z.boolean().default(false), earlier: z.array(z.string()).default([]) });
type Stored = z.output<typeof stored>;

/** What a damaged database cost, until somebody has decided about it. */
export const readMissing = (dataFolder: string): Stored | null => readJsonFile(join(dataFolder, FILE), stored) ?? null;

export const writeMissing = (dataFolder: string, missing: MissingHistory & Partial<Stored>): void =>
  writeJsonFile(join(dataFolder, FILE), missing);

/**
 * Writes what another damage cost. Where nobody has decided about the one before, its backup holds what this one's does not: both wait.
 * @returns what waits now.
 */
export const addMissing = (dataFolder: string, missing: MissingHistory): MissingHistory => {
  const before = readMissing(dataFolder);
  const named = before ? [before.snapshot, ...before.earlier] : [];
  const earlier = [...new Set(named)].filter((name) => name !== null && name !== missing.snapshot) as string[];
  const keyOf = ({ industryId, unitId, param }: MissingHistory['series'][number]): string =>
    [industryId, unitId, param].join(' ');
  const now = new Map(missing.series.map((one) => [keyOf(one), one]));
  for (const one of before?.series ?? []) {
    const later = now.get(keyOf(one));
    if (!later) now.set(keyOf(one), one);
    else
      now.set(keyOf(one), {
        ...one,
        firstDay: one.firstDay < later.firstDay ? one.firstDay : later.firstDay,
        lastDay: one.lastDay > later.lastDay ? one.lastDay : later.lastDay,
        // at least: some may be in both
        days: Math.max(one.days, later.days),
      });
  }
  const whole = { ...missing, series: [...now.values()], lostFrom: before?.lostFrom ?? missing.lostFrom };
  writeMissing(dataFolder, { ...whole, earlier });
  return whole;
};

/**
 * Backups that hold, or may hold, history about which nobody has decided, the newest first; they are kept whatever the policy says. Where none
 * could be read when the database was damaged, as on a disk that was not connected then, it is those made before.
 */
export const backupsThatWait = (
  missing: Pick<Stored, 'snapshot' | 'earlier' | 'since'> | null,
  snapshots: readonly { name: string; createdMs: number }[],
): string[] => {
  if (!missing) return [];
  const { snapshot, earlier, since } = missing;
  const before = (): string[] =>
    newestFirst(snapshots, Date.parse(since)).flatMap(({ name, createdMs }) => (createdMs <= Date.parse(since) ? [name] : []));
  return [...new Set([...(snapshot === null ? before() : [snapshot]), ...earlier])];
};

export const dropMissing = (dataFolder: string): void => rmSync(join(dataFolder, FILE), { force: true });
