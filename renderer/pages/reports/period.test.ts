import { expect, it } from 'vitest';
import { askedPeriod, daysOf, lastDay, periodWords, stepped } from './period.ts';

it('a month is asked for by its first day, and a range by its first and last', () => {
  expect(askedPeriod({ type: 'monthly', date: '2026-11-22', span: 1 })).toEqual({
    reportType: 'monthly',
    startDate: '01/11/2026',
  });
  expect(askedPeriod({ type: 'monthly_range', date: '2026-02-28', span: 3 })).toEqual({
    reportType: 'monthly_range',
    startDate: '01/12/2025',
    endDate: '28/02/2026',
  });
  expect(askedPeriod({ type: 'hourly', date: '2026-03-01', span: 7 })).toEqual({
    reportType: 'hourly',
    startDate: '23/02/2026',
    endDate: '01/03/2026',
  });
});

it('a step goes by what is shown, and a month’s end is never skipped', () => {
  expect(stepped({ type: 'daily', date: '2026-03-01', span: 1 }, -1)).toBe('2026-02-28');
  expect(stepped({ type: 'monthly', date: '2026-03-31', span: 1 }, -1)).toBe('2026-02-01');
  expect(stepped({ type: 'daily_range', date: '2026-03-08', span: 7 }, 1)).toBe('2026-03-15');
  expect(daysOf({ type: 'monthly', date: '2026-02-01', span: 1 })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

it('a period is named as people name it', () => {
  expect(periodWords({ type: 'monthly', date: '2026-11-22', span: 1 })).toBe('November 2026');
  expect(periodWords({ type: 'daily', date: '2026-11-22', span: 1 })).toContain('22 Nov 2026');
});

it('the running day is reported once its first five minutes are stored; until then the day before is the last', () => {
  const at = (time: string) => lastDay(Date.parse(`2026-11-23T${time}Z`), 'Asia/Kolkata', '06:00:00');
  expect(at('00:29:59')).toBe('2026-11-22');
  expect(at('00:30:10')).toBe('2026-11-22');
  expect(at('00:35:30')).toBe('2026-11-22');
  expect(at('00:36:00')).toBe('2026-11-23');
  expect(lastDay(Date.parse('2026-12-01T00:31:00Z'), 'Asia/Kolkata', '06:00:00')).toBe('2026-11-30');
});
