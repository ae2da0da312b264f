import { TrendIcon } from '../../parts/icons.tsx';
import { type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'units',
  path: '/units',
  group: 'watch',
  icon: TrendIcon,
  needs: ['LANDING_PAGE'],
  key: 'u',
  built: true,
} as const satisfies PageEntry;

export const readSearch = readFrameSearch;
