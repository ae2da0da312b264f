import type { KeyObject } from 'node:crypto';
import type { BackupPolicy } from '../contract/plant/backup.ts';
import { type BackupFolder, readManifest } from './backupFolder.ts';
import { keptTimes } from './retention.ts';

/** Bundles that a snapshot needs; undefined where it cannot be opened here. */
const neededBy = (folder: BackupFolder, name: string, openers: readonly KeyObject[]): string[] | undefined => {
  try {
    const { sets } = readManifest(folder.snapshotPath(name), openers);
    return sets.flatMap(({ bundles }) => bundles.map((bundle) => bundle.name));
  } catch {
    return undefined;
  }
};

/**
 * Removes backups by policy, and what no other one needs. Call it after a backup was verified.
 * @param policy `wait`: what stays whatever the policy says: the one just made, and those that hold history about which somebody has still to decide.
 * @returns names of the snapshots that were removed.
 */
export const keepBackups = (
  folder: BackupFolder,
  { keep, wait = [] }: { keep: BackupPolicy['keep']; wait?: readonly string[] },
  openers: readonly KeyObject[],
  nowMs: number,
): string[] => {
  const all = folder.snapshots();
  const kept = keptTimes(
    all.map(({ createdMs }) => createdMs),
    keep,
    nowMs,
  );
  const removed = all.filter(({ name, createdMs }) => !kept.has(createdMs) && !wait.includes(name)).map(({ name }) => name);
  for (const name of removed) folder.remove(name);
  const needed = folder.snapshots().map(({ name }) => neededBy(folder, name, openers));
  // one that cannot be opened may need any of them
  if (needed.every((names) => names !== undefined)) folder.tidy(new Set(needed.flat()));
  return removed;
};
