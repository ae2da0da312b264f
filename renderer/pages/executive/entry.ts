import { ExecutiveIcon } from '../../parts/icons.tsx';
import { type DateSearch, readDateSearch } from '../../shell/dateSearch.ts';
import type { PageEntry } from '../../shell/page.ts';

export const entry = {
  id: 'executive',
  path: '/executive',
  group: 'report',
  icon: ExecutiveIcon,
  needs: ['EXECUTIVE_SUMMARY'],
  key: 'x',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; a month is the default. */
export const readSearch = (search: Record<string, unknown>): DateSearch => readDateSearch(search, 'month');
