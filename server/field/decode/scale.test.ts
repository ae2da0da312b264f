import { describe, expect, it } from 'vitest';
import { type DecodeSpec, decodeSpec } from '../../contract/model/field.ts';
import { compileDecoder } from './decode.ts';
import { compileScale, unscale } from './scale.ts';

describe('a raw number as a value', () => {
  it.each<[raw: number | bigint, scale: number, value: number]>([
    [2301, 0.1, 230.1],
    [2301n, 0.1, 230.1],
    [7, 1, 7],
    [7n, 1, 7],
    [3, 0.5, 1.5],
    [3, 0.3, 3 * 0.3],
    [3n, 0.3, 3 * 0.3],
    [3, 2.5, 7.5],
    [3, -0.1, 3 * -0.1],
    [3n, 10, 30],
    [9_007_199_254_740_993n, 1e-9, 9_007_199 + 254_740_993 / 1e9],
    [-9_007_199_254_740_993n, 1e-9, -9_007_199 - 254_740_993 / 1e9],
    [-5n, 0.001, -0.005],
  ])('%s by %d is %d', (raw, scale, value) => {
    expect(compileScale(scale)(raw)).toBe(value);
  });
});

describe('a value as a raw number', () => {
  const whole = { fractional: false, wide: false };
  const wide = { fractional: false, wide: true };
  const float = { fractional: true, wide: false };

  it.each<[value: number, scale: number, typeof whole, raw: number | bigint]>([
    [230.1, 0.1, whole, 2301],
    [230.14, 0.1, whole, 2301],
    [230.15, 0.1, whole, 2302],
    [7.6, 2.5, whole, 3],
    [7.4, 2.5, whole, 3],
    [30, 10, whole, 3],
    [230.1, 0.1, float, 2301],
    [230.14, 0.1, float, 230.14 * 10],
    [7.6, 2.5, float, 7.6 / 2.5],
    [230.1, 0.1, wide, 2301n],
    [-230.1, 0.1, wide, -2301n],
    [7.6, 2.5, wide, 3n],
    [30, 10, wide, 3n],
    [9_007_199.254740993, 1e-9, wide, 9_007_199_254_740_993n],
    [0.25, 0.5, wide, 1n],
  ])('%d by %d (%j) is %s', (value, scale, as, raw) => {
    expect(unscale(value, scale, as)).toBe(raw);
  });

  it('that is no number stays none', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      for (const as of [whole, wide, float]) expect(unscale(value, 0.1, as)).toBe(value);
  });
});

describe('what is read', () => {
  const decode = (given: Partial<DecodeSpec>, words: number[], offset = 0) =>
    compileDecoder(decodeSpec.parse({ space: 'holding', address: 0, type: 'uint16', ...given })).decode(words, offset);

  it('is a bit of its register, of none said the lowest, and 0 or 1 of any register as a whole', () => {
    expect([1, 2, 0xfffe].map((word) => decode({ type: 'bit' }, [word]).value)).toEqual([1, 0, 0]);
    expect([0, 1, 0x0100, 0x8000].map((word) => decode({ type: 'bool' }, [word]).value)).toEqual([0, 1, 1, 1]);
    expect([0x0008, 0x0800].map((word) => decode({ type: 'bit', bit: 3, wordOrder: 'BADC' }, [word]).value)).toEqual([0, 1]);
  });

  it('is at its place in the block, whole or not at all', () => {
    expect(decode({}, [1, 2, 3], 2).value).toBe(3);
    const bad = { value: null, quality: 'BAD_ANSWER' };
    for (const offset of [3, -1, 4]) expect(decode({}, [1, 2, 3], offset)).toEqual(bad);
    expect(decode({ type: 'uint32' }, [1, 2, 3], 1).value).toBe(0x0002_0003);
    expect(decode({ type: 'uint32' }, [1, 2, 3], 2)).toEqual(bad);
  });

  it('is good at both ends of its hard range', () => {
    const within = { min: 10, max: 20 };
    expect([9, 10, 20, 21].map((word) => decode(within, [word]).quality)).toEqual(['BAD_RANGE', 'GOOD', 'GOOD', 'BAD_RANGE']);
    expect(decode({ min: 10 }, [65_535]).quality).toBe('GOOD');
    expect(decode({ max: 10 }, [0]).quality).toBe('GOOD');
  });

  it('of a text ends at NUL or at its end, without blanks behind it', () => {
    const text = (words: number[]) => decode({ type: 'string', length: words.length }, words).value;
    expect([text([0x4142, 0x4344]), text([0x4142, 0x0044]), text([0x0042]), text([0x4120, 0x2020])]).toEqual([
      'ABCD',
      'AB',
      '',
      'A',
    ]);
  });
});
