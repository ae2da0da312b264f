import type { KeyObject } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { uidOf } from '../bundle/dayItems.ts';
import { Failure } from '../core/fail.ts';
import { isNoRoom } from '../db/diskFaults.ts';
import { migrations } from '../db/migrate.ts';
import { checkDatabase } from '../db/transfer/copyDatabase.ts';
import { createDayAdding } from '../db/transfer/storedDays.ts';
import { storedDay } from './dayRows.ts';
import { PieceFiles } from './fileItems.ts';
import { hashFile } from './hashFile.ts';
import { belongsTo, DATABASE, type Manifest } from './manifest.ts';
import { readSets, readSnapshot } from './readBackup.ts';

export type RestoreParts = {
  /** Path of the snapshot. */
  snapshot: string;
  openers: readonly KeyObject[];
  /** Where the plant is unpacked: a folder that is not there yet, or holds nothing that matters. */
  into: string;
  /** Leaves out closed days and files that are written once: the configuration comes up at once, history waits. */
  withoutHistory?: boolean;
  turn(): Promise<void>;
};
export type Restored = { manifest: Manifest; days: number };

/** Days into the unpacked database; later sets replace what earlier ones held. */
const unpackDays = async (parts: RestoreParts, manifest: Manifest, files: PieceFiles): Promise<number> => {
  const adding = createDayAdding(join(parts.into, DATABASE));
  try {
    const ids = new Map(adding.series().map(({ id, uid }) => [uidOf(uid), id]));
    const belongs = belongsTo(manifest);
    const days = await readSets(parts, manifest, manifest.sets, {
      onFile: (piece) => {
        if (manifest.files.some(({ path }) => path === piece.path)) files.write(piece);
      },
      onDay: (day) => {
        const id = ids.get(day.uid);
        if (id !== undefined && belongs(day)) adding.add(id, storedDay(day));
      },
    });
    const missing = manifest.series.find(
      ([uid, , , count]) => ids.has(uid) && adding.daysOf(ids.get(uid) ?? 0) < count - lost(manifest, uid),
    );
    if (missing) throw new Failure('badRequest', `days of series ${missing[0]} are missing in the backup`);
    adding.finish();
    return days;
  } finally {
    adding.abandon();
  }
};

/** Days of a series that were damaged when the backup was made. */
const lost = ({ damaged }: Manifest, uid: string): number => damaged.filter((one) => one.uid === uid).length;

/**
 * Unpacks a backup into a folder and checks what came out: nothing but this folder is touched.
 * @throws Failure `storageFull` without room for it, `credentials` when no key opens it; `badRequest`, `notFound` or `unavailable` where it is not whole.
 */
export const restoreBackup = async (parts: RestoreParts): Promise<Restored> => {
  const { into, turn, withoutHistory = false } = parts;
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const files = new PieceFiles(into);
  try {
    const manifest = await readSnapshot(parts, (piece) => files.write(piece));
    files.close();
    const path = join(into, DATABASE);
    const { bytes, sha256, tables } = manifest.database;
    if (manifest.schema > (migrations.at(-1)?.number ?? 0))
      throw new Failure(
        'badRequest',
        `a newer version of Headworks made this backup (${manifest.program}): install that one first`,
      );
    const found = await hashFile(path, turn);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Failure('badRequest', 'the database in it is not what was copied');
    checkDatabase(path, tables);
    const days = withoutHistory ? 0 : await unpackDays(parts, manifest, files);
    files.close();
    if (!withoutHistory) checkDatabase(path, tables);
    return { manifest, days };
  } catch (error) {
    files.close();
    // a plant that is unpacked in part would keep the disk full
    rmSync(into, { recursive: true, force: true });
    if (!isNoRoom(error)) throw error;
    throw new Failure('storageFull', `The disk of ${dirname(into)} has no room for this backup; nothing was changed`, {
      cause: error,
    });
  } finally {
    files.close();
  }
};
