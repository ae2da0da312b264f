import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UnitMeta } from '../contract/model/units.ts';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { RoDays } from '../features/dashboards/ro/days.ts';
import { RoLog } from '../features/dashboards/ro/log.ts';
import { type OperatingPoint, osmoticBar, temperatureCorrection } from '../features/dashboards/ro/normalize.ts';
import { RoReferences } from '../features/dashboards/ro/references.ts';
import { RoStore } from '../features/dashboards/ro/roStore.ts';
import { roRoutes } from '../features/dashboards/ro/routes.ts';
import { RoService } from '../features/dashboards/ro/service.ts';
import { notingChanges, type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

const params = (names: readonly string[]): UnitMeta['params'] =>
  Object.fromEntries(names.map((name) => [name, { name, unit: '', lt: null, ht: null }]));
const counted = ['RO_EFFICIENCY_PLANT'];
const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 20 };

/** One train, `ro`, of 7.5 m3/h permeate at design, with an analyser on every side. */
export const roPlant = ({ without = [] as string[] } = {}): TestPlant => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['ro', 'other'])
    .addCategory('QUALITY_CATEGORY', ['analysers'])
    .addCategory('ENERGY_CATEGORY', ['drives']);
  const industry = plant.industry('DEMO');
  if (industry) {
    industry.joinedAtMs = Date.UTC(2026, 3, 1);
    industry.meta = {
      facts: { roPlants: [{ plantId: 'ro', recoveryTargetPct: 75, designPermeateM3h: 7.5, membraneAreaM2: 400 }] },
    };
  }
  const add = (id: string, fields: Omit<Parameters<TestPlant['addUnit']>[0], 'id'>): void => {
    if (!without.includes(id)) plant.addUnit({ id, standardCategoryIds: counted, ...fields });
  };
  for (const side of ['feed', 'permeate', 'reject'] as const) {
    add(side, { type: 'flow', subCategoryId: 'ro', meta: { meter, ro: { side } } });
    const names = ['tds', 'conductivity', 'pressure', 'ph', ...(side === 'feed' ? ['temperature'] : [])];
    // analysers stand in a category of their own and say whose water they see
    add(`${side}Quality`, {
      type: 'quality',
      subCategoryId: 'analysers',
      meta: {
        params: params(names.filter((name) => !without.includes(`${side}.${name}`))),
        ro: { side },
        flowUnitId: 'permeate',
      },
    });
  }
  add('energy', { type: 'energy', subCategoryId: 'drives', meta: { meter, ro: { side: 'train' }, flowUnitId: 'permeate' } });
  plant.addUnit({ id: 'garden', type: 'flow', subCategoryId: 'other', meta: { meter } });
  return plant;
};

export const design: OperatingPoint & { ph: number; kW: number } = {
  feedM3h: 10,
  permeateM3h: 7.5,
  rejectM3h: 2.5,
  feedMgL: 1500,
  permeateMgL: 30,
  feedBar: 12,
  permeateBar: 0.5,
  rejectBar: 10.5,
  celsius: 27,
  ph: 7.1,
  kW: 6,
};

/** The same membranes with less of their permeability left: the pump has to press harder. */
export const fouled = (part: number): typeof design => {
  const y = 0.75;
  const brine = (design.feedMgL * Math.log(1 / (1 - y))) / y;
  const osmotic = osmoticBar(brine, design.celsius) - osmoticBar(design.permeateMgL, design.celsius);
  const driving = design.feedBar - 0.75 - design.permeateBar - osmotic;
  const feedBar = driving / part + 0.75 + design.permeateBar + osmotic;
  return { ...design, feedBar, rejectBar: feedBar - 1.5 };
};

/** The same membranes at another temperature. */
export const warmed = (celsius: number): typeof design => {
  const permeability = temperatureCorrection(celsius) / temperatureCorrection(design.celsius);
  const brine = (design.feedMgL * Math.log(4)) / 0.75;
  const osmotic = (at: number): number => osmoticBar(brine, at) - osmoticBar(design.permeateMgL, at);
  const driving = design.feedBar - 0.75 - design.permeateBar - osmotic(design.celsius);
  const feedBar = driving / permeability + 0.75 + design.permeateBar + osmotic(celsius);
  return { ...design, celsius, feedBar, rejectBar: feedBar - 1.5 };
};

/** Writes slots [at, at + count) of a day; a train at rest has flows of 0 and its analysers stand. */
export const write = (plant: TestPlant, date: string, at: number, count: number, now: Partial<typeof design> = {}): void => {
  const point = { ...design, ...now };
  const put = (unit: string, param: string, value: number): void => {
    if (plant.unit('DEMO', unit)?.series.some((one) => one.param === param))
      plant.write(unit, param, date, at, Array(count).fill(value));
  };
  for (const side of ['feed', 'permeate', 'reject'] as const) put(side, 'volume', (point[`${side}M3h`] * 1000) / 12);
  put('energy', 'energy', (point.kW * 1000) / 12);
  put('feedQuality', 'tds', point.feedMgL);
  put('permeateQuality', 'tds', point.permeateMgL);
  put('rejectQuality', 'tds', 5910);
  for (const [side, factor] of [
    ['feed', point.feedMgL],
    ['permeate', point.permeateMgL],
  ] as const)
    put(`${side}Quality`, 'conductivity', factor / 0.65);
  for (const side of ['feed', 'permeate', 'reject'] as const) {
    put(`${side}Quality`, 'pressure', point[`${side}Bar`]);
    put(`${side}Quality`, 'ph', point.ph);
  }
  put('feedQuality', 'temperature', point.celsius);
};

export const atRest = { feedM3h: 0, permeateM3h: 0, rejectM3h: 0, kW: 0 };

/** The routes of RO on a plant in memory and a database on disk; `now` is a shift date, at noon of its shift. */
export const startRoRig = async (plant: TestPlant, now = '2026-06-20') => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-ro-'));
  const path = join(folder, 'headworks.db');
  const writer = openDatabase(path);
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber(now)).fromMs + 12 * 3_600_000 + 10_000);
  migrate(writer.sqlite, clock);
  for (const id of ['DEMO', 'NORTH'])
    writer.sqlite.prepare('insert into industry (id, name, joined_at) values (?, ?, 0)').run(id, id);
  const reader = openDatabase(path, { readonly: true });
  const store = new RoStore(new Writer(writer.sqlite), reader.kysely);
  const days = new RoDays();
  const references = new RoReferences({ store, days, directory: plant, clock });
  const serving = {
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    turns: new CooperativeScheduler(),
    clock,
  };
  const ro = new RoService({ ...serving, store, references, days });
  const roLog = new RoLog({ ...serving, store, references, work: { refresh: async () => undefined } });
  const notes: { kind: string; note: object }[] = [];
  const rig = await startRig(roRoutes({ ro, roLog }), {
    clock,
    sessions: sessionsOf({
      viewer: { caller: someCaller(), panel: false },
      north: { caller: someCaller({ industryId: 'NORTH' }), panel: false },
    }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => {},
      changing: notingChanges(async (_, kind, note) => void notes.push({ kind, note })),
    },
  });
  const ask = (query: string, headers: Record<string, string> = {}): Promise<Reply> =>
    rig.ask(`/api/user/roEfficiency${query}`, { headers: { authorization: 'Bearer viewer', ...headers } });
  const log = (body: object, who = 'viewer'): Promise<Reply> =>
    rig.ask('/api/user/roEfficiency/logActivities', { method: 'POST', headers: { authorization: `Bearer ${who}` }, body });
  const stop = async (): Promise<void> => {
    await rig.stop();
    reader.sqlite.close();
    writer.sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ask, log, stop, clock, notes, store, ro, references, sqlite: writer.sqlite };
};
export type RoRig = Awaited<ReturnType<typeof startRoRig>>;
