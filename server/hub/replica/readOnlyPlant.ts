import { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { DatabaseConnection } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import { createAlertSettings } from '../../features/accounts/index.ts';
import { AlarmStore, alertReadRoutes } from '../../features/alarms/index.ts';
import type { AuditTrail } from '../../features/audit/index.ts';
import { createBalance, createDashboards, createRoEvents } from '../../features/dashboards/index.ts';
import { createDiagrams, createDocuments, diagramRoutes } from '../../features/diagrams/index.ts';
import { overviewRoutes, readingRoutes } from '../../features/readings/index.ts';
import { createUnits, unitRoutes } from '../../features/units/index.ts';
import { type DamageList, ReadingStore, SlotReader } from '../../historian/index.ts';
import type { Route } from '../../http/route.ts';
import { createPlantModel, type PlantModel } from '../../plantModel/index.ts';

export type ReadOnlyPlantParts = {
  /** Opened with `readonly`. */
  connection: DatabaseConnection;
  resources: string;
  dataFolder: string;
  version: string;
  clock: Clock;
  log: Log;
};

export type ReadOnlyPlant = {
  /** Must be loaded before the first request. */
  model: PlantModel;
  /** The read operations of the User API; who asks is for the server that serves them. */
  routes: Route[];
  /** What reading found not to be what was written. */
  damage: DamageList;
};

const refuse = (): never => {
  throw new Failure('readOnly', 'this is a copy of a plant: it answers questions and changes nothing');
};

/** A replica is read only, so there is nothing to audit. */
const noAudit: AuditTrail = { record: refuse, append: refuse, gather: () => undefined };

/**
 * A plant that only answers questions about a database, in the same code and with the same numbers as the plant itself: no field,
 * ingest, alarm engine or delivery. Open days are read from their rows. A hub serves the copies of its plants this way.
 */
export const createReadOnlyPlant = (parts: ReadOnlyPlantParts): ReadOnlyPlant => {
  const { connection, resources, dataFolder, version, clock, log } = parts;
  const { kysely: readerKysely, sqlite } = connection;
  // stores that also write get a writer whose transactions all fail on this connection
  const writer = new Writer(sqlite);
  const model = createPlantModel(readerKysely, new Bus(log));
  const { directory, calendars } = model;
  const store = new ReadingStore(sqlite);
  const reader = new SlotReader({ store, units: directory, clock });
  const serving = { directory, reader, calendars, scheduler: new CooperativeScheduler(), clock };
  const alarms = new AlarmStore(writer, sqlite);
  const documents = createDocuments(writer, readerKysely, clock);
  const balances = createBalance({ ...serving, documents });
  const dischargeIds = (id: string) => balances.graphs.dischargeMeters(id);
  const diagrams = createDiagrams({
    ...{ ...serving, documents, alarms, dischargeIds },
    settings: createAlertSettings(writer),
    // nothing is saved here
    writePoints: () => [],
  });
  const dashboards = createDashboards({
    ...serving,
    writer,
    readerKysely,
    audit: noAudit,
    alarms,
    tokens: { ticket: refuse, readTicket: refuse, scopedAccess: refuse },
    users: { user: () => undefined },
    documents,
    balances,
    rainSources: { resources, dataFolder, remote: undefined },
    roEvents: createRoEvents(writer, readerKysely),
  });
  const routes = [
    ...unitRoutes({ directory, clock, ...createUnits(writer, model, clock) }),
    ...readingRoutes(serving),
    // the lines of the plant are not here
    ...overviewRoutes({ ...serving, troubles: () => () => null, dischargeIds }),
    ...alertReadRoutes({ ...serving, alarms, testIndustries: [] }),
    ...diagramRoutes({ ...diagrams, nameOf: () => undefined, version }),
    ...dashboards.routes,
  ];
  return { model, routes: routes.filter(({ row }) => row.method === 'get'), damage: store.damage };
};
