import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  clockTime,
  endsOf,
  formatAge,
  formatDays,
  isDate,
  lastOfMonth,
  longDate,
  shiftDate,
  timeOf,
  toDmy,
} from './times.ts';

describe('dates', () => {
  it('step over months and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2025-03-01', -1)).toBe('2025-02-28');
    expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('2025-01-15', -12)).toBe('2024-01-15');
    expect(lastOfMonth('2024-02-03')).toBe('2024-02-29');
    expect(lastOfMonth('2025-12-03')).toBe('2025-12-31');
  });

  it('are believed only when they exist', () => {
    expect(isDate('2025-02-28')).toBe(true);
    expect(isDate('2025-02-29')).toBe(false);
    expect(isDate('2025-2-8')).toBe(false);
    expect(isDate('tomorrow')).toBe(false);
  });

  it('go to the User API as DD/MM/YYYY', () => {
    expect(toDmy('2025-11-21')).toBe('21/11/2025');
  });

  it('are left out where the time of day alone cannot be taken for another day', () => {
    const at = (iso: string, now: string) => timeOf(Date.parse(`${iso}+05:30`), Date.parse(`${now}+05:30`), 'Asia/Kolkata');
    expect(at('2026-11-29T17:25', '2026-11-30T03:17')).toBe('17:25');
    expect(at('2026-11-30T00:05', '2026-11-30T23:50')).toBe('00:05');
    expect(at('2026-11-29T03:20', '2026-11-30T03:17')).toBe('29 Nov, 03:20');
    expect(at('2026-11-30T03:00', '2026-11-29T14:00')).toBe('30 Nov, 03:00');
    const [friday, monday] = ['2026-11-27T17:03:20+05:30', '2026-11-30T08:00:00+05:30'].map((iso) => Date.parse(iso));
    expect(timeOf(friday ?? 0, monday ?? 0, 'Asia/Kolkata', true)).toBe('27 Nov, 17:03');
    expect(timeOf(friday ?? 0, friday ?? 0, 'Asia/Kolkata', true)).toBe('17:03:20');
  });

  it('name a span by both dates where it lasts into another day', () => {
    const ends = (from: string, to: string, dated?: boolean) =>
      endsOf(Date.parse(`${from}+05:30`), Date.parse(`${to}+05:30`), 'Asia/Kolkata', dated);
    expect(ends('2026-11-27T22:00', '2026-11-27T23:10')).toEqual(['22:00', '23:10']);
    expect(ends('2026-11-27T23:55', '2026-11-28T00:00')).toEqual(['23:55', '00:00']);
    expect(ends('2026-11-27T22:00', '2026-11-29T06:00')).toEqual(['27 Nov, 22:00', '29 Nov, 06:00']);
    expect(ends('2026-11-27T22:00', '2026-11-27T23:10', true)).toEqual(['27 Nov, 22:00', '23:10']);
  });

  it('are written so that nobody mistakes day for month', () => {
    expect(longDate('2025-11-03')).toBe('Mon, 3 Nov 2025');
  });
});

it('days that are left are whole ones, and none of them is no 0', () => {
  expect([0, 0.3, 1, 1.9, 29.9, 30].map(formatDays)).toEqual([
    'less than 1 day',
    'less than 1 day',
    '1 day',
    '1 day',
    '29 days',
    '30 days',
  ]);
});

describe('the shift day', () => {
  const at = (iso: string) => shiftDate(Date.parse(iso), 'Asia/Kolkata', '06:00:00');
  it('begins at the shift start in the plant’s zone', () => {
    expect(at('2025-11-21T00:29:59Z')).toBe('2025-11-20');
    expect(at('2025-11-21T00:30:00Z')).toBe('2025-11-21');
    expect(at('2025-11-21T19:00:00Z')).toBe('2025-11-21');
  });

  it('is the calendar’s where the shift starts at midnight', () => {
    expect(shiftDate(Date.parse('2025-11-20T18:30:00Z'), 'Asia/Kolkata', '00:00:00')).toBe('2025-11-21');
  });

  it('is given in the plant’s time, not the reader’s', () => {
    expect(clockTime(Date.parse('2025-11-21T00:30:00Z'), 'Asia/Kolkata')).toBe('06:00');
    expect(clockTime(Date.parse('2025-11-20T18:30:00Z'), 'Asia/Kolkata')).toBe('00:00');
  });
});

describe('an age', () => {
  it('is given in one unit', () => {
    expect([0, 59_999, 60_000, 3_599_000, 3_600_000, 47 * 3_600_000, 49 * 3_600_000].map(formatAge)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '1 h',
      '47 h',
      '2 d',
    ]);
  });

  it('is never negative, whatever the clocks say', () => {
    expect(formatAge(-5000)).toBe('0 s');
  });
});
