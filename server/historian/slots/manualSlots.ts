import { code } from '../../core/slots.ts';
import type { DayBlocks } from './dayBlocks.ts';

type Entered = {
  /** What passed in a slot, as of counters and of flows without one. */
  isAmount: boolean;
  /** With readings of a display, which stay beside what is entered. */
  isCounter: boolean;
  fromSlot: number;
  values: readonly (number | null)[];
};

/**
 * Replaces the values of slots by entered ones, in thousandths for an amount and as float32 otherwise; later measurements do not change
 * such slots. null removes an entry: the slot is missing until it is computed again.
 * @returns the sums of the slots before and after, whether any slot is another one now, and a function that restores the previous state.
 */
export const enterSlots = (
  days: DayBlocks,
  { isAmount, isCounter, fromSlot, values }: Entered,
  touched: (fromSlot: number, toSlot: number) => void,
): { before: number; after: number; isOther: boolean; putBack: () => void } => {
  const sums = { before: 0, after: 0 };
  const kept: { slot: number; value: number; quality: number; mark: number }[] = [];
  for (const [index, value] of values.entries()) {
    const slot = fromSlot + index;
    const day = value === null ? days.peek(slot) : days.at(slot);
    if (!day) continue;
    const { block } = day;
    const place = slot - block.firstSlot;
    sums.before += block.values[place] ?? 0;
    if (value === null && block.quality[place] !== code.R) continue;
    const [held = 0, quality = code.M, mark = 0] = [block.values[place], block.quality[place], block.mark[place]];
    kept.push({ slot, value: held, quality, mark });
    block.values[place] = value === null ? 0 : isAmount ? Math.round(value * 1000) / 1000 + 0 : Math.fround(value);
    block.quality[place] = value === null ? code.M : code.R;
    if (!isCounter) block.mark[place] = 0;
    sums.after += block.values[place] ?? 0;
    days.touch(day, place);
    touched(slot, slot);
  }
  const putBack = (): void => {
    for (const { slot, value, quality, mark } of kept) {
      const day = days.at(slot);
      const place = slot - day.block.firstSlot;
      day.block.values[place] = value;
      day.block.quality[place] = quality;
      day.block.mark[place] = mark;
      days.touch(day, place);
      touched(slot, slot);
    }
  };
  const isOther = kept.some(({ slot, value, quality }) => {
    const { block } = days.at(slot);
    const place = slot - block.firstSlot;
    return block.values[place] !== value || block.quality[place] !== quality;
  });
  return { ...sums, isOther, putBack };
};
