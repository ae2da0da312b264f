import { describe, expect, it } from 'vitest';
import { adviceFor, daysToClean } from './advice.ts';
import type { NormalizedPct } from './normalize.ts';

const pct = (fields: Partial<NormalizedPct> = {}): NormalizedPct => ({
  permeateFlow: 100,
  saltPassage: 100,
  differentialPressure: 100,
  ...fields,
});

describe('the advice', () => {
  it.each([
    ['none', {}],
    ['none', { permeateFlow: 95.1, saltPassage: 104.9, differentialPressure: 109.9 }],
    ['none', { permeateFlow: 130, saltPassage: 60, differentialPressure: 50 }],
    ['watch', { permeateFlow: 95 }],
    ['watch', { saltPassage: 105 }],
    ['watch', { differentialPressure: 110 }],
    ['watch', { permeateFlow: 90.1, saltPassage: 109.9, differentialPressure: 114.9 }],
    ['clean', { permeateFlow: 90 }],
    ['clean', { saltPassage: 110 }],
    ['clean', { differentialPressure: 115 }],
  ])('is %s for %j', (advice, fields) => {
    expect(adviceFor(pct(fields))).toBe(advice);
  });
});

describe('the days to a cleaning', () => {
  const falling = (days: number, perDay: number, from = 100) =>
    Array.from({ length: days }, (_, at) => ({ day: 100 + at, pct: pct({ permeateFlow: from - perDay * at }) }));

  it('follow from the slope: half a percent a day, 4 of 10 percent gone, leaves twelve days', () => {
    expect(daysToClean(falling(9, 0.5))).toBeCloseTo(12, 9);
  });

  it('are those of the first quantity to get there', () => {
    const days = Array.from({ length: 10 }, (_, at) => ({
      day: at,
      pct: pct({ permeateFlow: 100 - 0.1 * at, saltPassage: 100 + 0.2 * at, differentialPressure: 100 + at }),
    }));
    // 15 - 9 at one a day, against 9.1 at a tenth and 8.2 at a fifth
    expect(daysToClean(days)).toBeCloseTo(6, 9);
  });

  it('skip days on which the plant did not run', () => {
    expect(daysToClean(falling(12, 0.5).filter((_, at) => at % 3 !== 1))).toBeCloseTo((10 - 5.5) / 0.5, 9);
  });

  it('are none once a trigger is reached, and not known on four days, when nothing gets worse, or beyond a year', () => {
    expect(daysToClean(falling(3, 6))).toBe(0);
    expect(daysToClean(falling(4, 0.5))).toBeNull();
    expect(daysToClean(falling(5, 0.5))).not.toBeNull();
    expect(daysToClean(falling(9, -0.5))).toBeNull();
    expect(daysToClean(falling(9, 0))).toBeNull();
    expect(daysToClean(falling(9, 0.01))).toBeNull();
    expect(daysToClean([])).toBeNull();
  });
});
