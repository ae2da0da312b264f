import { CommissioningIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'commissioning',
  path: '/commissioning',
  group: 'keep',
  icon: CommissioningIcon,
  needs: ['COMMISSIONING'],
  key: 'm',
  built: false,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type CommissioningSearch = FrameSearch;

export const readSearch = (search: Record<string, unknown>): CommissioningSearch => ({ ...readFrameSearch(search) });
