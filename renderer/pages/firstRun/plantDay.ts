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

/** "06:00" and "6:00" as the server wants it. */
export const startAtOf = (typed: string): string => {
  const [hour = '', minute = ''] = typed.trim().split(':');
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:00`;
};

/** The shift day that runs now and when it ends; null where zone or time cannot be read. */
export const dayNow = (nowMs: number, timezone: string, startAt: string): { date: string; from: string; to: string } | null => {
  if (!/^([01]\d|2[0-3]):[0-5]\d:00$/.test(startAt)) return null;
  try {
    const date = shiftDate(nowMs, timezone, startAt);
    return { date: longDate(date), from: longDate(date), to: longDate(addDays(date, 1)) };
  } catch {
    return null;
  }
};
