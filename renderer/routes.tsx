import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound, PageFailed } from './pages/Fallback.tsx';
import { OverviewPage } from './pages/overview/Page.tsx';
import { readUnitSearch } from './pages/units/search.ts';
import { Shell } from './shell/Shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

const overview = createRoute({ getParentRoute: () => root, path: '/', component: OverviewPage });

const units = createRoute({
  getParentRoute: () => root,
  path: '/units',
  component: lazyRouteComponent(() => import('./pages/units/Page.tsx'), 'UnitsPage'),
});

const unit = createRoute({
  getParentRoute: () => root,
  path: '/units/$unitId',
  validateSearch: readUnitSearch,
  component: lazyRouteComponent(() => import('./pages/units/UnitPage.tsx'), 'UnitPage'),
});

const tree = root.addChildren([overview, units, unit]);

export const newRouter = () => createRouter({ routeTree: tree, defaultPreload: 'intent', defaultErrorComponent: PageFailed });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
