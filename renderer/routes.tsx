import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { patiently } from './api/patiently.ts';
import { entry as alarmsEntry, readSearch as readAlarms } from './pages/alarms/entry.ts';
import { entry as balanceEntry, readSearch as readBalance } from './pages/balance/entry.ts';
import { entry as commandsEntry, readSearch as readCommands } from './pages/commands/entry.ts';
import { entry as commissioningEntry, readSearch as readCommissioning } from './pages/commissioning/entry.ts';
import { entry as diagramEntry, readSearch as readDiagram } from './pages/diagram/entry.ts';
import { entry as energyEntry, readSearch as readEnergy } from './pages/energy/entry.ts';
import { entry as executiveEntry, readSearch as readExecutive } from './pages/executive/entry.ts';
import { NotFound, PageComing, PageFailed } from './pages/Fallback.tsx';
import { entry as featuresEntry, readSearch as readFeatures } from './pages/features/entry.ts';
import { readFirstRun } from './pages/firstRun/search.ts';
import { entry as groundwaterEntry, readSearch as readGroundwater } from './pages/groundwater/entry.ts';
import { entry as neutralityEntry, readSearch as readNeutrality } from './pages/neutrality/entry.ts';
import { entry as overviewEntry, readSearch as readOverview } from './pages/overview/entry.ts';
import { OverviewPage } from './pages/overview/Page.tsx';
import { entry as plantEntry, readSearch as readPlant } from './pages/plant/entry.ts';
import { entry as qualityEntry, readSearch as readQuality } from './pages/quality/entry.ts';
import { entry as rainEntry, readSearch as readRain } from './pages/rain/entry.ts';
import { readSearch as readReports, entry as reportsEntry } from './pages/reports/entry.ts';
import { readSearch as readSettings, entry as settingsEntry } from './pages/settings/entry.ts';
import { readSearch as readSummary, entry as summaryEntry } from './pages/summary/entry.ts';
import { readSearch as readSystem, entry as systemEntry } from './pages/system/entry.ts';
import { readSearch as readUnits, entry as unitsEntry } from './pages/units/entry.ts';
import { readUnitSearch } from './pages/units/search.ts';
import { readSearch as readWall } from './pages/wall/entry.ts';
import { Frame } from './shell/Frame.tsx';
import { guarded } from './shell/guarded.tsx';
import { onlyRead, readFrameSearch } from './shell/page.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: PageFailed });

const overview = createRoute({
  getParentRoute: () => root,
  path: overviewEntry.path,
  validateSearch: onlyRead(readOverview),
  // part of the first file in any case: it is drawn with the frame and not after it
  component: guarded(overviewEntry, OverviewPage),
});
const diagram = createRoute({
  getParentRoute: () => root,
  path: diagramEntry.path,
  validateSearch: onlyRead(readDiagram),
  component: guarded(
    diagramEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/diagram/Page.tsx')), 'DiagramPage'),
  ),
});
const diagramEdit = createRoute({
  getParentRoute: () => root,
  path: '/diagram/edit',
  validateSearch: onlyRead(readFrameSearch),
  component: guarded(
    { ...diagramEntry, needs: ['SCADA_EDITOR'] },
    lazyRouteComponent(() => patiently(() => import('./pages/diagram/edit/Page.tsx')), 'DiagramEditPage'),
  ),
});
const balance = createRoute({
  getParentRoute: () => root,
  path: balanceEntry.path,
  validateSearch: onlyRead(readBalance),
  component: guarded(
    balanceEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/balance/Page.tsx')), 'BalancePage'),
  ),
});
const balanceEdit = createRoute({
  getParentRoute: () => root,
  path: '/balance/edit',
  validateSearch: onlyRead(readFrameSearch),
  component: guarded(
    { ...balanceEntry, needs: ['WATER_BALANCE_EDITOR'] },
    lazyRouteComponent(() => patiently(() => import('./pages/balance/edit/Page.tsx')), 'BalanceEditPage'),
  ),
});
const units = createRoute({
  getParentRoute: () => root,
  path: unitsEntry.path,
  validateSearch: onlyRead(readUnits),
  component: guarded(
    unitsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/units/Page.tsx')), 'UnitsPage'),
  ),
});
const unit = createRoute({
  getParentRoute: () => root,
  path: '/units/$unitId',
  validateSearch: onlyRead(readUnitSearch),
  component: guarded(
    unitsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/units/UnitPage.tsx')), 'UnitPage'),
  ),
});
const quality = createRoute({
  getParentRoute: () => root,
  path: qualityEntry.path,
  validateSearch: onlyRead(readQuality),
  component: guarded(
    qualityEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/quality/Page.tsx')), 'QualityPage'),
  ),
});
const energy = createRoute({
  getParentRoute: () => root,
  path: energyEntry.path,
  validateSearch: onlyRead(readEnergy),
  component: guarded(
    energyEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/energy/Page.tsx')), 'EnergyPage'),
  ),
});
const groundwater = createRoute({
  getParentRoute: () => root,
  path: groundwaterEntry.path,
  validateSearch: onlyRead(readGroundwater),
  component: guarded(
    groundwaterEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/groundwater/Page.tsx')), 'GroundwaterPage'),
  ),
});
const rain = createRoute({
  getParentRoute: () => root,
  path: rainEntry.path,
  validateSearch: onlyRead(readRain),
  component: guarded(
    rainEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/rain/Page.tsx')), 'RainPage'),
  ),
});
const neutrality = createRoute({
  getParentRoute: () => root,
  path: neutralityEntry.path,
  validateSearch: onlyRead(readNeutrality),
  component: guarded(
    neutralityEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/neutrality/Page.tsx')), 'NeutralityPage'),
  ),
});
const alarms = createRoute({
  getParentRoute: () => root,
  path: alarmsEntry.path,
  validateSearch: onlyRead(readAlarms),
  component: guarded(
    alarmsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/alarms/Page.tsx')), 'AlarmsPage'),
  ),
});
const commands = createRoute({
  getParentRoute: () => root,
  path: commandsEntry.path,
  validateSearch: onlyRead(readCommands),
  component: guarded(
    commandsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/commands/Page.tsx')), 'CommandsPage'),
  ),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: reportsEntry.path,
  validateSearch: onlyRead(readReports),
  component: guarded(
    reportsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/reports/Page.tsx')), 'ReportsPage'),
  ),
});
const executive = createRoute({
  getParentRoute: () => root,
  path: executiveEntry.path,
  validateSearch: onlyRead(readExecutive),
  component: guarded(
    executiveEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/executive/Page.tsx')), 'ExecutivePage'),
  ),
});
const summary = createRoute({
  getParentRoute: () => root,
  path: summaryEntry.path,
  validateSearch: onlyRead(readSummary),
  component: guarded(
    summaryEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/summary/Page.tsx')), 'SummaryPage'),
  ),
});
const features = createRoute({
  getParentRoute: () => root,
  path: featuresEntry.path,
  validateSearch: onlyRead(readFeatures),
  component: guarded(
    featuresEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/features/Page.tsx')), 'FeaturesPage'),
  ),
});
const commissioning = createRoute({
  getParentRoute: () => root,
  path: commissioningEntry.path,
  validateSearch: onlyRead(readCommissioning),
  component: guarded(
    commissioningEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/commissioning/Page.tsx')), 'CommissioningPage'),
  ),
});
const plant = createRoute({
  getParentRoute: () => root,
  path: plantEntry.path,
  validateSearch: onlyRead(readPlant),
  component: guarded(
    plantEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/plant/Page.tsx')), 'PlantPage'),
  ),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: settingsEntry.path,
  validateSearch: onlyRead(readSettings),
  component: guarded(
    settingsEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/settings/Page.tsx')), 'SettingsPage'),
  ),
});
const system = createRoute({
  getParentRoute: () => root,
  path: systemEntry.path,
  validateSearch: onlyRead(readSystem),
  component: guarded(
    systemEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/system/Page.tsx')), 'SystemPage'),
  ),
});

/** Everybody's own: password and sessions need no right. */
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: onlyRead(readFrameSearch),
  component: lazyRouteComponent(() => patiently(() => import('./pages/settings/AccountPage.tsx')), 'AccountPage'),
});
const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  validateSearch: onlyRead(readFirstRun),
  component: guarded(
    commissioningEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/firstRun/Page.tsx')), 'FirstRunPage'),
  ),
});
const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  validateSearch: onlyRead(readWall),
  component: guarded(
    overviewEntry,
    lazyRouteComponent(() => patiently(() => import('./pages/wall/Page.tsx')), 'WallPage'),
  ),
});

const tree = root.addChildren([
  account,
  firstRun,
  wall,
  overview,
  diagram,
  diagramEdit,
  balance,
  balanceEdit,
  units,
  unit,
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
]);

export const newRouter = () =>
  createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageComing,
    // the way back leads to where one was; on a phone the page scrolls between the bars, else the window does
    scrollRestoration: true,
    scrollToTopSelectors: ['main'],
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
