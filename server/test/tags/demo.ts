import { afterAll, beforeAll } from 'vitest';
import { permissions } from '../../contract/permissions.ts';
import type { Caller } from '../../core/caller.ts';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { createBalance } from '../../features/dashboards/balance/index.ts';
import { createDashboards, type Dashboards } from '../../features/dashboards/create.ts';
import { createRoEvents } from '../../features/dashboards/ro/index.ts';
import { createDiagrams } from '../../features/diagrams/create.ts';
import { diagramRoutes } from '../../features/diagrams/routes.ts';
import { readingRoutes } from '../../features/readings/routes.ts';
import type { Route } from '../../http/route.ts';
import { madeDemo, openDemo, removeFolder, resources } from '../demoRig.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../httpRig.ts';

/** The clock stands still: an answer that keeps its tag is not saved by the time that passes. */
export const clock = new ManualClock(Date.parse('2026-11-12T04:32:30Z'));
/** A day that is over, the one before it, and both as they stand in a query. */
export const [day, before] = [dayNumber('2026-11-09'), dayNumber('2026-11-08')];
export const D = '09/11/2026';

let folder: string;
export let server: Awaited<ReturnType<typeof openDemo>>;
export let caller: Caller;
/** As clients ask it, with all that it remembers. */
export let served: Rig;

const serve = (dashboards: Pick<Dashboards, 'routes'>, diagrams: ReturnType<typeof createDiagrams>): Promise<Rig> => {
  const { directory, reader, calendars } = server;
  const routes: Route[] = [
    ...readingRoutes({ directory, reader, calendars, scheduler: new CooperativeScheduler(), clock }),
    ...dashboards.routes,
    ...diagramRoutes({ ...diagrams, nameOf: () => undefined, version: '0' }),
  ];
  return startRig(routes, { clock, sessions: sessionsOf({ admin: { caller, panel: false } }) });
};

/** Another one on the same data that remembers nothing. */
export const serveAnew = (): Promise<Rig> => {
  const { directory, reader, calendars, alarms, documents, storage, audit, auth, users, accounts } = server;
  const kyselies = { writer: storage.writer, readerKysely: storage.reader.kysely };
  const roEvents = createRoEvents(kyselies.writer, kyselies.readerKysely);
  const parts = { ...kyselies, directory, reader, calendars, alarms, roEvents, scheduler: new CooperativeScheduler(), clock };
  const rainSources = { resources, dataFolder: folder, remote: undefined };
  const balances = createBalance({ ...parts, documents });
  const dashboards = createDashboards({ ...parts, documents, balances, rainSources, audit, tokens: auth.tickets, users });
  const dischargeIds = (industryId: string) => balances.graphs.dischargeMeters(industryId);
  const writePoints = (industryId: string) => server.plc.points.list(industryId);
  return serve(dashboards, createDiagrams({ ...parts, documents, dischargeIds, writePoints, settings: accounts.settings }));
};

export const serveDemo = (): void => {
  beforeAll(async () => {
    folder = await madeDemo({ days: 12 }, clock);
    server = await openDemo(folder, { clock });
    const userId = server.users.usersOf('DEMO')[0]?.id ?? '';
    caller = someCaller({ userId, permissions: new Set(permissions) });
    served = await serve(server.dashboards, server.diagrams);
  });
  afterAll(async () => {
    await served.stop();
    await server.stop();
    removeFolder(folder);
  });
};
