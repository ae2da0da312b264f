import { DiagramIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'diagram',
  path: '/diagram',
  group: 'watch',
  icon: DiagramIcon,
  needs: ['SCADA_VIEWER'],
  key: 'd',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type DiagramSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): DiagramSearch => ({ ...readFrameSearch(search) });
