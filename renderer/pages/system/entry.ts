import type { Permission } from '../../../server/contract/permissions.ts';
import { SystemIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { isDate } from '../../text/times.ts';

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

/** What narrows the log of who did what; what is left out does not. Days are whole, in the time zone of the plant. */
export type AuditSearch = {
  kind?: string;
  subject?: string;
  who?: string;
  from?: string;
  to?: string;
  outcome?: 'done' | 'refused';
};

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type SystemSearch = FrameSearch & { tab?: Tab } & AuditSearch;

export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => {
  // the router reads ?subject=12 as a number
  const worded = (name: string) => {
    const value = search[name];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? { [name]: String(value) } : {};
  };
  const day = (name: string) => (typeof search[name] === 'string' && isDate(search[name]) ? { [name]: search[name] } : {});
  const outcome = (['done', 'refused'] as const).find((one) => one === search.outcome);
  return {
    ...{ ...worded('kind'), ...worded('subject'), ...worded('who'), ...day('from'), ...day('to') },
    ...(outcome === undefined ? {} : { outcome }),
  };
};

export const readSearch = (search: Record<string, unknown>): SystemSearch => {
  const tab = (Object.keys(tabRights) as Tab[]).find((one) => one === search.tab);
  return {
    ...readFrameSearch(search),
    ...(tab === undefined ? {} : { tab }),
    ...(tab === 'audit' ? readAuditSearch(search) : {}),
  };
};
