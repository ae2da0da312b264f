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

/** Date on which a schedule is due next, from a date and clock time (HH:MM) of the plant on. */
export const nextDueDate = (schedule: Schedule, today: string, time: string): string => {
  let date = time < schedule.at ? today : addDays(today, 1);
  while (!isDueOn(schedule, date)) date = addDays(date, 1);
  return date;
};
