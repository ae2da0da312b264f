import { hashOfBlock } from '../../core/bytes/blockHash.ts';
import { unpack } from '../../core/bytes/packing.ts';
import { checksumOf, dayChecksum } from '../../core/bytes/rowChecksum.ts';
import type { SlotBlock } from '../../core/slots.ts';
import type { DayTotal } from '../read/reader.ts';

/** A closed day of one series as its row has it; `hash` and `checksum` are null until it is sealed. */
export type DayRow = {
  seriesId: number;
  day: number;
  firstSlot: number;
  slots: number;
  packed: Uint8Array;
  revision: number;
  hash: Uint8Array | null;
  checksum: number | null;
};

/** Why a row is not what was written. */
export type DamageReason = 'checksum' | 'hash' | 'unreadable';

/** The slots of a stored day, or why they may not be used. A row that is not sealed yet is taken as it is. */
export const readDay = (row: DayRow): { block: SlotBlock } | { damage: DamageReason } => {
  const { packed, firstSlot, slots, hash, checksum } = row;
  if (hash !== null && (hash.byteLength !== 32 || checksum !== dayChecksum({ ...row, hash }))) return { damage: 'checksum' };
  try {
    const block = unpack(packed, firstSlot, slots);
    return hash === null || hashOfBlock(block).equals(hash) ? { block } : { damage: 'hash' };
  } catch {
    return { damage: 'unreadable' };
  }
};

export const totalChecksum = (total: DayTotal): number =>
  checksumOf([
    total.seriesId,
    total.day,
    total.revision,
    total.sum,
    total.min,
    total.max,
    total.avg,
    total.last,
    total.expected,
    total.complete,
    total.estimated,
    total.counterOpen,
    total.counterClose,
  ]);

/** Columns of `day_total` in the order in which the checksum takes them; it is the last. */
export const totalColumns =
  'series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close, checksum';
const CHECKSUM_AT = 13;
type Cells = readonly (number | null)[];

export const isTotalWhole = (row: Cells): boolean => {
  const checksum = row[CHECKSUM_AT] ?? null;
  return checksum === null || checksum === checksumOf(row, CHECKSUM_AT);
};

export const totalOfRow = (row: Cells): DayTotal => ({
  seriesId: row[0] ?? 0,
  day: row[1] ?? 0,
  revision: row[2] ?? 0,
  sum: row[3] ?? null,
  min: row[4] ?? null,
  max: row[5] ?? null,
  avg: row[6] ?? null,
  last: row[7] ?? null,
  expected: row[8] ?? 0,
  complete: row[9] ?? 0,
  estimated: row[10] ?? 0,
  counterOpen: row[11] ?? null,
  counterClose: row[12] ?? null,
});

/** A row of an open day: `value` null where the slot is missing, `raw` null for none. */
export type OpenRow = [
  slot: number,
  seriesId: number,
  value: number | null,
  quality: string,
  raw: number | null,
  mark: number,
  checksum: number | null,
];

/** Puts what a row says of its slot at a place of a block. */
export const putOpenRow = (block: SlotBlock, place: number, [, , value, quality, raw, mark]: OpenRow): void => {
  block.values[place] = value ?? 0;
  block.quality[place] = quality.charCodeAt(0);
  block.raw[place] = raw ?? Number.NaN;
  block.mark[place] = mark;
};

export const openChecksum = (
  slot: number,
  seriesId: number,
  value: number | null,
  quality: string,
  raw: number | null,
  mark: number,
): number => checksumOf([slot, seriesId, value, quality.charCodeAt(0), raw, mark]);

export const isOpenRowWhole = ([slot, seriesId, value, quality, raw, mark, checksum]: OpenRow): boolean =>
  checksum === null || checksum === openChecksum(slot, seriesId, value, quality, raw, mark);
