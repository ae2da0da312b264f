import { SummaryIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'summary',
  path: '/summary',
  group: 'tell',
  icon: SummaryIcon,
  needs: ['DAILY_SUMMARY'],
  key: 't',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SummarySearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): SummarySearch => ({ ...readFrameSearch(search) });
