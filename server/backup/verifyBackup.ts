import type { KeyObject } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../core/fail.ts';
import { checkDatabase } from '../db/transfer/copyDatabase.ts';
import type { BackupFolder } from './backupFolder.ts';
import { DayCount } from './dayCount.ts';
import { PieceFiles } from './fileItems.ts';
import { hashFile } from './hashFile.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { readSets, readSnapshot } from './readBackup.ts';

export type VerifyParts = {
  folder: BackupFolder;
  name: string;
  openers: readonly KeyObject[];
  /** An empty place for the database while it is looked at. */
  temporary: string;
  /** Bundles that were written a moment ago, to be read whole; others must be there with the length they were written with. All where it is absent. */
  only?: ReadonlySet<string>;
  turn(): Promise<void>;
};

/**
 * Opens, hashes and counts a backup: every byte of the snapshot, its database as SQLite sees it, and the days.
 * @returns what it consists of, and how many days were read.
 * @throws Failure `badRequest`, `notFound`, `credentials` or `unavailable` with what is wrong.
 */
export const verifyBackup = async (parts: VerifyParts): Promise<{ manifest: Manifest; days: number }> => {
  const { folder, name, openers, temporary, only, turn } = parts;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const files = new PieceFiles(temporary);
  const reading = { snapshot: folder.snapshotPath(name), openers, isJustWritten: only !== undefined, turn };
  try {
    const manifest = await readSnapshot(reading, (piece) => files.write(piece));
    files.close();
    const { bytes, sha256, tables } = manifest.database;
    const found = await hashFile(join(temporary, DATABASE), turn);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Failure('badRequest', `${name}: the database in it is not what was copied`);
    checkDatabase(join(temporary, DATABASE), tables);
    const isNew = (set: Manifest['sets'][number]): boolean => !only || set.bundles.some((one) => only.has(one.name));
    const missing = manifest.sets.flatMap(({ bundles }) => bundles).find((one) => !folder.has(one));
    if (missing) throw new Failure('notFound', `${missing.name} is missing or shorter than it was written`);
    const counted = only ? undefined : new DayCount(manifest);
    const days = await readSets(reading, manifest, manifest.sets.filter(isNew), {
      onFile: () => undefined,
      ...(counted && { onDay: (day) => counted.add(day) }),
    });
    const lacking = counted?.lacking();
    if (lacking) throw new Failure('badRequest', `${name}: days of series ${lacking} are missing in the backup`);
    return { manifest, days };
  } finally {
    files.close();
    rmSync(temporary, { recursive: true, force: true });
  }
};
