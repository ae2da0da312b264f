import { lastOfMonth, longDate, monthOf, toDmy } from '../../text/times.ts';
import type { EnergySearch } from './entry.ts';

export type Span = {
  key: 'day' | 'month';
  date: string;
  /** As the API is asked: the day, or the month up to its last day or today. */
  query: { date1: string; type: 'DAY' | 'MONTH' };
  name: string;
  open: boolean;
};

/** The day or month of an address; one to come is the running one. */
export const spanOf = (search: EnergySearch, today: string): Span => {
  const date = search.date === undefined || search.date > today ? today : search.date;
  if (search.span !== 'month')
    return { key: 'day', date, query: { date1: toDmy(date), type: 'DAY' }, name: longDate(date), open: date === today };
  const last = lastOfMonth(date) > today ? today : lastOfMonth(date);
  return { key: 'month', date: last, query: { date1: toDmy(last), type: 'MONTH' }, name: monthOf(date), open: last === today };
};
