import { SystemIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'system',
  path: '/system',
  group: 'keep',
  icon: SystemIcon,
  needs: ['SYSTEM', 'AUDIT'],
  key: 'y',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SystemSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): SystemSearch => ({ ...readFrameSearch(search) });
