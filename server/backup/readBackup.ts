import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BundleReader } from '../bundle/bundleReader.ts';
import { type CarriedDay, checkDay, dayOfItem, isDay } from '../bundle/dayItems.ts';
import { itemType } from '../bundle/format.ts';
import { Failure } from '../core/fail.ts';
import { manifestOf } from './backupFolder.ts';
import { type FilePiece, pieceOf } from './fileItems.ts';
import { hashFile } from './hashFile.ts';
import type { BundleFile, DaySet, Manifest } from './manifest.ts';

export type ReadParts = {
  /** Path of the snapshot; its bundles of days are in `../days`, or beside it. */
  snapshot: string;
  openers: readonly KeyObject[];
  /** Its days were unpacked and hashed when it was written a moment ago: that the bytes are the same is enough. */
  isJustWritten?: boolean;
  turn(): Promise<void>;
};
export type Receiver = {
  onFile(piece: FilePiece): void;
  /** Absent where it is enough that they are whole. */
  onDay?(day: CarriedDay): void;
};

const ITEMS_PER_TURN = 100;

/** Reads one bundle whole, the very one that was written. @returns how many days of single series it held. */
const readBundle = async (
  path: string,
  { name, sha256, site }: BundleFile & { site: string },
  { openers, isJustWritten, turn }: ReadParts,
  to: Receiver,
): Promise<number> => {
  const reader = new BundleReader(path, openers);
  let days = 0;
  let since = 0;
  for (const item of reader.items()) {
    if (reader.header.site !== site) throw new Failure('badRequest', `${path} belongs to another plant`);
    if (isDay(item)) {
      if (to.onDay || !isJustWritten) {
        const day = dayOfItem(item);
        if (!isJustWritten) checkDay(day);
        to.onDay?.(day);
      }
      days += 1;
    } else if (item.type === itemType.file) to.onFile(pieceOf(item));
    since += 1;
    if (since % ITEMS_PER_TURN === 0) await turn();
  }
  // another that this plant made, as an older state of the same days, is as whole
  if (!isJustWritten && (await hashFile(path, turn)).sha256 !== sha256)
    throw new Failure('badRequest', `${name} is not the one that was written for this backup`);
  return days;
};

/** Where a bundle of a snapshot is. @throws Failure `notFound` */
export const findBundle = (snapshot: string, name: string): string => {
  const folder = dirname(snapshot);
  const places = [join(dirname(folder), 'days', name), join(folder, name)];
  // a snapshot may have the name of its own bundle of days
  const found = places.find((path) => path !== snapshot && existsSync(path));
  if (!found) throw new Failure('notFound', `${name} is missing: it belongs to this backup`);
  return found;
};

/**
 * Reads the snapshot itself: its manifest first, then its files. Nothing of it counts until this has returned.
 * @throws Failure `credentials` when no key opens it, `badRequest` where it is damaged.
 */
export const readSnapshot = async (parts: ReadParts, onFile: (piece: FilePiece) => void): Promise<Manifest> => {
  const reader = new BundleReader(parts.snapshot, parts.openers);
  let found: Manifest | undefined;
  for (const item of reader.items()) {
    if (item.type !== itemType.file) continue;
    const piece = pieceOf(item);
    if (found) onFile(piece);
    else found = manifestOf(piece);
    await parts.turn();
  }
  if (found?.site !== reader.header.site) throw new Failure('badRequest', `${parts.snapshot} is no snapshot of a backup`);
  return found;
};

/**
 * Reads sets whole: every byte is checked against its seal, sums, hashes and signature, and what is there is counted.
 * @throws Failure `notFound` for a bundle that is missing, `badRequest` for one that is not what was written.
 */
export const readSets = async (parts: ReadParts, { site }: Manifest, sets: readonly DaySet[], to: Receiver): Promise<number> => {
  let days = 0;
  for (const set of sets) {
    let items = 0;
    for (const bundle of set.bundles)
      items += await readBundle(findBundle(parts.snapshot, bundle.name), { ...bundle, site }, parts, to);
    if (items !== set.items)
      throw new Failure('badRequest', `${set.bundles[0]?.name}: ${items} days were found where ${set.items} were written`);
    days += items;
  }
  return days;
};
