import { RainIcon } from '../../parts/icons.tsx';
import { type DateSearch, readDateSearch } from '../../shell/dateSearch.ts';
import type { PageEntry } from '../../shell/page.ts';

export const entry = {
  id: 'rain',
  path: '/rain',
  group: 'watch',
  icon: RainIcon,
  needs: ['RWI_EFFICIENCY_SAVINGS', 'FWI'],
  key: 'r',
  built: true,
} as const satisfies PageEntry;

export const tabs = ['rain', 'harvest', 'potential', 'form'] as const;
export type Tab = (typeof tabs)[number];

/** What the address of the page says; the rain of a month is the default. */
export type RainSearch = DateSearch & { tab?: Tab; rainDay?: 'IMD'; step?: number };

export const readSearch = (search: Record<string, unknown>): RainSearch => {
  const tab = tabs.find((one) => one === search.tab);
  const step = [1, 2, 3, 4, 5, 6].find((one) => one === search.step);
  return {
    ...readDateSearch(search, 'month'),
    ...(tab === undefined || tab === 'rain' ? {} : { tab }),
    ...(search.rainDay === 'IMD' ? { rainDay: 'IMD' as const } : {}),
    ...(step === undefined ? {} : { step }),
  };
};
