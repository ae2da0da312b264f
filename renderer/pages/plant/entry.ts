import type { Permission } from '../../../server/contract/permissions.ts';
import { PlantIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { type UnitPart, unitParts } from './units/unitParts.ts';

export const entry = {
  id: 'plant',
  path: '/plant',
  group: 'keep',
  icon: PlantIcon,
  needs: ['COMMISSIONING', 'ACCOUNT_SETTINGS'],
  key: 'l',
  built: true,
} as const satisfies PageEntry;

export const tabs = ['units', 'facts', 'entries', 'points', 'files', 'models'] as const;
export type Tab = (typeof tabs)[number];

/** The right that each tab needs. */
export const needOf = {
  units: 'COMMISSIONING',
  facts: 'ACCOUNT_SETTINGS',
  entries: 'COMMISSIONING',
  points: 'COMMISSIONING',
  files: 'COMMISSIONING',
  models: 'COMMISSIONING',
} as const satisfies Record<Tab, Permission>;

/** The tabs that these rights open; the first of them is shown where none is asked for. */
export const tabsFor = (permissions: readonly Permission[]): Tab[] => tabs.filter((one) => permissions.includes(needOf[one]));

/** `item`: what is open, as "unit demo-rawTank", "new unit"; `part`: of it. */
export type PlantSearch = FrameSearch & { tab?: Tab; item?: string; part?: string };

export const readSearch = (search: Record<string, unknown>): PlantSearch => {
  const tab = tabs.find((one) => one === search.tab);
  return {
    ...readFrameSearch(search),
    ...(tab === undefined ? {} : { tab }),
    ...(typeof search.item === 'string' ? { item: search.item } : {}),
    ...(typeof search.part === 'string' ? { part: search.part } : {}),
  };
};

export const partOf = (search: PlantSearch): UnitPart => unitParts.find((one) => one === search.part) ?? 'basics';
