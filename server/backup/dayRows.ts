import { type CarriedDay, hashOfDay } from '../bundle/dayItems.ts';
import { unpack } from '../core/packing.ts';
import type { StoredDay } from '../db/transfer/storedDays.ts';

const blockOf = ({ packed, firstSlot, slots }: StoredDay): CarriedDay['block'] => {
  if (packed === null || firstSlot === null || slots === null) return null;
  return { firstSlot, slots, packed, hash: hashOfDay(unpack(packed, firstSlot, slots)) };
};

/** A stored day as it travels; undefined where its bytes are damaged. */
export const carriedDay = (uid: string, row: StoredDay): CarriedDay | undefined => {
  const { day, revision, sum, min, max, avg, last, estimated, counterOpen, counterClose, expected, complete } = row;
  const total = { sum, min, max, avg, last, estimated, counterOpen, counterClose, expected, complete };
  try {
    return { uid, day, revision, total, block: blockOf(row) };
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
});
