import { SettingsIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'settings',
  path: '/settings',
  group: 'keep',
  icon: SettingsIcon,
  needs: ['ACCOUNT_SETTINGS'],
  key: 's',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SettingsSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): SettingsSearch => ({ ...readFrameSearch(search) });
