import type { PageEntry } from './page.ts';

/** What waits behind an entry. */
export const NavBadge = (_: { page: PageEntry['id'] }) => null;
