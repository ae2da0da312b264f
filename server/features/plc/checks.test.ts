import { describe, expect, it } from 'vitest';
import { type ConditionValue, refuseInterlock, refuseRawTooSoon, refuseTooSoon, refuseValue } from './checks.ts';

// Expected values are those of the written rules: a write point has limits in its own unit, a step, a least interval and a highest rate
// of change; interlocks are evaluated on good values at most two scan periods old, and what is not known is unsafe.

describe('a value', () => {
  const speed = { min: 10, max: 50, step: null };
  it.each<[number, string | null]>([
    [9.999, '9.999 is outside 10 to 50'],
    [10, null],
    [50, null],
    [50.001, '50.001 is outside 10 to 50'],
    [Number.NaN, 'the value is not a number'],
    [Number.POSITIVE_INFINITY, 'the value is not a number'],
    [Number.NEGATIVE_INFINITY, 'the value is not a number'],
  ])('of %d within 10 to 50: %s', (value, refusal) => {
    expect(refuseValue(value, speed)).toBe(refusal);
  });

  it.each<[number, boolean]>([
    [10, true],
    [10.5, true],
    [49.5, true],
    [10.25, false],
    [10.4999, false],
    [10.5001, false],
  ])('of %d with steps of 0.5 from 10 is taken: %s', (value, isTaken) => {
    expect(refuseValue(value, { ...speed, step: 0.5 })).toBe(isTaken ? null : `${value} is not a step of 0.5 from 10`);
  });

  it('counts its steps from the least value, and bears the rounding of decimal fractions', () => {
    expect(refuseValue(0.3, { min: 0, max: 1, step: 0.1 })).toBeNull();
    expect(refuseValue(12.5, { min: 0.5, max: 100, step: 3 })).toBeNull();
    expect(refuseValue(12, { min: 0.5, max: 100, step: 3 })).toBe('12 is not a step of 3 from 0.5');
  });
});

describe('the rate of change and the interval of writes', () => {
  const interval = { minIntervalMs: 60_000, maxRatePerMinute: null };
  it.each<[passedMs: number, refusal: string | null]>([
    [0, 'written 0 ms ago; at most once in 60000 ms'],
    [30_000, 'written 30000 ms ago; at most once in 60000 ms'],
    [59_999, 'written 59999 ms ago; at most once in 60000 ms'],
    [60_000, null],
    [60_001, null],
  ])('%d ms after the last write, once a minute: %s', (passedMs, refusal) => {
    expect(refuseTooSoon(20, interval, { value: 20, passedMs })).toBe(refusal);
  });

  it('is none before the first write', () => {
    expect(refuseTooSoon(20, { minIntervalMs: 60_000, maxRatePerMinute: 1 }, undefined)).toBeNull();
  });

  const rate = { minIntervalMs: 0, maxRatePerMinute: 6 };
  it.each<[change: number, passedMs: number, isTaken: boolean]>([
    [6, 60_000, true],
    [6.001, 60_000, false],
    [-6, 60_000, true],
    [-6.001, 60_000, false],
    [3, 30_000, true],
    [3.001, 30_000, false],
    [12, 120_000, true],
    [12.001, 120_000, false],
    [0, 0, true],
    [0.001, 0, false],
  ])('a change of %d in %d ms at 6 a minute is taken: %s', (change, passedMs, isTaken) => {
    const refusal = refuseTooSoon(20 + change, rate, { value: 20, passedMs });
    if (isTaken) expect(refusal).toBeNull();
    else expect(refusal).toMatch(/^a change of .* in \d+ s; at most 6 a minute$/);
  });

  it('states the change and its time', () => {
    expect(refuseTooSoon(30, rate, { value: 20, passedMs: 30_000 })).toBe('a change of 10 in 30 s; at most 6 a minute');
  });

  it('knows no rate after a write of which no value is known, but the interval still', () => {
    expect(refuseTooSoon(50, rate, { value: null, passedMs: 1 })).toBeNull();
    expect(refuseTooSoon(50, { ...rate, minIntervalMs: 1000 }, { value: null, passedMs: 999 })).toMatch(
      /at most once in 1000 ms/,
    );
  });
});

describe('a raw frame', () => {
  it.each<[endedAtMs: number | undefined, refusal: string | null]>([
    [undefined, null],
    [5000, 'written raw 0 ms ago; at most once in 1000 ms'],
    [4001, 'written raw 999 ms ago; at most once in 1000 ms'],
    [4000, null],
  ])('at 5000 ms after one that ended at %s ms: %s', (endedAtMs, refusal) => {
    expect(refuseRawTooSoon(endedAtMs, 5000)).toBe(refusal);
  });
});

describe('an interlock', () => {
  const above = { tagId: 'level', is: 'above', value: 40, text: 'tank level' } as const;
  const nowMs = 1_000_000;
  const good = (more: Partial<ConditionValue> = {}): ConditionValue => ({
    value: 50,
    quality: 'GOOD',
    lastGoodAtMs: nowMs,
    periodMs: 5000,
    ...more,
  });

  it.each<[ageMs: number, refusal: string | null]>([
    [0, null],
    [5000, null],
    [9999, null],
    [10_000, null],
    [10_001, 'tank level: its value is 10 s old'],
    [15_000, 'tank level: its value is 15 s old'],
    [20_000, 'tank level: its value is 20 s old'],
    [-1, 'tank level: the age of its value is not known'],
  ])('on a value of a 5 s scan that is %d ms old: %s', (ageMs, refusal) => {
    expect(refuseInterlock(above, good({ lastGoodAtMs: nowMs - ageMs }), nowMs)).toBe(refusal);
  });

  it.each<[string, ConditionValue | undefined]>([
    ['there is none', undefined],
    ['it is null', good({ value: null })],
    ['it is a text', good({ value: '50' })],
    ['it never was good', good({ lastGoodAtMs: null })],
    ...['STALE', 'BAD_SENSOR', 'BAD_RANGE', 'BAD_ANSWER', 'OFFLINE'].map((quality): [string, ConditionValue] => [
      `it is ${quality}`,
      good({ quality }),
    ]),
  ])('is unsafe where %s', (_, tag) => {
    expect(refuseInterlock(above, tag, nowMs)).toBe('tank level: its value is not known');
  });

  it.each<['below' | 'above' | 'equal' | 'notEqual', holds: [at39: boolean, at40: boolean, at41: boolean]]>([
    ['below', [true, false, false]],
    ['above', [false, false, true]],
    ['equal', [false, true, false]],
    ['notEqual', [true, false, true]],
  ])('%s 40 holds at 39, 40 and 41: %j', (is, holds) => {
    const refusals = [39, 40, 41].map((value) => refuseInterlock({ ...above, is }, good({ value }), nowMs));
    expect(refusals.map((refusal) => refusal === null)).toEqual(holds);
  });

  it('states what it found and what is required', () => {
    expect(refuseInterlock(above, good({ value: 30 }), nowMs)).toBe('tank level: it is 30, and must be above 40');
    expect(refuseInterlock({ ...above, is: 'notEqual' }, good({ value: 40 }), nowMs)).toBe(
      'tank level: it is 40, and must be other than 40',
    );
  });
});
