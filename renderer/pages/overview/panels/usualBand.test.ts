import { describe, expect, it } from 'vitest';
import type { OverviewKpi } from '../../../../server/contract/plant/overview.ts';
import { usualWords } from './usualBand.ts';

type Known = { value: number | null; low: number | null; high: number | null; isOutside: boolean };

const said = ({ value, low, high, isOutside }: Known): string => {
  const kpi: OverviewKpi = {
    ...{ value, unit: 'KL', completeness: 100, previous: null, changePct: null },
    sameWeekday: { n: 6, median: low, low, high, changePct: isOutside ? 4 : null },
    meters: { unitIds: ['u'], reporting: 1 },
  };
  return usualWords(kpi, 'Monday');
};

describe('the usual range of a figure', () => {
  it('is written with few decimals, at both ends as many', () => {
    expect(said({ value: 7.16, low: 3.5, high: 8.42, isOutside: false })).toBe('Mondays 3.5 to 8.4');
    expect(said({ value: 7.16, low: 0.4, high: 12, isOutside: false })).toBe('Mondays 0.4 to 12.0');
    expect(said({ value: 7.16, low: 0, high: 8.06, isOutside: false })).toBe('Mondays 0.0 to 8.1');
    expect(said({ value: 1754.4, low: 1746.2, high: 1976.4, isOutside: false })).toBe('Mondays 1,746 to 1,976');
    expect(said({ value: null, low: 3.5, high: 8.42, isOutside: false })).toBe('Mondays 3.5 to 8.4');
  });

  it('has as many as a value just outside needs to be outside of what is written', () => {
    expect(said({ value: 8.07, low: 0, high: 8.06, isOutside: true })).toBe('Mondays 0.00 to 8.06');
    expect(said({ value: 1976.4, low: 1746.2, high: 1976.1, isOutside: true })).toBe('Mondays 1,746 to 1,976');
    expect(said({ value: 1745.94, low: 1745.96, high: 1976, isOutside: true })).toBe('Mondays 1,746 to 1,976');
    expect(said({ value: 3.44, low: 3.45, high: 8, isOutside: true })).toBe('Mondays 3.5 to 8.0');
    expect(said({ value: 8.0701, low: 0, high: 8.07, isOutside: true })).toBe('Mondays 0.00 to 8.07');
  });

  it('says how many days are known before there is one', () => {
    expect(said({ value: 3, low: null, high: null, isOutside: false })).toBe('6 Mondays known');
  });
});
