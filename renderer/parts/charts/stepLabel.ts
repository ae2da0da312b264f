import { dateOfDmy, shortDate, shortMonthOf } from '../../text/times.ts';

/** The step of a series under its bar: a day (DD/MM/YYYY) or a month (MM/YYYY) in the person's own form; an hour as it is. */
export const stepLabel = (label: string): string => {
  if (/^\d{2}\/\d{2}\/\d{4}$/.test(label)) return shortDate(dateOfDmy(label));
  return /^\d{2}\/\d{4}$/.test(label) ? shortMonthOf(dateOfDmy(`01/${label}`)) : label.slice(0, 5);
};
