import { EnergyIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { isDate } from '../../text/times.ts';

export const entry = {
  id: 'energy',
  path: '/energy',
  group: 'watch',
  icon: EnergyIcon,
  needs: ['EFFICIENCY'],
  key: 'e',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type EnergySearch = FrameSearch & { tab?: 'ro'; span?: 'month'; date?: string };

export const readSearch = (search: Record<string, unknown>): EnergySearch => ({
  ...readFrameSearch(search),
  ...(search.tab === 'ro' ? { tab: 'ro' as const } : {}),
  ...(search.span === 'month' ? { span: 'month' as const } : {}),
  ...(typeof search.date === 'string' && isDate(search.date) ? { date: search.date } : {}),
});
