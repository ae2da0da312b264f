import { GroundwaterIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { isDate } from '../../text/times.ts';

export const entry = {
  id: 'groundwater',
  path: '/groundwater',
  group: 'watch',
  icon: GroundwaterIcon,
  needs: ['GWI'],
  key: 'w',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type GroundwaterSearch = FrameSearch & { date?: string };

export const readSearch = (search: Record<string, unknown>): GroundwaterSearch => ({
  ...readFrameSearch(search),
  ...(typeof search.date === 'string' && isDate(search.date) ? { date: search.date } : {}),
});
