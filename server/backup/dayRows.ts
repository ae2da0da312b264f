import type { CarriedDay } from '../bundle/dayItems.ts';
import { hashOfBlock } from '../core/bytes/blockHash.ts';
import { unpackPassing } from '../core/bytes/packing.ts';
import { Failure } from '../core/fail.ts';
import type { StoredDay } from '../db/transfer/storedDays.ts';

const blockOf = ({ packed, firstSlot, slots, hash: sealed }: StoredDay): CarriedDay['block'] => {
  if (packed === null || firstSlot === null || slots === null) return null;
  const hash = hashOfBlock(unpackPassing(packed, firstSlot, slots));
  if (sealed && !hash.equals(sealed)) throw new Failure('server', 'the day is not what its hash says');
  return { firstSlot, slots, packed, hash };
};

/** A stored day as it travels; undefined where its bytes are damaged: they do not unpack, or are not what was sealed. */
export const carriedDay = (uid: string, row: StoredDay): CarriedDay | undefined => {
  const { day, revision } = row;
  if (row.damage) return undefined;
  try {
    return { uid, day, revision, total: row, block: blockOf(row) };
  } catch {
    return undefined;
  }
};

export const storedDay = ({ day, revision, total, block }: CarriedDay): StoredDay => ({
  day,
  revision,
  ...total,
  firstSlot: block?.firstSlot ?? null,
  slots: block?.slots ?? null,
  packed: block?.packed ?? null,
  hash: block?.hash ?? null,
});
