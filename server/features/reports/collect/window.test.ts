import { expect, it } from 'vitest';
import { dayNumber, ShiftCalendar } from '../../../core/shift.ts';
import { reportOrder } from '../../../test/reportOrders.ts';
import { reportWindow } from './window.ts';

const day = dayNumber('2026-06-10');

const hoursOf = (startAt: string, hours: { from: number; to: number }, timezone = 'Asia/Kolkata', date = day) => {
  const calendar = new ShiftCalendar([{ validFrom: '1970-01-01', timezone, startAt }]);
  const order = reportOrder({ industryId: 'DEMO', type: 'hourly', fromDay: date, toDay: date, nowMs: 0, hours });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  const at = (slot: number): string => clock.format(slot * 300_000);
  return reportWindow(calendar, order).buckets.map(({ label, fromSlot, toSlot }) => {
    expect(label).toBe(at(fromSlot));
    return `${at(fromSlot)}-${at(toSlot)}`;
  });
};

it.each(['06:00:00', '00:00:00', '22:00:00'])('hours of a report are those of the clock where a day begins at %s', (startAt) => {
  expect(hoursOf(startAt, { from: 8, to: 11 }).toSorted()).toEqual(['08:00-09:00', '09:00-10:00', '10:00-11:00']);
});

it('hours of a report are those that are asked for, also where a day begins within an hour', () => {
  expect(hoursOf('06:30:00', { from: 8, to: 10 })).toEqual(['08:00-08:30', '08:30-09:30', '09:30-10:00']);
  expect(hoursOf('06:30:00', { from: 6, to: 7 })).toEqual(['06:30-07:00', '06:00-06:30']);
  expect(hoursOf('05:45:00', { from: 22, to: 1 })).toEqual(['22:00-22:45', '22:45-23:45', '23:45-00:45', '00:45-01:00']);
  expect(hoursOf('06:30:00', { from: 0, to: 24 })).toHaveLength(24);
});

it('hours of a report follow the clock through a change of it', () => {
  const autumn = dayNumber('2026-10-24');
  expect(hoursOf('06:30:00', { from: 2, to: 3 }, 'Europe/Berlin', autumn)).toEqual(['02:00-02:30', '02:30-02:30', '02:30-03:00']);
});
