import { GroundwaterIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'groundwater',
  path: '/groundwater',
  group: 'watch',
  icon: GroundwaterIcon,
  needs: ['GWI'],
  key: 'w',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type GroundwaterSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): GroundwaterSearch => ({ ...readFrameSearch(search) });
