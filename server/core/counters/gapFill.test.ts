import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, emptyBlock, type SlotBlock } from '../slots.ts';
import { meanProfile, spreadByProfile, spreadEvenly } from './gapFill.ts';

const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);

const dayOf = (litres: Record<number, number>, letter: number = code.G): SlotBlock => {
  const block = emptyBlock(0, 288);
  for (const [place, value] of Object.entries(litres)) {
    block.values[Number(place)] = value;
    block.quality[Number(place)] = letter;
  }
  return block;
};

describe('a filled gap', () => {
  it('is even where nothing is known of its shape', () => {
    expect(spreadEvenly(120, 4)).toEqual([30, 30, 30, 30]);
    expect(spreadByProfile(120, null, 4)).toEqual([30, 30, 30, 30]);
    expect(spreadByProfile(120, [0, 0, 0, 0], 4)).toEqual([30, 30, 30, 30]);
  });

  it('takes the shape of the profile', () => {
    expect(spreadByProfile(1000, [1, 3, 0, 6], 4)).toEqual([100, 300, 0, 600]);
    expect(spreadByProfile(1000, [-5, 1, 1], 3)).toEqual([0, 500, 500]);
  });

  it('adds up to the total exactly, in whole thousandths', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e12 }),
        fc.array(fc.integer({ min: -10, max: 1e6 }), { minLength: 1, maxLength: 600 }),
        (total, profile) => {
          for (const parts of [spreadEvenly(total, profile.length), spreadByProfile(total, profile, profile.length)]) {
            expect(parts).toHaveLength(profile.length);
            expect(sum(parts)).toBe(total);
            expect(parts.every(Number.isSafeInteger)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a profile', () => {
  it('is the mean of the same slots of earlier days, in thousandths', () => {
    expect(meanProfile([dayOf({ 10: 1, 11: 5 }), dayOf({ 10: 2, 11: 7 })], [10, 11])).toEqual([1500, 6000]);
  });

  it('is made of what was measured or entered, never of estimates', () => {
    expect(meanProfile([dayOf({ 10: 100 }, code.E), dayOf({ 10: 2 }), dayOf({ 10: 4 }, code.R)], [10])).toEqual([3000]);
    expect(meanProfile([dayOf({ 10: 100 }, code.F), dayOf({ 10: 100 }, code.X)], [10])).toBeNull();
  });

  it('gives a slot that no day knows the mean of the others', () => {
    expect(meanProfile([dayOf({ 10: 2, 12: 4 })], [10, 11, 12])).toEqual([2000, 3000, 4000]);
  });
});
