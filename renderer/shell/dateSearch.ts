import { isDate } from '../text/times.ts';
import { type FrameSearch, readFrameSearch } from './page.ts';

/** The address of a page that shows one period. */
export type DateSearch = FrameSearch & { date?: string; period?: 'day' | 'month' | 'year' };

const periods = ['day', 'month', 'year'] as const;

/** `usual` is left out of the address. */
export const readDateSearch = (search: Record<string, unknown>, usual: (typeof periods)[number]): DateSearch => {
  const period = periods.find((one) => one === search.period);
  return {
    ...readFrameSearch(search),
    ...(typeof search.date === 'string' && isDate(search.date) ? { date: search.date } : {}),
    ...(period === undefined || period === usual ? {} : { period }),
  };
};
