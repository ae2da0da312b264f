import { expect, it } from 'vitest';
import { nextDue, proposedTime, type Schedule } from './nextDue.ts';

const daily: Schedule = {
  id: 's',
  reportType: 'daily',
  service: 'water',
  reportFormat: 'pdf',
  at: '06:10',
  recipients: [],
  enabled: true,
};

const dueFrom = (schedule: Schedule, date: string, time: string) => nextDue(schedule, { date, time }, '06:00');
const nextDueDate = (schedule: Schedule, date: string, time: string) => dueFrom(schedule, date, time).date;

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

it('a monthly one on the first is made when the last shift day of the month is over, and not at an earlier hour that was typed', () => {
  const early: Schedule = { ...daily, reportType: 'monthly', at: '00:30' };
  expect(dueFrom(early, '2026-11-30', '23:00')).toEqual({ date: '2026-12-01', time: '06:00' });
  expect(dueFrom(early, '2026-12-01', '03:00')).toEqual({ date: '2026-12-01', time: '06:00' });
  expect(dueFrom(early, '2026-12-01', '06:00')).toEqual({ date: '2027-01-01', time: '06:00' });
  expect(dueFrom({ ...early, dayOfMonth: 2 }, '2026-12-01', '03:00')).toEqual({ date: '2026-12-02', time: '00:30' });
  expect(dueFrom({ ...daily, at: '00:30' }, '2026-12-01', '00:10')).toEqual({ date: '2026-12-01', time: '00:30' });
});

it('the proposed hour is ten minutes after the shift day of this plant ends', () => {
  expect([proposedTime('06:00'), proposedTime('07:30:00'), proposedTime('23:55')]).toEqual(['06:10', '07:40', '00:05']);
});
