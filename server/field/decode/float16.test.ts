import { describe, expect, it } from 'vitest';
import { float16FromBits, float16ToBits } from './float16.ts';

describe('half precision', () => {
  it.each([
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0x8000, -0],
  ])('%i is %d, both ways', (bits, value) => {
    expect(float16FromBits(bits)).toBe(value);
    expect(float16ToBits(value)).toBe(bits);
  });

  it('round-trips every one of its numbers', () => {
    for (let bits = 0; bits < 0x10000; bits += 1) {
      const value = float16FromBits(bits);
      if (!Number.isNaN(value)) expect(float16ToBits(value)).toBe(bits);
    }
    expect(float16FromBits(float16ToBits(Number.NaN))).toBeNaN();
  });

  it('takes what is just below a power of two for that power', () => {
    for (let power = -13; power <= 15; power += 1)
      expect(float16ToBits(2 ** power * (1 - 2 ** -53))).toBe(float16ToBits(2 ** power));
  });

  it('rounds to the nearest, ties to even, and overflows to infinity', () => {
    expect(float16ToBits(1 + 2 ** -11)).toBe(0x3c00);
    expect(float16ToBits(1 + 3 * 2 ** -11)).toBe(0x3c02);
    expect(float16ToBits(1 + 5 * 2 ** -11)).toBe(0x3c02);
    expect(float16ToBits(1 + 7 * 2 ** -11)).toBe(0x3c04);
    expect(float16ToBits(65519)).toBe(0x7bff);
    expect(float16ToBits(65520)).toBe(0x7c00);
    expect(float16ToBits(2047.9)).toBe(float16ToBits(2048));
  });
});
