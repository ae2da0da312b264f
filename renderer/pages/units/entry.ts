import { TrendIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'units',
  path: '/units',
  group: 'watch',
  icon: TrendIcon,
  needs: ['LANDING_PAGE'],
  key: 'u',
  built: true,
} as const satisfies PageEntry;

export const listFilters = ['all', 'starred', 'abnormal'] as const;
export type ListFilter = (typeof listFilters)[number];
/** What the list of units is narrowed to; what is left out does not narrow it. */
export type Narrowed = { find?: string; show?: ListFilter };

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export const readSearch = (search: Record<string, unknown>): FrameSearch & Narrowed => {
  const show = listFilters.find((one) => one === search.show);
  // the router reads ?find=12 as a number
  const find = typeof search.find === 'string' || typeof search.find === 'number' ? String(search.find) : '';
  return {
    ...readFrameSearch(search),
    ...(find === '' ? {} : { find }),
    ...(show === undefined || show === 'all' ? {} : { show }),
  };
};
