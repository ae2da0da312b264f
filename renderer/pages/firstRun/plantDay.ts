import { z } from 'zod';
import { addDays, longDate, shiftDate } from '../../text/times.ts';

/** The id that a plant's name gives: capitals and digits, what stays for ever in addresses. */
export const plantIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 24) || 'PLANT';

/** "06:00", "6:00" and "6" as the server wants it; nothing is no time, not midnight. */
export const startAtOf = (typed: string): string => {
  if (typed.trim() === '') return '';
  const [hour = '', minute = ''] = typed.trim().split(':');
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:00`;
};

/** Whether a day may begin then: shift days are whole slots of 5 minutes. */
export const isDayStart = (startAt: string): boolean => /^([01]\d|2[0-3]):[0-5][05]:00$/.test(startAt);

const isZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};
/** A zone of the tz database, said as it is typed: the server knows it only when it is too late to look at the field. */
export const zoneName = z.string().min(1).max(64).refine(isZone);

/** The shift day that runs now and when it ends; null where zone or time cannot be read. */
export const dayNow = (nowMs: number, timezone: string, startAt: string): { date: string; from: string; to: string } | null => {
  if (!isDayStart(startAt)) return null;
  try {
    const date = shiftDate(nowMs, timezone, startAt);
    return { date: longDate(date), from: longDate(date), to: longDate(addDays(date, 1)) };
  } catch {
    return null;
  }
};
