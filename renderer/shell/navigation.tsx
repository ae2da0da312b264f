import type { ComponentType } from 'react';
import type { Permission } from '../../server/contract/permissions.ts';
import { OverviewIcon, TrendIcon } from '../parts/icons.tsx';
import { text } from '../text/en.ts';

type Entry = { to: '/' | '/units'; label: string; icon: ComponentType; permission?: Permission };

/** The pages that exist, in the order of the navigation. A new page adds its line here and its route in routes.tsx. */
export const navigation: readonly Entry[] = [
  { to: '/', label: text.nav.overview, icon: OverviewIcon },
  { to: '/units', label: text.nav.units, icon: TrendIcon },
];
