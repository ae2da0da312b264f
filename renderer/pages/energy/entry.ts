import { EnergyIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'energy',
  path: '/energy',
  group: 'watch',
  icon: EnergyIcon,
  needs: ['EFFICIENCY'],
  key: 'e',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type EnergySearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): EnergySearch => ({ ...readFrameSearch(search) });
