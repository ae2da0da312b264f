import { useToday } from '../../state/useToday.ts';
import { lastDayOf, type Period, periodName } from './period.ts';

/** How often a period that still runs is asked for again. */
const runningMs = 5 * 60_000;

/** The period that a page's address names; this month where it names none. */
export const usePeriod = (search: { period?: Period; date?: string }) => {
  const today = useToday();
  const period = search.period ?? 'month';
  const date = search.date ?? today;
  const last = lastDayOf(period, date, today);
  const everyMs = last === today ? runningMs : (false as const);
  return { period, date, today, last, everyMs, when: periodName(period, date) };
};

/** A period as queries name it. */
export const periodTypes = { day: 'DAY', month: 'MONTH', year: 'YEAR' } as const;
