import type { Permission } from '../../server/contract/permissions.ts';
import { entry as alarms } from '../pages/alarms/entry.ts';
import { entry as balance } from '../pages/balance/entry.ts';
import { entry as commands } from '../pages/commands/entry.ts';
import { entry as commissioning } from '../pages/commissioning/entry.ts';
import { entry as diagram } from '../pages/diagram/entry.ts';
import { entry as energy } from '../pages/energy/entry.ts';
import { entry as executive } from '../pages/executive/entry.ts';
import { entry as features } from '../pages/features/entry.ts';
import { entry as groundwater } from '../pages/groundwater/entry.ts';
import { entry as neutrality } from '../pages/neutrality/entry.ts';
import { entry as overview } from '../pages/overview/entry.ts';
import { entry as plant } from '../pages/plant/entry.ts';
import { entry as quality } from '../pages/quality/entry.ts';
import { entry as rain } from '../pages/rain/entry.ts';
import { entry as reports } from '../pages/reports/entry.ts';
import { entry as settings } from '../pages/settings/entry.ts';
import { entry as summary } from '../pages/summary/entry.ts';
import { entry as system } from '../pages/system/entry.ts';
import { entry as units } from '../pages/units/entry.ts';
import { mayOpen, type PageEntry, pageGroups } from './page.ts';

/** Every page, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  overview,
  diagram,
  balance,
  units,
  quality,
  energy,
  groundwater,
  rain,
  neutrality,
  alarms,
  commands,
  reports,
  executive,
  summary,
  features,
  commissioning,
  plant,
  settings,
  system,
];

/** The pages that are built and that one of these rights opens, by group. */
export const groupsFor = (permissions: readonly Permission[]): { group: PageEntry['group']; pages: PageEntry[] }[] =>
  pageGroups.flatMap((group) => {
    const open = pages.filter((page) => page.group === group && page.built && mayOpen(page, permissions));
    return open.length === 0 ? [] : [{ group, pages: open }];
  });
