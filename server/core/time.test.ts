import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iso } from './time.ts';

describe('a moment as text', () => {
  it('is that of a Date, whatever was asked before', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.integer({ min: -8_640_000_000_000, max: 8_640_000_000_000 }),
            fc.double({ min: -1e12, max: 1e12, noNaN: true }),
            fc.integer({ min: 1_790_000_000_000, max: 1_790_000_120_000 }),
          ),
          { maxLength: 20 },
        ),
        (moments) => {
          for (const ms of moments) expect(iso(ms)).toBe(new Date(ms).toISOString());
        },
      ),
    );
  });

  it.each([-0.5, 0, 59_999, 60_000, -1, 253_402_300_800_000, -62_198_755_200_000])('of %s', (ms) => {
    expect(iso(ms)).toBe(new Date(ms).toISOString());
  });

  it('is none of what is no number', () => {
    expect(() => iso(Number.NaN)).toThrow(RangeError);
    expect(() => iso(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
