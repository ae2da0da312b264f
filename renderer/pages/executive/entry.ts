import { ExecutiveIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'executive',
  path: '/executive',
  group: 'tell',
  icon: ExecutiveIcon,
  needs: ['EXECUTIVE_SUMMARY'],
  key: 'x',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type ExecutiveSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): ExecutiveSearch => ({ ...readFrameSearch(search) });
