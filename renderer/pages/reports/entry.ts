import { ReportIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'reports',
  path: '/reports',
  group: 'tell',
  icon: ReportIcon,
  needs: ['REPORTS'],
  key: 'p',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type ReportsSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): ReportsSearch => ({ ...readFrameSearch(search) });
