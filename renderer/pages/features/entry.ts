import { FeaturesIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'features',
  path: '/features',
  group: 'report',
  icon: FeaturesIcon,
  needs: [],
  key: 'f',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type FeaturesSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): FeaturesSearch => ({ ...readFrameSearch(search) });
