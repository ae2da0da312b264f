import type { Permission } from '../../../server/contract/permissions.ts';
import { SettingsIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'settings',
  path: '/settings',
  group: 'keep',
  icon: SettingsIcon,
  needs: ['ACCOUNT_SETTINGS'],
  key: 's',
  built: true,
} as const satisfies PageEntry;

const tabs = ['people', 'delivery', 'sso', 'devices', 'shift', 'me'] as const;
export type Tab = (typeof tabs)[number];

/** The parts that these rights open. */
export const tabsFor = (permissions: readonly Permission[]): Tab[] =>
  tabs.filter((one) => one !== 'shift' || permissions.includes('COMMISSIONING'));

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SettingsSearch = FrameSearch & { tab?: Tab; person?: string };

export const readSearch = (search: Record<string, unknown>): SettingsSearch => {
  const tab = tabs.find((one) => one === search.tab && one !== 'people');
  return {
    ...readFrameSearch(search),
    ...(tab === undefined ? {} : { tab }),
    ...(typeof search.person === 'string' ? { person: search.person } : {}),
  };
};
