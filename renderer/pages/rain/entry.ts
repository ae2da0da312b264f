import { RainIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'rain',
  path: '/rain',
  group: 'watch',
  icon: RainIcon,
  needs: ['RWI_EFFICIENCY_SAVINGS', 'FWI'],
  key: 'r',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type RainSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): RainSearch => ({ ...readFrameSearch(search) });
