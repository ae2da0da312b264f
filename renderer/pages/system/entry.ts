import type { Permission } from '../../../server/contract/permissions.ts';
import { SystemIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'system',
  path: '/system',
  group: 'keep',
  icon: SystemIcon,
  needs: ['SYSTEM', 'AUDIT'],
  key: 'y',
  built: true,
} as const satisfies PageEntry;

/** The parts of the page, with the right that each asks for. */
const tabRights = {
  state: 'SYSTEM',
  backups: 'SYSTEM',
  program: 'SYSTEM',
  audit: 'AUDIT',
  network: 'SYSTEM',
  hub: 'SYSTEM',
  desktop: 'SYSTEM',
} as const satisfies Record<string, Permission>;
export type Tab = keyof typeof tabRights;

/** The parts that these rights open; `desktop` within the desktop's program alone. */
export const tabsFor = (permissions: readonly Permission[], isDesktop: boolean): Tab[] =>
  (Object.keys(tabRights) as Tab[]).filter((tab) => permissions.includes(tabRights[tab]) && (tab !== 'desktop' || isDesktop));

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SystemSearch = FrameSearch & { tab?: Tab };

export const readSearch = (search: Record<string, unknown>): SystemSearch => {
  const tab = (Object.keys(tabRights) as Tab[]).find((one) => one === search.tab);
  return { ...readFrameSearch(search), ...(tab === undefined ? {} : { tab }) };
};
