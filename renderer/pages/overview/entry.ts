import { OverviewIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { readMoment } from '../../state/moment.ts';

export const entry = {
  id: 'overview',
  path: '/',
  group: 'watch',
  icon: OverviewIcon,
  needs: ['LANDING_PAGE'],
  key: 'o',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type OverviewSearch = FrameSearch & {
  tab?: 'units';
  /** A moment of the past: the end of a slot. */
  at?: string;
};

export const readSearch = (search: Record<string, unknown>): OverviewSearch => {
  const at = readMoment(search.at);
  return {
    ...readFrameSearch(search),
    ...(search.tab === 'units' ? { tab: 'units' as const } : {}),
    ...(at === undefined ? {} : { at }),
  };
};
