import type { CarriedTotal } from '../../bundle/dayItems.ts';
import { totalOf } from '../../core/counters/aggregate.ts';
import type { SlotBlock } from '../../core/slots.ts';
import { isTotalOf, unpackedContent } from '../commit/checkDay.ts';
import { checksumOfDay } from '../commit/checksumOfDay.ts';

/** A row of `block` with what its series counts. */
export type StoredBlock = CarriedTotal & {
  seriesNo: number;
  kind: 'counter' | 'gauge' | 'stock';
  day: number;
  revision: number;
  firstSlot: number;
  slots: number;
  packed: Buffer | null;
  hash: Buffer | null;
  /** Null in a row that was taken in before there were any. */
  checksum: number | null;
};

/** What of a row is not what was taken in, and the total that can be believed: nothing is made up. */
export type DayFault = { part: 'total' | 'slots'; total: CarriedTotal };

const nothingKnown: Omit<CarriedTotal, 'expected'> = {
  ...{ sum: null, min: null, max: null, avg: null, last: null, counterOpen: null, counterClose: null },
  ...{ estimated: 0, complete: 0 },
};

const totalFrom = (row: StoredBlock, content: SlotBlock): CarriedTotal => {
  const found = totalOf(content, row.kind, content.values.length);
  const { counterOpen, counterClose } = row;
  // the displays are not in the slots: where a row has no checksum, or they are what does not fit, nobody can say
  const isElsewhere = row.checksum === null && !isTotalOf(row, content, row.kind);
  return { ...found, ...(isElsewhere ? { counterOpen, counterClose } : { counterOpen: null, counterClose: null }) };
};

const blockOf = ({ firstSlot, slots, packed, hash }: StoredBlock) => packed && hash && { firstSlot, slots, packed, hash };

/** Whether the total of a row is what was taken in, as far as its checksum says; undefined for a row without one. */
export const isTotalAsTaken = (row: StoredBlock): boolean | undefined =>
  row.checksum === null ? undefined : row.checksum === checksumOfDay({ ...row, total: row });

/** Looks at a row: its slots by their hash, its place and total by its checksum and by its slots. */
export const faultOfStored = (row: StoredBlock): DayFault | undefined => {
  const block = blockOf(row);
  const isWhole = isTotalAsTaken(row);
  const content = block && unpackedContent(block);
  if (block && !content) {
    const { expected } = row;
    return { part: 'slots', total: isWhole === false ? { ...nothingKnown, expected } : row };
  }
  if (!content) return isWhole === false ? { part: 'total', total: { ...nothingKnown, expected: row.expected } } : undefined;
  if (isWhole !== false && isTotalOf(row, content, row.kind)) return undefined;
  return { part: 'total', total: totalFrom(row, content) };
};
