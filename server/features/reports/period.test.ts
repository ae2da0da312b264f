import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../core/shift.ts';
import type { ReportType } from './model.ts';
import { reportDays } from './period.ts';

const today = dayNumber('2026-11-21');
const days = (type: ReportType, startDate?: string, endDate?: string): string => {
  const { fromDay, toDay } = reportDays({ type, startDate, endDate }, today);
  return `${dateOfDay(fromDay)} ${dateOfDay(toDay)}`;
};

describe('the days of a report', () => {
  it('are the one that runs, or the one asked for', () => {
    expect(days('daily')).toBe('2026-11-21 2026-11-21');
    expect(days('daily', '2026-02-28', '2026-03-05')).toBe('2026-02-28 2026-02-28');
  });

  it('are the month of the start date, up to today', () => {
    expect(days('monthly', '2026-02-14')).toBe('2026-02-01 2026-02-28');
    expect(days('monthly')).toBe('2026-11-01 2026-11-21');
    expect(days('monthly_range', '2026-02-14', '2026-11-03')).toBe('2026-02-01 2026-11-21');
  });

  it.each(['hourly', 'granular', 'daily_range', 'monthly_range'] as const)('need an end for %s', (type) => {
    expect(() => days(type, '2026-11-01')).toThrow(`endDate missing: reportType ${type} needs one`);
    expect(days(type, '2026-11-01', '2026-11-05')).toMatch(/^2026-11-01/);
  });

  it.each([
    ['hourly', '2026-10-01', '2026-10-31', '2026-11-01'],
    ['granular', '2026-10-01', '2026-10-31', '2026-11-01'],
    ['daily_range', '2025-11-01', '2026-11-01', '2026-11-02'],
    ['monthly_range', '2021-12-05', '2026-11-20', undefined],
  ] as const)('have a most for %s', (type, from, most, tooFar) => {
    expect(days(type, from, most)).toMatch(new RegExp(`^${from.slice(0, 7)}-\\d\\d `));
    if (tooFar) expect(() => days(type, from, tooFar)).toThrow(/has at most \d+/);
    else expect(() => days(type, '2021-11-05', most)).toThrow('is 61 months');
  });

  it('neither run backwards nor are in the future', () => {
    expect(() => days('daily_range', '2026-11-10', '2026-11-09')).toThrow('endDate is before startDate');
    expect(() => days('daily', '2026-11-22')).toThrow('No data: the period has not begun');
    expect(() => days('daily', '1969-11-22')).toThrow('before 1970');
    expect(days('daily_range', '2026-11-10', '2026-12-09')).toBe('2026-11-10 2026-11-21');
  });

  it('are none that no window can hold, whatever has begun', () => {
    expect(() => days('daily', '9999-12-30')).toThrow('No data: the period has not begun');
    for (const type of ['daily', 'monthly'] as const)
      expect(() => days(type, '9999-12-31')).toThrow('startDate is after 30/12/9999');
    expect(() => days('monthly_range', '9999-12-30', '9999-12-31')).toThrow('endDate is after 30/12/9999');
  });
});
