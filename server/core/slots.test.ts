import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  code,
  counterSlotOf,
  emptyBlock,
  firstQuarter,
  HOURS_PER_DAY,
  isComplete,
  isCompleteAt,
  isCounted,
  isCountedAt,
  lastAccepted,
  letterOf,
  lettersOf,
  MINUTES_PER_DAY,
  marks,
  quarterHourAt,
  SLOT_MINUTES,
  SLOT_MS,
  SLOTS_PER_DAY,
  SLOTS_PER_HOUR,
  SLOTS_PER_QUARTER,
  slotOf,
  worstQuality,
} from './slots.ts';

const letters = (which: (letter: number) => boolean): string =>
  Object.values(code).filter(which).map(letterOf).toSorted().join('');

describe('a slot', () => {
  it('is five minutes; a reading at its end belongs to the next one, of a counter to it', () => {
    expect([0, 299_999, 300_000, -1].map(slotOf)).toEqual([0, 0, 1, -1]);
    expect([1, 299_999, 300_000, 300_001, 600_000].map(counterSlotOf)).toEqual([0, 0, 0, 1, 1]);
  });

  it('is complete where it was measured or entered, and counted where it has a value', () => {
    expect([letters(isComplete), letters(isCounted)]).toEqual(['BGR', 'BEFGR']);
  });

  it('of a run is asked by its place, and is neither beside the run', () => {
    const places = [-1, 0, 1, 2, 3, 4];
    expect(places.map((at) => isCompleteAt('GEMR', at))).toEqual([false, true, false, false, true, false]);
    expect(places.map((at) => isCountedAt('GEMR', at))).toEqual([false, true, true, false, true, false]);
  });

  it('of a sum is as good as its worse part', () => {
    const rising = [...'GRBEFXM'].map((letter) => letter.charCodeAt(0));
    for (const [at, a] of rising.entries())
      for (const [other, b] of rising.entries())
        expect(letterOf(worstQuality(a, b))).toBe(letterOf(rising[Math.max(at, other)] ?? 0));
  });

  it('that nobody filled is missing, without a value, a reading or a mark', () => {
    const block = emptyBlock(7, 2);
    expect([block.firstSlot, lettersOf(block.quality), [...block.values], [...block.raw], [...block.mark]]).toEqual([
      7,
      'MM',
      [0, 0],
      [Number.NaN, Number.NaN],
      [0, 0],
    ]);
  });
});

describe('letters of a day', () => {
  it('are those of its part of a buffer', () => {
    expect(lettersOf(Uint8Array.from([code.M, code.G, code.E, code.X]).subarray(1, 3))).toBe('GE');
  });
});

describe('the last accepted reading', () => {
  const block = () => {
    const made = emptyBlock(100, 4);
    made.raw.set([10, 20, 30, 40]);
    made.quality.fill(code.G);
    made.mark.set([marks.ACCEPTED | 299, marks.ACCEPTED | marks.CONFIRMED | 300, marks.REJECTED | 5, 0]);
    return made;
  };

  it('is the newest with its mark, wherever in the day', () => {
    expect(lastAccepted(block())).toEqual({ slot: 101, raw: 20, second: 300, confirmed: true, broke: false, letter: code.G });
    expect(lastAccepted(block(), 2)).toMatchObject({ slot: 101 });
    expect(lastAccepted(block(), 1)).toEqual({ slot: 100, raw: 10, second: 299, confirmed: false, broke: false, letter: code.G });
    expect(lastAccepted(block(), 0)).toBeNull();
    const last = block();
    last.mark[3] = marks.ACCEPTED | marks.BREAK | 1;
    expect(lastAccepted(last)).toMatchObject({ slot: 103, raw: 40, second: 1, confirmed: false, broke: true });
    expect(lastAccepted(emptyBlock(0, 288))).toBeNull();
  });

  it('has marks that do not run into each other, nor into the second', () => {
    const parts = [marks.ACCEPTED, marks.CONFIRMED, marks.REJECTED, marks.BREAK, marks.SECOND];
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(parts.reduce((joined, part) => joined | part, 0));
    expect(marks.SECOND).toBeGreaterThanOrEqual(300);
    expect(marks.LATE & marks.COUNT).toBe(0);
  });
});

it('a day without a change of clocks has 24 hours, 1,440 minutes and 288 slots of five minutes', () => {
  expect([HOURS_PER_DAY, MINUTES_PER_DAY, SLOTS_PER_DAY]).toEqual([24, 1440, 288]);
  expect([SLOT_MINUTES, SLOT_MS, SLOTS_PER_HOUR]).toEqual([5, 300_000, 12]);
});

describe('quarter hours', () => {
  const slots = fc.integer({ min: 5_000_000, max: 6_000_000 });
  const always = () => true;

  it('begin at :00, :15, :30 and :45, at a slot or next after it', () => {
    fc.assert(
      fc.property(slots, (fromSlot) => {
        const first = firstQuarter(fromSlot);
        expect(new Date(first * SLOT_MS).getUTCMinutes() % 15).toBe(0);
        expect(first - fromSlot).toBeGreaterThanOrEqual(0);
        expect(first - fromSlot).toBeLessThan(SLOTS_PER_QUARTER);
      }),
    );
  });

  it('have the mean of their two or three valid slots, and none with fewer', () => {
    const of = (values: (number | null)[]) => quarterHourAt(3, (slot) => values[slot - 3] ?? null, always);
    expect(of([7, 8, 12])).toEqual({ slot: 3, mean: 9, isDry: false });
    expect(of([7, null, 9])).toEqual({ slot: 3, mean: 8, isDry: false });
    expect(of([7, null, null])).toEqual({ slot: 3, mean: null, isDry: false });
  });

  it('take slots only while water flows, and are dry where that is why too few are left', () => {
    const wetIn = (wet: number[], values: (number | null)[]) =>
      quarterHourAt(
        0,
        (slot) => values[slot] ?? null,
        (slot) => wet.includes(slot),
      );
    expect(wetIn([0, 2], [4, 1000, 6])).toEqual({ slot: 0, mean: 5, isDry: false });
    expect(wetIn([2], [4, 5, 6])).toEqual({ slot: 0, mean: null, isDry: true });
    expect(wetIn([2], [4, null, null])).toEqual({ slot: 0, mean: null, isDry: false });
  });
});
