import { words } from './words.ts';

/**
 * The running fiscal year and the four before it; a year is named by the calendar year it begins in. Null: the person may not read in which month
 * it begins, so that it is not known whether this calendar year's has begun.
 */
export const fiscalYears = (today: string, firstMonth: number | null): { year: number; label: string }[] => {
  if (firstMonth === null) {
    const newest = Number(today.slice(0, 4));
    return Array.from({ length: 6 }, (_, back) => ({ year: newest - back, label: words.yearFrom(newest - back) }));
  }
  const begun = Number(today.slice(5, 7)) >= firstMonth;
  const running = Number(today.slice(0, 4)) - (begun ? 0 : 1);
  return Array.from({ length: 5 }, (_, back) => {
    const year = running - back;
    return { year, label: firstMonth === 1 ? String(year) : `${year}-${String(year + 1).slice(2)}` };
  });
};
