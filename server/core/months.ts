import { dateOfDay } from './shift.ts';
import { DAY_MS } from './time.ts';

/** Months since year 0 of a day number. */
export const monthOfDay = (day: number): number => {
  const date = dateOfDay(day);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
};

/** First and last day number of a month. */
export const daysOf = (month: number): { fromDay: number; toDay: number } => ({
  fromDay: Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS,
  toDay: Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0) / DAY_MS,
});
