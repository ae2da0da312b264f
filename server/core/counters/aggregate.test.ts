import { describe, expect, it } from 'vitest';
import { code, counterSlotOf, emptyBlock, type SlotBlock, slotOf, worstQuality } from '../slots.ts';
import { totalOf } from './aggregate.ts';

const dayOf = (letters: string, values: readonly number[]): SlotBlock => {
  const block = emptyBlock(0, values.length);
  block.values.set(values);
  block.quality.set([...letters].map((letter) => letter.charCodeAt(0)));
  return block;
};

describe("a day's total", () => {
  it('sums a counter over everything that counts, and keeps estimates apart', () => {
    const total = totalOf(dayOf('GEFBRMX', [1, 2, 4, -0.5, 8, 0, 0]), 'counter', 7);
    expect(total).toEqual({ sum: 14.5, min: -0.5, max: 8, avg: 2.9, last: 8, expected: 7, complete: 3, estimated: 4 });
  });

  it('means a gauge and sums it not', () => {
    expect(totalOf(dayOf('GMG', [7, 0, 8]), 'gauge', 3)).toEqual({
      sum: null,
      min: 7,
      max: 8,
      avg: 7.5,
      last: 8,
      expected: 3,
      complete: 2,
      estimated: 0,
    });
  });

  it('has the least and the greatest value wherever they are, also of values below nothing', () => {
    expect(totalOf(dayOf('GGGG', [3, 9, -4, 5]), 'gauge', 4)).toMatchObject({ min: -4, max: 9, last: 5 });
    expect(totalOf(dayOf('GGG', [-7, -2, -5]), 'gauge', 3)).toMatchObject({ min: -7, max: -2, last: -5 });
    expect(totalOf(dayOf('GG', [6, 8]), 'gauge', 2)).toMatchObject({ min: 6, max: 8 });
  });

  it('of a running day is that of the slots that are over; part of one is not yet counted', () => {
    expect(totalOf(dayOf('GGGMM', [1, 1, 1, 0, 0]), 'counter', 2)).toMatchObject({ sum: 2, expected: 2, complete: 2 });
  });

  it('is unknown where nothing was read, and never 0', () => {
    expect(totalOf(dayOf('MX', [0, 0]), 'counter', 2)).toEqual({
      sum: null,
      min: null,
      max: null,
      avg: null,
      last: null,
      expected: 2,
      complete: 0,
      estimated: 0,
    });
  });

  it('is exact in thousandths', () => {
    expect(totalOf(dayOf('GGG', [0.1, 0.2, 0.3]), 'counter', 3).sum).toBe(0.6);
  });
});

describe('a slot', () => {
  it('begins at its boundary, but a counter read at the boundary closes the slot before', () => {
    expect([slotOf(299_999), slotOf(300_000)]).toEqual([0, 1]);
    expect([counterSlotOf(1), counterSlotOf(300_000), counterSlotOf(300_001)]).toEqual([0, 0, 1]);
  });

  it('made of several is as good as its worst part', () => {
    const order = [code.G, code.R, code.B, code.E, code.F, code.M];
    for (const [index, letter] of order.entries())
      for (const better of order.slice(0, index))
        expect([worstQuality(letter, better), worstQuality(better, letter)]).toEqual([letter, letter]);
  });
});
