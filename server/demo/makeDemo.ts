import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import { industryFacts } from '../contract/model/industryFacts.ts';
import { saveBalanceGraph } from '../contract/user/waterBalance.ts';
import { type Clock, clockBehind, systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { dateOfDay } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import type { HistoryWriter } from '../historian/index.ts';
import { createPlant, type Plant as Server } from '../plant.ts';
import { Storage } from '../storage.ts';
import { demoAccounts } from './accounts.ts';
import { checkpointOf, writeCheckpoint } from './checkpoint.ts';
import { beverageFacts } from './facts.ts';
import { type SeriesLookup, writeHistory } from './history.ts';
import { beverageBalance } from './layout/beverageBalance.ts';
import { pumpPoint, suctionLevel } from './layout/beveragePump.ts';
import { beverageScada } from './layout/beverageScada.ts';
import { beveragePoints } from './layout/beverageValves.ts';
import { LivePlants } from './live.ts';
import { enterOffset } from './offset.ts';
import { writePastAlarms } from './pastAlarms.ts';
import { type InstrumentedPlant, newPlants } from './plant.ts';
import { BeveragePlant } from './process/beverage.ts';
import { localMoment, localTime } from './process/localTime.ts';
import { roLogOf } from './roLog.ts';
import { addIndustry, commission, idIn } from './setup.ts';

/** What a demo is made of. */
export type DemoOrder = {
  dataFolder: string;
  resources: string;
  days: number;
  seed: number;
  /** Of the beverage plant, where it is to be called otherwise. */
  name?: string | undefined;
  /** Its history ends so many days ago. */
  endedDaysAgo?: number | undefined;
};

/** What time it is in a demo. */
export const demoClock = ({ endedDaysAgo = 0 }: Pick<DemoOrder, 'endedDaysAgo'>): Clock =>
  endedDaysAgo === 0 ? systemClock : clockBehind(systemClock, endedDaysAgo * DAY_MS);

/** Close to a slot's end the making waits for the next one, so that no slot falls between history and the first poll. */
const tooLateMs = 5000;
const shiftHour = 6;

/**
 * Makes the demo in an empty data folder: industries, units, devices and accounts through the services of a running server, the
 * past through the path of live readings. It is whole once its checkpoint is written.
 */
export async function makeDemo({ dataFolder, resources, days, seed, name }: DemoOrder, clock: Clock, log: Log): Promise<void> {
  const storage = new Storage(dataFolder, clock, log);
  try {
    const { writer } = storage;
    // an unfinished demo is thrown away, so nothing has to survive a power cut before the end
    writer.setDurable(false);
    const config = readConfig(['--demo', '--data', dataFolder], {});
    const server = createPlant({ config, storage, resources, clock, log });
    const today = localTime(clock.now() - shiftHour * HOUR_MS).day;
    const firstDay = today - days;
    const fromMs = localMoment(firstDay, shiftHour);
    const plants = newPlants({ seed, today, fromMs });
    await commissionAll(server, plants, { firstDay, name }, { clock, log });
    // a diagram names what can be switched
    allowCommands(server);
    await describePlant(server, { seed, today });
    await grantSummary(server, plants);
    await writePast(server, server.history(), plants, clock);
    await logCleanings(server, plants, fromMs);
    await enterByHand(server, plants, { firstDay, today });
    const operatorId = server.users.usersOf('DEMO').find(({ username }) => username === 'operator')?.id ?? '';
    const industryIds = plants.map(({ industry }) => industry.id);
    await writePastAlarms({ server, storage, industryIds, fromMs, nowMs: clock.now(), operatorId });
    writer.setDurable(true);
    storage.stop();
    await writeCheckpoint(dataFolder, checkpointOf({ seed, today, plants }));
  } finally {
    storage.stop();
  }
}

async function commissionAll(
  server: Server,
  plants: readonly InstrumentedPlant[],
  { firstDay, name }: { firstDay: number; name: string | undefined },
  parts: { clock: Clock; log: Log },
): Promise<void> {
  const ports = await freePorts(plants, { ...parts, templates: server.templates() });
  for (const { industry, model } of plants) {
    const called = name !== undefined && model instanceof BeveragePlant ? { ...industry, name } : industry;
    await commission(server, called, { firstDay, ports: ports.get(industry.id) ?? new Map() });
  }
  await addIndustry(server, 'INTERNAL', 'Headworks service', firstDay);
  for (const account of demoAccounts) await server.users.add(account);
}

/** What the office and the control room enter once the plant runs. */
async function describePlant(
  { industries, diagrams, dashboards, users }: Server,
  { seed, today }: { seed: number; today: number },
): Promise<void> {
  const author = users.usersOf('DEMO')[0];
  if (!author) throw new Failure('server', 'the demo has no users');
  await industries.changeFacts('DEMO', industryFacts.parse(beverageFacts(seed, today)));
  await diagrams.scada.save({ industryId: 'DEMO', userId: author.id }, {}, beverageScada);
  await dashboards.balanceGraphs.save('DEMO', saveBalanceGraph.body.parse(beverageBalance), author.id);
  await storeNormals(dashboards, today);
}

/** What may be switched and set; on a real plant a technician says so. */
function allowCommands({ plc, tags }: Server): void {
  const level = tags.list('DEMO', idIn('DEMO', suctionLevel.device)).find(({ name }) => name === suctionLevel.tag);
  if (!level) throw new Failure('server', 'the demo has no level for its pump');
  for (const [id, point] of [...beveragePoints('DEMO'), pumpPoint('DEMO', level.id)]) plc.points.add('DEMO', point, id);
  plc.readOnly.turn(false);
}

/** The service's own staff look after both plants. */
async function grantSummary({ dashboards, users }: Server, plants: readonly InstrumentedPlant[]): Promise<void> {
  const industryIds = plants.map(({ industry }) => industry.id);
  for (const staff of users.usersOf('INTERNAL'))
    await dashboards.executiveAccess.setGrants(staff, { userId: staff.id, industryIds });
}

/** What no instrument brings; it is taken as from a person, on top of the history. */
async function enterByHand(
  server: Server,
  plants: readonly InstrumentedPlant[],
  { firstDay, today }: { firstDay: number; today: number },
): Promise<void> {
  await server.commissioning.configurator.start();
  server.ingest.start();
  await enterOffset(server, firstDay, today);
  for (const plant of plants) await enterExchanges(server, plant);
  await server.ingest.stop();
  server.commissioning.configurator.stop();
}

/** The readings of both meters, which the fitter wrote down when he exchanged them; the new one began at 0. */
async function enterExchanges({ units }: Pick<Server, 'units'>, plant: InstrumentedPlant): Promise<void> {
  const { id } = plant.industry;
  for (const { unit, atMs, closing } of plant.exchanges()) {
    const at = new Date(atMs).toISOString();
    const note = 'exchanged after ten years';
    await units.changeMeter(id, idIn(id, unit), { at, closing, opening: 0, basePerCount: {}, note, confirmed: true });
  }
}

/** What the shift wrote down whenever the RO train was washed since a moment. */
export async function logCleanings(
  { dashboards }: Pick<Server, 'dashboards'>,
  plants: readonly InstrumentedPlant[],
  sinceMs: number,
): Promise<void> {
  const author = demoAccounts.find(({ username }) => username === 'operator');
  for (const { industry, model } of plants) {
    if (!(model instanceof BeveragePlant) || !author) continue;
    const entries = roLogOf(model.state.train).filter(({ start }) => Date.parse(start) >= sinceMs);
    for (const entry of entries) await dashboards.roLog.add({ ...author, industryId: industry.id }, entry);
  }
}

/** Normals of the district of each plant, for its gauge. */
async function storeNormals({ rainHistory }: Pick<Server['dashboards'], 'rainHistory'>, today: number): Promise<void> {
  const { signal } = new AbortController();
  for (const [industryId, district] of Object.entries({ DEMO: 'Pune', NORTH: 'Solan' })) {
    const unitId = idIn(industryId, 'rain');
    const date = dateOfDay(today);
    await rainHistory.bring({ industryId, signal }, { unitId, source: 'normals', district, startDate: date, endDate: date });
  }
}

/** Ports that are free at present, by industry and connection; where one is taken later, the connection follows. */
async function freePorts(
  plants: readonly InstrumentedPlant[],
  parts: { clock: Clock; log: Log; templates: readonly DeviceTemplate[] },
): Promise<Map<string, Map<string, number>>> {
  const live = new LivePlants({ plants, ...parts });
  try {
    await live.open(() => undefined);
    return new Map(
      plants.map(({ industry: { id, connections } }) => [
        id,
        new Map(connections.map(({ key }) => [key, live.port({ industryId: id, connection: key })])),
      ]),
    );
  } finally {
    await live.stop();
  }
}

/** History up to now, and what passes while it is written. */
export async function writePast(
  { directory }: Pick<Server, 'directory'>,
  writer: HistoryWriter,
  plants: readonly InstrumentedPlant[],
  clock: Clock,
): Promise<void> {
  const seriesOf: SeriesLookup = (industryId, { unit, param }) => {
    const series = directory.unit(industryId, idIn(industryId, unit))?.series.find((one) => one.param === param);
    if (!series) throw new Failure('server', `the demo unit ${unit} has no parameter ${param}`);
    return series.id;
  };
  for (;;) {
    const left = SLOT_MS - (clock.now() % SLOT_MS);
    if (left < tooLateMs) await delay(left);
    const nowMs = clock.now();
    if (plants.every(({ model }) => model.truth.timeMs + SLOT_MS > nowMs)) break;
    await writeHistory(plants, nowMs, writer, seriesOf);
  }
  writer.finish();
}
