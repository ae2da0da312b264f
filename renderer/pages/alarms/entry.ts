import { BellIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'alarms',
  path: '/alarms',
  group: 'act',
  icon: BellIcon,
  needs: [],
  key: 'a',
  built: true,
} as const satisfies PageEntry;

export const tabs = ['active', 'shelved', 'history', 'figures'] as const;
export type Tab = (typeof tabs)[number];
/** Shift days that history and figures look back. */
export const spans = [1, 7, 30] as const;
export type Span = (typeof spans)[number];

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type AlarmsSearch = FrameSearch & { tab?: Tab; days?: Span; alarm?: string };

export const readSearch = (search: Record<string, unknown>): AlarmsSearch => {
  const tab = tabs.find((one) => one === search.tab);
  const days = spans.find((one) => one === search.days);
  return {
    ...readFrameSearch(search),
    ...(tab === undefined || tab === 'active' ? {} : { tab }),
    ...(days === undefined || days === 1 ? {} : { days }),
    ...(typeof search.alarm === 'string' ? { alarm: search.alarm } : {}),
  };
};
