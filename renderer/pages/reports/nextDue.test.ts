import { expect, it } from 'vitest';
import { nextDueDate, type Schedule } from './nextDue.ts';

const daily: Schedule = {
  id: 's',
  reportType: 'daily',
  service: 'water',
  reportFormat: 'pdf',
  at: '06:10',
  recipients: [],
  enabled: true,
};

it('a daily report is due today until its time, then tomorrow', () => {
  expect(nextDueDate(daily, '2026-11-22', '06:09')).toBe('2026-11-22');
  expect(nextDueDate(daily, '2026-11-22', '06:10')).toBe('2026-11-23');
});

it('a monthly one is due on the first, on its day, or on the last of a shorter month', () => {
  expect(nextDueDate({ ...daily, reportType: 'monthly' }, '2026-11-22', '08:00')).toBe('2026-12-01');
  expect(nextDueDate({ ...daily, reportType: 'monthly', dayOfMonth: 31 }, '2026-02-03', '08:00')).toBe('2026-02-28');
});

it('a weekly one is due on its day of the week', () => {
  // 23 Nov 2026 is a Monday
  expect(nextDueDate({ ...daily, reportType: 'daily_range', dayOfWeek: 1 }, '2026-11-22', '08:00')).toBe('2026-11-23');
});
