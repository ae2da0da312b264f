import { SummaryIcon } from '../../parts/icons.tsx';
import { type DateSearch, readDateSearch } from '../../shell/dateSearch.ts';
import type { PageEntry } from '../../shell/page.ts';

export const entry = {
  id: 'summary',
  path: '/summary',
  group: 'report',
  icon: SummaryIcon,
  needs: ['DAILY_SUMMARY'],
  key: 't',
  built: true,
} as const satisfies PageEntry;

export const services = ['water', 'energy', 'quality', 'level', 'borewell', 'rain_water', 'water_balance', 'alert'] as const;
export type Service = (typeof services)[number];

/** What the address of the page says; water is the default. */
export type SummarySearch = DateSearch & { service?: Service };

export const readSearch = (search: Record<string, unknown>): SummarySearch => {
  const service = services.find((one) => one === search.service);
  return { ...readDateSearch(search, 'day'), ...(service === undefined || service === 'water' ? {} : { service }) };
};
