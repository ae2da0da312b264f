import { expect, it } from 'vitest';
import { ShiftCalendar } from '../../../core/shift.ts';
import { PlantWall } from './plantWall.ts';

it('shows each plant the time of its own zone, also after a change of clocks', () => {
  const calendarOf = (timezone: string) => new ShiftCalendar([{ validFrom: '1970-01-01', timezone, startAt: '06:00:00' }]);
  const now = Date.UTC(2026, 10, 28, 23, 10);
  const wall = new PlantWall({ of: (id) => calendarOf(id) });
  expect(wall.dateAndTime('Asia/Kolkata', now)).toBe('29/11/2026 04:40');
  expect(wall.dateAndTime('Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30))).toBe('25/10/2026 02:30');
  expect(wall.dateAndTime('Europe/Berlin', Date.UTC(2026, 9, 25, 1, 30))).toBe('25/10/2026 02:30');
  // a Sunday in Kolkata, still a Saturday in London
  expect(wall.minuteOfWeek('Asia/Kolkata', now)).toBe(4 * 60 + 40);
  expect(wall.minuteOfWeek('Europe/London', now)).toBe(6 * 1440 + 23 * 60 + 10);
});
