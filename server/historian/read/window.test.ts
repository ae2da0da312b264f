import { describe, expect, it } from 'vitest';
import { ShiftCalendar } from '../../core/shift.ts';
import { chooseWindow, likeEnd, type Window, windowBefore } from './window.ts';

const rule = { validFrom: '2000-01-01', timezone: 'Europe/Berlin', startAt: '06:00:00' };

/** How many slots of the last day before are counted when so many of the running day have passed. */
const countedOf = (shifts: (typeof rule)[], { type, date1 }: { type: Window['type']; date1: string }, passed: number): number => {
  const calendar = new ShiftCalendar(shifts);
  const window = chooseWindow(calendar, type, { date1 });
  const before = windowBefore(calendar, window);
  const end = likeEnd(calendar, window, before, calendar.window(date1).firstSlot + passed);
  return end - calendar.windowOfDay(before.toDay).firstSlot;
};

describe('the window before a running one', () => {
  const moved = [rule, { ...rule, validFrom: '2026-06-11', startAt: '08:00:00' }];

  it.each([
    ['a day of 25 hours with one of 24', [rule], '2026-10-24', 'DAY', 288],
    ['the day after one of 25 hours', [rule], '2026-10-25', 'DAY', 300],
    ['a day of 23 hours with one of 24', [rule], '2026-03-28', 'DAY', 288],
    ['the day after one of 23 hours', [rule], '2026-03-29', 'DAY', 276],
    ['the day at which the shift begins two hours later', moved, '2026-06-11', 'DAY', 312],
    ['a month up to a day of 25 hours', [rule], '2026-10-24', 'MONTH', 288],
    ['a year up to a day of 25 hours', [rule], '2026-10-24', 'YEAR', 288],
  ] as const)('of %s is counted by as many slots as have passed', (_, shifts, date1, type, slotsBefore) => {
    for (const passed of [0, 1, 100, 275]) expect(countedOf([...shifts], { type, date1 }, passed)).toBe(passed);
    const { slots } = new ShiftCalendar([...shifts]).window(date1);
    expect(countedOf([...shifts], { type, date1 }, slots - 1)).toBe(Math.min(slots - 1, slotsBefore));
    expect(countedOf([...shifts], { type, date1 }, slots)).toBe(slotsBefore);
  });

  it('of a window whose last days are to come ends with the day that is like the running one', () => {
    const calendar = new ShiftCalendar([rule]);
    const window = chooseWindow(calendar, 'CUSTOM', { date1: '2026-10-22', date2: '2026-10-31' });
    const before = windowBefore(calendar, window);
    const end = likeEnd(calendar, window, before, calendar.window('2026-10-24').firstSlot + 10);
    expect(end).toBe(calendar.window('2026-10-14').firstSlot + 10);
    expect(likeEnd(calendar, window, before, calendar.window('2026-10-21').firstSlot)).toBe(before.fromSlot);
  });
});
