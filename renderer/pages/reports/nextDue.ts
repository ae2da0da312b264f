import type { ReportSettings } from '../../../server/contract/model/reportSettings.ts';
import { addDays, lastOfMonth } from '../../text/times.ts';

export type Schedule = ReportSettings['schedules'][number];

/** On which days a schedule is due: every day, a day of the week, or a day of the month (of a shorter one its last). */
const isDueOn = ({ reportType, dayOfWeek, dayOfMonth }: Schedule, date: string): boolean => {
  const byMonth = reportType === 'monthly' || reportType === 'monthly_range';
  const wanted = dayOfMonth ?? (byMonth && dayOfWeek === undefined ? 1 : undefined);
  if (wanted !== undefined) return Number(date.slice(8)) === Math.min(wanted, Number(lastOfMonth(date).slice(8)));
  return dayOfWeek === undefined || new Date(`${date}T00:00:00Z`).getUTCDay() === dayOfWeek;
};

/** The hour at which it is made on a day it is due: that of a month on the first no earlier than the month's last shift day ends. */
const madeAt = ({ reportType, at }: Schedule, date: string, shiftStart: string): string => {
  const needsDayBefore = reportType === 'monthly' || reportType === 'monthly_range';
  return needsDayBefore && date.endsWith('-01') && at < shiftStart ? shiftStart : at;
};

/** When a schedule is due next, from a moment on. Dates are YYYY-MM-DD, times HH:MM, by the plant's clock. */
export const nextDue = (
  schedule: Schedule,
  now: { date: string; time: string },
  shiftStart: string,
): { date: string; time: string } => {
  let { date } = now;
  while (!isDueOn(schedule, date) || (date === now.date && now.time >= madeAt(schedule, date, shiftStart)))
    date = addDays(date, 1);
  return { date, time: madeAt(schedule, date, shiftStart) };
};

/** The hour that is proposed for a report of each day: ten minutes after the shift day ends, when its last slots are stored. */
export const proposedTime = (shiftStart: string): string => {
  const [hours = 0, minutes = 0] = shiftStart.split(':').map(Number);
  const minute = (hours * 60 + minutes + 10) % 1440;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
