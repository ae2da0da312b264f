import { BalanceIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'balance',
  path: '/balance',
  group: 'watch',
  icon: BalanceIcon,
  needs: ['WATER_BALANCE'],
  key: 'b',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type BalanceSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): BalanceSearch => ({ ...readFrameSearch(search) });
