import type { ComponentType } from 'react';
import type { Permission } from '../../server/contract/permissions.ts';
import type { frame } from '../text/en/parts/frame.ts';

export const pageGroups = ['watch', 'act', 'report', 'keep'] as const;

/** One page of the panel as the navigation, the palette and the guard of rights know it. Its file is pages/<name>/entry.ts. */
export type PageEntry = {
  /** Its name in the texts: text.nav[id]. */
  id: Exclude<keyof typeof frame.nav, 'label' | 'groups' | 'more'>;
  path: string;
  group: (typeof pageGroups)[number];
  icon: ComponentType;
  /** One of these rights opens it; none: everybody's. */
  needs: readonly Permission[];
  /** `g`, then this key, goes there. */
  key: string;
  /** A page that is not built has a path and no entry in the navigation. */
  built: boolean;
};

export const mayOpen = (entry: Pick<PageEntry, 'needs'>, permissions: readonly Permission[]): boolean =>
  entry.needs.length === 0 || entry.needs.some((right) => permissions.includes(right));

/** What every page's address may say besides its own words; spread it into the page's `readSearch`. */
export type FrameSearch = { view?: 'table' };
export const readFrameSearch = (search: Record<string, unknown>): FrameSearch =>
  search.view === 'table' ? { view: 'table' } : {};

/**
 * The router keeps what an address says beside what its page reads of it: an unknown tab would reach the page as it is. Here it is left
 * out, so that the page is as without it.
 */
export const onlyRead =
  <Found extends object>(read: (search: Record<string, unknown>) => Found) =>
  (search: Record<string, unknown>): Found => ({
    ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
    ...read(search),
  });
