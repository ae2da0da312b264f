import { SLOT_MS } from '../../../server/contract/model/common.ts';
import { dateTyped } from '../../parts/dates/calendar.ts';
import { addDays, msAt } from '../../text/times.ts';

export type Place = {
  /** Shift day, YYYY-MM-DD. */
  date: string;
  /** Start of the slot, epoch seconds. */
  at: number;
};

/**
 * The slot that a person typed: a time of the shift day that is looked at (14:35, 1435), or a date and a time. Null where it is
 * none, or one to come. `slotNow` is the start of the running slot, epoch ms.
 */
export const placeTyped = (
  typed: string,
  { date, timezone, shiftStart, slotNow }: { date: string; timezone: string; shiftStart: string; slotNow: number },
): Place | null => {
  const text = typed.trim();
  const cut = Math.max(text.lastIndexOf(' '), text.lastIndexOf(','), text.lastIndexOf('T'));
  const found = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(text.slice(cut + 1));
  if (found === null) return null;
  const [, hours = '', minutes = ''] = found;
  const before = text.slice(0, Math.max(cut, 0)).replaceAll(',', ' ');
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  const named = before.trim() === '' ? null : (dateTyped(before) ?? dateTyped(`${before} ${date.slice(0, 4)}`));
  if (before.trim() !== '' && named === null) return null;
  const early = time < shiftStart.slice(0, 5);
  // a time alone is one of the shift day, which goes on after midnight; with a date it is one of the calendar
  const calendarDate = named ?? (early ? addDays(date, 1) : date);
  const ms = Math.floor(msAt(calendarDate, time, timezone) / SLOT_MS) * SLOT_MS;
  if (ms > slotNow) return null;
  return { date: early ? addDays(calendarDate, -1) : calendarDate, at: ms / 1000 };
};
