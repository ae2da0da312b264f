import type { DayBlocks } from './dayBlocks.ts';

/** Copies of the days of some slots, bit by bit. */
export const copiesOf = (days: DayBlocks, fromSlot: number, toSlot: number): Buffer[] => {
  const copies: Buffer[] = [];
  for (let day = days.calendar.dayOfSlot(fromSlot); day <= days.calendar.dayOfSlot(toSlot); day += 1) {
    const block = days.find(day)?.block;
    for (const array of block ? [block.values, block.quality, block.raw, block.mark] : [])
      copies.push(Buffer.from(array.buffer.slice(array.byteOffset, array.byteOffset + array.byteLength)));
  }
  return copies;
};

export const isSame = (before: readonly Buffer[], after: readonly Buffer[]): boolean =>
  before.length === after.length && before.every((bytes, index) => after[index]?.equals(bytes));
