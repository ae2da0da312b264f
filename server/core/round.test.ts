import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTag } from './contentTag.ts';
import { isFailure } from './fail.ts';
import { conflict, refuse, refuseStale, requireFound } from './refusal.ts';
import { round, roundSingle } from './round.ts';
import { dmyOf, iso, isoOrNull } from './time.ts';
import { zoneOffsetMs } from './zoneOffset.ts';

describe('a rounded number', () => {
  it.each<[number, number, number]>([
    [27.945, 2, 27.95],
    [27.944, 2, 27.94],
    [-27.945, 2, -27.95],
    [1.005, 2, 1.01],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [2.5, 0, 3],
    [2.4999, 0, 2],
    [-0.004, 2, 0],
    [0, 3, 0],
    [1234.5678, 3, 1234.568],
    [8.345, 1, 8.3],
    [3_000_000.123457, 6, 3_000_000.123457],
    [9_007_199_254_740_991, 0, 9_007_199_254_740_991],
    [987_654_321.0149, 2, 987_654_321.01],
    [1e308, 3, 1e308],
    [-Number.MAX_VALUE, 6, -Number.MAX_VALUE],
    [12_345_678_901_234.25, 3, 12_345_678_901_234.25],
  ])('%d to %d places is %d', (value, places, rounded) => {
    expect(Object.is(round(value, places), rounded)).toBe(true);
  });

  it('of nothing is nothing', () => expect(round(null, 2)).toBeNull());

  it('of a sum is that of its exact value, whatever the order in which its parts were added', () => {
    /** What counters hold: thousandths of a litre. The sum ends at half a hundredth of a KL, or just below. */
    const parts = fc.array(fc.integer({ min: 0, max: 900_000_000 }), { minLength: 2, maxLength: 300 });
    fc.assert(
      fc.property(parts, fc.constantFrom(0, 1), fc.integer({ min: 1, max: 299 }), (thousandths, below, groups) => {
        const added = thousandths.reduce((sum, one) => sum + one, 0);
        const all = [...thousandths, 15_000 - below - (added % 10_000)];
        const exact = all.reduce((sum, one) => sum + one, 0);
        const litres = all.map((one) => one / 1000);
        const sumOf = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);
        const grouped = Array.from({ length: groups }, (_, at) => sumOf(litres.filter((_one, index) => index % groups === at)));
        const expected = Math.floor((exact + 5000) / 10_000) / 100;
        expect(
          [litres, litres.toReversed(), litres.toSorted((a, b) => a - b), grouped].map((one) => round(sumOf(one) / 1000, 2)),
        ).toEqual(Array(4).fill(expected));
      }),
    );
  });

  it('has the seven digits that single precision holds, and whole numbers all of theirs', () => {
    expect([27.724742889404297, 0.00012345678, 123_456_789, -1.99999999, 1234567.8].map(roundSingle)).toEqual([
      27.72474, 0.0001234568, 123_456_789, -2, 1_234_568,
    ]);
  });
});

describe('what is refused', () => {
  const failureOf = (make: () => unknown): unknown => {
    try {
      return { taken: make() };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { code: error.code, message: error.message, errors: error.details.errors };
    }
  };

  it('is every fault, each as a sentence that begins with its place', () => {
    expect(failureOf(() => refuse([]))).toEqual({ taken: undefined });
    const faults = [
      { path: 'min', message: 'must be below max' },
      { path: 'name', message: 'name is taken' },
    ];
    const errors = [
      { path: 'min', message: 'min must be below max' },
      { path: 'name', message: 'name is taken' },
    ];
    expect(failureOf(() => refuse(faults))).toEqual({ code: 'badRequest', message: 'min must be below max', errors });
  });

  it('is a change of another version than the present one, where one is said', () => {
    expect([failureOf(() => refuseStale(3, 3)), failureOf(() => refuseStale(3, undefined))]).toEqual([
      { taken: undefined },
      { taken: undefined },
    ]);
    for (const sent of [2, 4, 0]) expect(failureOf(() => refuseStale(3, sent))).toMatchObject({ code: 'conflict' });
    expect(conflict('code', 'is taken').details.errors).toEqual([{ path: 'code', message: 'code is taken' }]);
  });

  it('is what is not there', () => {
    expect(failureOf(() => requireFound(undefined, 'unit'))).toEqual({
      code: 'notFound',
      message: 'unit not found',
      errors: undefined,
    });
    expect([requireFound(0, 'unit'), requireFound(null, 'unit')]).toEqual([0, null]);
  });
});

it('times are ISO 8601 in UTC, dates day first', () => {
  expect([iso(0), isoOrNull(0), isoOrNull(null), dmyOf('2024-02-29')]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    null,
    '29/02/2024',
  ]);
});

it('a zone is ahead of UTC by its law at each quarter of an hour, asked once or often', () => {
  const change = Date.UTC(2024, 2, 31, 1);
  for (let round = 0; round < 2; round += 1) {
    expect([change - 1, change, change + 1].map((ms) => zoneOffsetMs(ms, 'Europe/Berlin') / 3_600_000)).toEqual([1, 2, 2]);
    expect([zoneOffsetMs(change, 'Asia/Kolkata'), zoneOffsetMs(change, 'America/New_York')]).toEqual([19_800_000, -14_400_000]);
    expect(zoneOffsetMs(-1, 'UTC')).toBe(0);
  }
});

it('the tag of a content is 22 letters that change with it', () => {
  const tags = [{ a: 1 }, { a: 2 }, [], null].map(contentTag);
  expect(tags.every((tag) => /^[\w-]{22}$/.test(tag))).toBe(true);
  expect(new Set(tags).size).toBe(4);
  expect(contentTag({ a: 1 })).toBe(tags[0]);
  // SHA-256 of `[]`
  expect(tags[2]).toBe('T1PNoYwrqgwDVLtfmj7L5e');
});
