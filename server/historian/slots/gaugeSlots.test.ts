import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, isCounted, marks } from '../../core/slots.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { DayBlocks } from './dayBlocks.ts';
import { clearSlot, MeanSlots, rejectSlot } from './gaugeSlots.ts';
import { enterSlots } from './manualSlots.ts';
import { SlotRanges } from './slotRanges.ts';

const plant = new TestPlant({ timezone: 'Asia/Kolkata' });
const nothingClosed = { load: () => undefined, dayBefore: () => undefined, dayAfter: () => undefined };
const newDays = (): DayBlocks => new DayBlocks(1, plant.calendar, nothingClosed);
const { firstSlot } = plant.calendar.window('2025-01-01');

/** Means with a sum for each slot in a map, as they were worked out before the sum of the running slot was at hand. */
class PlainMeans {
  readonly days = newDays();
  readonly touched = new SlotRanges();
  readonly running = new Map<number, { sum: number; count: number }>();

  take(slot: number, value: number, isLate: boolean): void {
    const dayBlock = this.days.at(slot);
    const { block } = dayBlock;
    const place = slot - block.firstSlot;
    const mark = block.mark[place] ?? 0;
    const letter = block.quality[place] ?? code.M;
    const sample = Math.fround(value);
    const known = mark & marks.COUNT;
    if (letter === code.R || known === marks.COUNT || !Number.isFinite(sample)) return;
    if (isLate) {
      if (isCounted(letter) && (mark & marks.LATE) === 0) return;
      const sum = (known > 0 ? (block.raw[place] ?? 0) : 0) + sample;
      block.raw[place] = sum;
      block.values[place] = Math.fround(sum / (known + 1));
      block.mark[place] = marks.LATE | (known + 1);
    } else {
      const running = this.running.get(slot) ?? { sum: (block.values[place] ?? 0) * known, count: known };
      running.sum += sample;
      running.count += 1;
      if (running.count > 1) this.running.set(slot, running);
      block.values[place] = Math.fround(running.sum / running.count);
      block.mark[place] = running.count;
    }
    block.quality[place] = code.G;
    this.days.touch(dayBlock, place);
    this.touched.add(slot, slot);
  }

  forget(slot: number): void {
    this.running.delete(slot);
  }

  close(throughSlot: number): void {
    for (const slot of this.running.keys()) if (slot <= throughSlot) this.running.delete(slot);
  }
}

const place = fc.integer({ min: 0, max: 4 });
const value = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, -0, 1e38, -1e38, 0.1, 20.5, Number.POSITIVE_INFINITY));
const gauge = { isAmount: false, isCounter: false };

const step = fc.oneof(
  { weight: 30, arbitrary: fc.record({ what: fc.constant('take' as const), place, value }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('close', 'takeBack', 'clear', 'reject', 'enter', 'leave'), place, value }),
  },
);

/** Of every slot all that is kept of it. */
const kept = (days: DayBlocks): unknown =>
  [...days.inMemory()].map(({ day, block, dirtyFrom, dirtyTo }) => ({
    day,
    dirtyFrom,
    dirtyTo,
    slots: Array.from({ length: 6 }, (_, at) => [block.values[at], block.quality[at], block.raw[at], block.mark[at]]),
  }));

describe('means of slots', () => {
  it('are bit for bit those of a sum kept for each slot, whatever else happens to the slots', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const [days, touched, plain] = [newDays(), new SlotRanges(), new PlainMeans()];
        const means = new MeanSlots(days, touched);
        let closed = firstSlot - 1;
        for (const { what, place: at, value: number } of steps) {
          const slot = firstSlot + at;
          for (const [own, of] of [
            [means, days],
            [plain, plain.days],
          ] as const) {
            if (what === 'take') own.take(slot, number, slot <= closed);
            if (what === 'close') own.close(slot);
            if (what === 'reject') rejectSlot(of, slot);
            if (what === 'clear' || what === 'takeBack') clearSlot(of, slot);
            if (what === 'takeBack') own.forget(slot);
            if (what === 'enter' || what === 'leave')
              enterSlots(of, { ...gauge, fromSlot: slot, values: [what === 'enter' ? 7.25 : null] }, () => undefined);
          }
          if (what === 'close') closed = Math.max(closed, slot);
          expect(kept(days)).toEqual(kept(plain.days));
          expect([...touched]).toEqual([...plain.touched]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('go on where samples of two slots come by turns', () => {
    const days = newDays();
    const means = new MeanSlots(days, new SlotRanges());
    for (const number of [1, 2, 6]) for (const slot of [firstSlot, firstSlot + 1]) means.take(slot, number, false);
    const { block } = days.at(firstSlot);
    expect([...block.values.slice(0, 2)]).toEqual([3, 3]);
    expect([...block.mark.slice(0, 2)]).toEqual([3, 3]);
  });
});
