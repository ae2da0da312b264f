import { BalanceIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { readMoment } from '../../state/moment.ts';
import { isDate } from '../../text/times.ts';

export const entry = {
  id: 'balance',
  path: '/balance',
  group: 'watch',
  icon: BalanceIcon,
  needs: ['WATER_BALANCE'],
  key: 'b',
  built: true,
} as const satisfies PageEntry;

/**
 * What the address of the page says; what is left out is the default (the last day that is over, as a Sankey), what cannot be
 * read is left out. `at` is a moment of `date`, up to which the day is counted.
 */
export type BalanceSearch = FrameSearch & {
  date?: string;
  period?: 'month';
  compare?: string;
  picture?: 'graph';
  node?: string;
  at?: string;
};

export const readSearch = (search: Record<string, unknown>): BalanceSearch => {
  const { date, compare, node } = search;
  const at = readMoment(search.at);
  return {
    ...readFrameSearch(search),
    ...(typeof date === 'string' && isDate(date) ? { date } : {}),
    ...(search.period === 'month' ? { period: 'month' as const } : {}),
    ...(typeof compare === 'string' && isDate(compare) ? { compare } : {}),
    ...(search.picture === 'graph' ? { picture: 'graph' as const } : {}),
    ...(typeof node === 'string' ? { node } : {}),
    ...(at === undefined || search.period === 'month' ? {} : { at }),
  };
};
