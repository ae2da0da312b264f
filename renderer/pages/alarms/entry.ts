import { BellIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'alarms',
  path: '/alarms',
  group: 'act',
  icon: BellIcon,
  needs: [],
  key: 'a',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type AlarmsSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): AlarmsSearch => ({ ...readFrameSearch(search) });
