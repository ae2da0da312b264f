import { describe, expect, it } from 'vitest';
import { normalAt, randomChannel, smoothNoise, uniformAt } from './random.ts';

// What demo plants show must not change with a version: their values are those of these functions, bit by bit.

/** The mixing as it is defined, in whole numbers of any length. */
const mixed = (seed: bigint, channel: bigint, index: bigint): bigint => {
  const word = (number: bigint): bigint => BigInt.asUintN(32, number);
  const times = (a: bigint, b: bigint): bigint => word(word(a) * b);
  let h = times(seed ^ 0x9e3779b9n, 0x85ebca6bn);
  h = times(h ^ (h >> 15n) ^ channel, 0xc2b2ae35n);
  h = times(h ^ (h >> 13n) ^ index, 0x27d4eb2fn);
  h = times(h ^ (h >> 16n), 0x165667b1n);
  return word(h ^ (h >> 15n));
};
const of = (seed: number, channel: number, index: number): bigint =>
  mixed(...([seed, channel, index].map((number) => BigInt.asUintN(32, BigInt(number))) as [bigint, bigint, bigint]));
const places: [number, number, number][] = [];
for (const seed of [0, 1, 20_260, 4_294_967_295])
  for (const channel of [0, 7, 3_000_000_000]) for (const index of [0, 1, 5_900_000, -3]) places.push([seed, channel, index]);

describe('a number for a moment', () => {
  it('is that of its seed, channel and index, from 0 to below 1', () => {
    for (const place of places) expect(uniformAt(...place)).toBe(Number(of(...place)) / 2 ** 32);
    expect(new Set(places.map((place) => uniformAt(...place))).size).toBe(places.length);
  });

  it('about normal is the sum of four halves of two of them, of mean 0 and deviation 1', () => {
    for (const [seed, channel, index] of places) {
      const words = [of(seed, channel, index), of(seed, channel ^ 0x5bd1e995, index)];
      const sum = words.reduce((total, word) => total + Number(word & 0xffffn) + Number(word >> 16n), 0);
      expect(normalAt(seed, channel, index)).toBeCloseTo((sum / 65_536 - 2) * Math.sqrt(3), 6);
    }
    const many = Array.from({ length: 20_000 }, (_, index) => normalAt(5, 3, index));
    const mean = many.reduce((sum, one) => sum + one, 0) / many.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(many.reduce((sum, one) => sum + (one - mean) ** 2, 0) / many.length).toBeCloseTo(1, 1);
  });
});

describe('smooth noise', () => {
  it('is a knot at each whole place, from -1 to 1, and between two of them by the smooth step', () => {
    for (const [seed, channel, index] of places) {
      const [from, to] = [uniformAt(seed, channel, index), uniformAt(seed, channel, index + 1)].map((one) => 2 * one - 1) as [
        number,
        number,
      ];
      expect(smoothNoise(seed, channel, index)).toBeCloseTo(from, 12);
      expect(smoothNoise(seed, channel, index + 0.5)).toBeCloseTo((from + to) / 2, 12);
      expect(smoothNoise(seed, channel, index + 0.25)).toBeCloseTo(from + (to - from) * (3 / 16 - 2 / 64), 12);
      expect(Math.abs(smoothNoise(seed, channel, index + 0.9))).toBeLessThanOrEqual(1);
    }
  });
});

describe('the channel of a name', () => {
  it('is its FNV-1a', () => {
    expect([randomChannel(''), randomChannel('a'), randomChannel('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});
