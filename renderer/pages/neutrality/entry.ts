import { NeutralityIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'neutrality',
  path: '/neutrality',
  group: 'watch',
  icon: NeutralityIcon,
  needs: ['WATER_NEUTRALITY'],
  key: 'n',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type NeutralitySearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): NeutralitySearch => ({ ...readFrameSearch(search) });
