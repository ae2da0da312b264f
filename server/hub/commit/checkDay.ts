import type { CarriedDay } from '../../bundle/dayItems.ts';
import type { ItemCode } from '../../contract/hub/errors.ts';
import { hashOfBlock } from '../../core/bytes/blockHash.ts';
import { unpackPassing } from '../../core/bytes/packing.ts';
import { type BlockTotal, totalOf } from '../../core/counters/aggregate.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, type SlotBlock } from '../../core/slots.ts';

type Kind = Parameters<typeof totalOf>[1];

/** 2000-01-01; nothing that this program could have measured is older. */
const FIRST_DAY = 10_957;
/** A clock that is off by more is not believed: every month has a table of its own. */
const MOST_DAYS_AHEAD = 2;
/** Of the day before a change of zone and start: from 00:00 fourteen hours ahead of UTC to 23:55 of the next date, twelve hours behind it. */
const MOST_SLOTS = 74 * SLOTS_PER_HOUR;
/** Time zones are up to 14 hours ahead of UTC and 12 behind it, and a shift begins at any hour of its date. */
const EARLIEST_START = -168;
const LATEST_START = SLOTS_PER_DAY + 144;

const isPossible = ({ day, block }: CarriedDay, today: number): boolean => {
  if (day < FIRST_DAY || day > today + MOST_DAYS_AHEAD) return false;
  if (!block) return true;
  const start = block.firstSlot - day * SLOTS_PER_DAY;
  return block.slots > 0 && block.slots <= MOST_SLOTS && start >= EARLIEST_START && start <= LATEST_START;
};

/** Valid until the next one is unpacked; undefined where it is not what was hashed. */
export const unpackedContent = (block: NonNullable<CarriedDay['block']>): SlotBlock | undefined => {
  try {
    const content = unpackPassing(block.packed, block.firstSlot, block.slots);
    return hashOfBlock(content).equals(block.hash) ? content : undefined;
  } catch {
    return undefined;
  }
};

/** Sums of thousandths are exact; a mean may differ in its last bit between machines. */
const isClose = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= Number.EPSILON * Math.abs(a));

const checked = ['sum', 'min', 'max', 'avg', 'last', 'estimated', 'expected', 'complete'] as const;

export const isTotalOf = (total: BlockTotal, content: SlotBlock, kind: Kind): boolean => {
  const found = totalOf(content, kind, content.values.length);
  return checked.every((name) => isClose(total[name], found[name]));
};

/** Unpacks a day, hashes it and works out its total. @returns what is wrong with it; undefined for nothing. */
export const faultOfDay = (carried: CarriedDay, kind: Kind, today: number): ItemCode | undefined => {
  if (!isPossible(carried, today)) return 'unreadable';
  if (!carried.block) return undefined;
  const content = unpackedContent(carried.block);
  if (!content) return 'hashMismatch';
  return isTotalOf(carried.total, content, kind) ? undefined : 'totalMismatch';
};
