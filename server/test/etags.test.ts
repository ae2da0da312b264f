import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndustryFacts, industryFacts } from '../contract/model/industryFacts.ts';
import { permissions } from '../contract/permissions.ts';
import { saveBalanceGraph } from '../contract/user/waterBalance.ts';
import type { Caller } from '../core/caller.ts';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import type { WriteTx } from '../db/writer.ts';
import { beverageBalance } from '../demo/layout/beverageBalance.ts';
import { createBalance } from '../features/dashboards/balance/index.ts';
import { createDashboards, type Dashboards } from '../features/dashboards/create.ts';
import { createRoEvents } from '../features/dashboards/ro/index.ts';
import { createDiagrams } from '../features/diagrams/create.ts';
import { diagramRoutes } from '../features/diagrams/routes.ts';
import { readingRoutes } from '../features/readings/routes.ts';
import type { Route } from '../http/route.ts';
import type { Unit } from '../plantModel/model.ts';
import { madeDemo, openDemo, removeFolder, resources } from './demoRig.ts';
import { type Reply, type Rig, sessionsOf, someCaller, startRig } from './httpRig.ts';

/** The clock stands still: an answer that keeps its tag is not saved by the time that passes. */
const clock = new ManualClock(Date.parse('2026-11-12T04:32:30Z'));
/** A day that is over, the one before it, and both as they stand in a query. */
const [day, before] = [dayNumber('2026-11-09'), dayNumber('2026-11-08')];
const D = '09/11/2026';

let folder: string;
let server: Awaited<ReturnType<typeof openDemo>>;
let caller: Caller;
/** As clients ask it, with all that it remembers. */
let served: Rig;

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
const serveAnew = (): Promise<Rig> => {
  const { directory, reader, calendars, alarms, documents, storage, audit, auth, users, accounts } = server;
  const kyselies = { writer: storage.writer, readerKysely: storage.reader.kysely };
  const roEvents = createRoEvents(kyselies.writer, kyselies.readerKysely);
  const parts = { ...kyselies, directory, reader, calendars, alarms, roEvents, scheduler: new CooperativeScheduler(), clock };
  const rainSources = { resources, dataFolder: folder, remote: undefined };
  const balances = createBalance({ ...parts, documents });
  const dashboards = createDashboards({ ...parts, documents, balances, rainSources, audit, tokens: auth.tickets, users });
  const dischargeIds = (industryId: string) => balances.graphs.dischargeMeters(industryId);
  return serve(dashboards, createDiagrams({ ...parts, documents, dischargeIds, settings: accounts.settings }));
};

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

const questions = [
  `deviceData?date1=${D}&category=source&type=HOUR`,
  `deviceData?date1=${D}&category=source&type=DATE&date2=08/11/2026`,
  `deviceData?date1=${D}&category=stock&type=HOUR`,
  `deviceData?date1=${D}&category=energy&type=DATE`,
  `deviceData?date1=${D}&category=quality&type=HOUR`,
  `deviceDataV2?date1=${D}&category=SOURCE_CATEGORY`,
  `deviceDataV2?date1=${D}&category=STOCK_CATEGORY&type=MONTH`,
  `deviceDataV2?date1=${D}&category=ENERGY_CATEGORY&v2=true`,
  `deviceDataV2?date1=${D}&category=GROUND_WATER_LEVEL&type=YEAR`,
  `deviceDataV2/compare?dateA1=${D}&dateB1=08/11/2026&ids1=demo-line1&ids2=demo-line1&category=SOURCE_CATEGORY`,
  `granular/unit?date1=${D}&unitId=demo-line1`,
  `granular/category?date1=${D}&categoryId=source&subCategoryId=production`,
  `landingPage/userData?date=${D}&type=DAY`,
  `landingPage/userData?date=${D}&type=YEAR`,
  `landingPage/userData?date=12/11/2026&type=MONTH&formatter=ai`,
  `summaryPage?date1=${D}`,
  `summaryPage?date1=${D}&type=DATE`,
  `summaryPage?date1=${D}&type=MONTH`,
  `summaryPage?date1=${D}&type=YEAR`,
  `waterBalance/graphEditor`,
  `waterBalance/data?date1=${D}&type=HOUR`,
  `waterBalance/data?date1=${D}&type=DATE&date2=02/11/2026`,
  `scada/graphEditor`,
  `scada/data?date=${D}`,
  `neutrality?date1=01/11/2026&date2=${D}`,
  `roEfficiency?date1=${D}`,
  `roEfficiency?date1=${D}&type=MONTH&date2=08/11/2026`,
  'gwi/data?month=11/2026',
  'gwi/data?month=10/2026',
  `rainfall/trend?date1=${D}&type=MONTH`,
  `rainfall/efficiencySaving?date1=${D}`,
  'rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain',
  `executiveSummary/data?date=${D}&type=DAY`,
  `executiveSummary/data?date=${D}&type=MONTH`,
] as const;

const ask = (rig: Rig, question: string): Promise<Reply> =>
  rig.ask(`/api/user/${question}`, { headers: { authorization: 'Bearer admin' } });
const askAll = async (rig: Rig): Promise<Map<string, Reply>> => {
  const found = new Map<string, Reply>();
  for (const question of questions) found.set(question, await ask(rig, question));
  return found;
};

const unit = (id: string): Unit => {
  const found = server.directory.unit('DEMO', `demo-${id}`);
  if (!found) throw new Error(`${id} is no unit of the demo`);
  return found;
};
/** The sub-category of a unit, as it may be changed. */
const subCategory = (ofUnit: string) => {
  const found = server.directory
    .categories('DEMO')
    .flatMap(({ subCategories }) => subCategories)
    .find(({ id }) => id === unit(ofUnit).subCategoryId);
  if (!found) throw new Error(`${ofUnit} is in no sub-category`);
  const { id, categoryId, displayName, group, enabled, position } = found;
  return { id, categoryId, displayName, group, enabled, position };
};
const changeUnit = (id: string, change: (spec: Unit) => Partial<Unit>): Promise<Unit> => {
  const { series: _series, feeds: _feeds, countedIn: _in, adds: _adds, version: _version, createdAtMs: _at, ...spec } = unit(id);
  return server.units.change('DEMO', `demo-${id}`, { ...spec, ...change(unit(id)) });
};
const changeFacts = (change: (facts: IndustryFacts) => Partial<IndustryFacts>): Promise<unknown> => {
  const facts = industryFacts.parse(server.directory.industry('DEMO')?.meta.facts);
  return server.industries.changeFacts('DEMO', { ...facts, ...change(facts) });
};
/** Puts values into slots of a day, counted from its start or, below 0, from its end. */
const enter = (id: string, param: string, ofDay: number, at: number, values: readonly number[]): Promise<void> => {
  const { firstSlot, slots } = server.calendars.of('DEMO').windowOfDay(ofDay);
  return server.ingest.enter(server.seriesId(`demo-${id}`, param), firstSlot + (at < 0 ? slots + at : at), values, 'late');
};
const write = (work: (tx: WriteTx) => void): void => server.storage.writer.run(work);
const alarm = (raisedAtMs: number): Parameters<typeof server.alarms.raise>[1] => ({
  industryId: 'DEMO',
  unitId: 'demo-line1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: `DEMO|demo-line1|flow_rate||high|${raisedAtMs}`,
  param: '',
  date: '2026-11-09',
  title: 'High flow',
  body: 'Flow is high.',
  action: '',
  priority: 2,
  insight: false,
  late: true,
  value: 12,
  threshold: 10,
  meta: {},
  raisedAtMs,
});
const noonOf = (ofDay: number): number => server.calendars.of('DEMO').windowOfDay(ofDay).fromMs + 6 * 3_600_000;
const raisedOn = (ofDay: number) => {
  const found = server.alarms.between('DEMO', noonOf(ofDay), noonOf(ofDay) + 1)[0];
  if (!found) throw new Error('no alarm');
  return found;
};
/** So that a unit is on line, or no longer. */
const say = (id: string, quality: 'GOOD' | 'BAD_TIMEOUT'): void => {
  const tagId = unit(id).feeds[0]?.tagId;
  if (tagId === undefined) throw new Error(`${id} has no tag`);
  server.ingest.accept([{ tagId, value: quality === 'GOOD' ? 1 : null, quality, atMs: clock.now() }]);
};
const signal = new AbortController().signal;

/** What changes, and questions whose answers it changes. */
const changes: readonly [what: string, change: () => unknown, answers: RegExp[]][] = [
  [
    'the balance graph is saved',
    () => {
      const { nodes, edges, ...rest } = saveBalanceGraph.body.parse(beverageBalance);
      const kept = nodes.map((node) => ({
        ...node,
        label: `${node.label} 2`,
        ...(node.type === 'treatment' && { knownLossPct: 7 }),
      }));
      return server.dashboards.balanceGraphs.save('DEMO', { ...rest, nodes: kept, edges }, caller.userId);
    },
    [/graphEditor/, /waterBalance\/data/, /landing/, /executive/],
  ],
  [
    'slots of a meter come late',
    () => enter('line1', 'volume', day, 100, [90_000]),
    [
      /^deviceData\?.*source&type=HOUR/,
      /^deviceDataV2\?.*SOURCE/,
      /compare/,
      /granular\/unit/,
      /granular\/cat/,
      /landing/,
      /summary/,
    ],
  ],
  ['slots of the day before come late', () => enter('line1', 'volume', before, 100, [90_000]), [/^deviceDataV2/]],
  [
    'slots of a source of the day before come late',
    () => enter('borewell1', 'volume', before, 100, [90_000]),
    [/summaryPage\?[^&]*$/],
  ],
  [
    'the last stock of the day before comes late',
    () => enter('rawTank', 'volume', before, -1, [1000]),
    [/stock&type=HOUR/, /waterBalance\/data/],
  ],
  [
    'the last stock of the month before comes late',
    () => enter('rawTank', 'volume', dayNumber('2026-10-31'), -1, [2000]),
    [/STOCK_CATEGORY&type=MONTH/, /waterBalance\/data.*DATE/],
  ],
  [
    'slots of a source come late',
    () => enter('borewell1', 'volume', day, 100, [90_000]),
    [/gwi/, /neutrality/, /executive/, /waterBalance\/data/],
  ],
  [
    'slots of an RO meter come late',
    () => enter('permeate', 'volume', day, 96, Array<number>(24).fill(1)),
    [/roEfficiency/, /landing/, /executive/],
  ],
  ['rain water used comes late', () => enter('harvestUse', 'volume', day, 100, [90_000]), [/efficiencySaving/, /executive/]],
  [
    'rain comes late',
    () => enter('rain', 'rain', day, 100, [40]),
    [/rainfall\/trend/, /efficiencySaving/, /fetchAnalytics/, /gwi/],
  ],
  [
    'a quality parameter comes late',
    () => enter('etpQuality', 'ph', day, 100, [11, 11, 11]),
    [/quality&type=HOUR/, /landing/, /executive/],
  ],
  [
    'levels of a week come late',
    async () => {
      for (let back = 0; back < 7; back += 1) await enter('piezometer', 'level', before - back, 0, Array<number>(288).fill(45));
    },
    [/GROUND_WATER/, /gwi/],
  ],
  ['energy comes late', () => enter('roEnergy', 'energy', day, 150, [90_000]), [/energy/, /ENERGY/, /roEfficiency/, /executive/]],
  [
    'a diagram is saved',
    () => {
      const bind = [{ unitId: 'demo-line1', field: 'total' }];
      const node = { id: 'n', kind: 'meter' as const, label: 'Line 1', x: 0, y: 0, w: 1, h: 1, bind };
      return server.diagrams.scada.save(
        caller,
        {},
        { pages: [{ id: 'p', name: 'New', level: 1, width: 9, height: 9, nodes: [node], edges: [] }] },
      );
    },
    [/scada\/data/, /scada\/graphEditor/],
  ],
  [
    'work on the RO plant is logged',
    () =>
      server.dashboards.roLog.add(caller, {
        plantId: 'treatment',
        kind: 'flush',
        start: '2026-11-09T08:00:00Z',
        end: '2026-11-09T11:00:00Z',
      }),
    [/roEfficiency/],
  ],
  [
    'a membrane change is logged',
    () =>
      server.dashboards.roLog.add(caller, {
        plantId: 'treatment',
        kind: 'membrane_change',
        start: '2026-11-05T04:00:00Z',
        end: '2026-11-05T09:00:00Z',
      }),
    [/roEfficiency/],
  ],
  [
    'rain of other years is brought',
    () =>
      server.dashboards.rainHistory.bring(
        { industryId: 'DEMO', signal },
        { unitId: 'demo-rain', source: 'csv', startDate: '2024-06-01', endDate: '2024-06-30', csv: 'date,mm\n2024-06-10,55\n' },
      ),
    [/fetchAnalytics/],
  ],
  [
    'normals of another district are brought',
    () =>
      server.dashboards.rainHistory.bring(
        { industryId: 'DEMO', signal },
        { unitId: 'demo-rain', source: 'normals', district: 'Solan', startDate: '2026-11-09', endDate: '2026-11-09' },
      ),
    [/rainfall\/trend/, /fetchAnalytics/],
  ],
  [
    'steps of the fresh-water form are saved',
    async () => {
      const steps: [step: 1 | 2, data: Record<string, unknown>][] = [
        [1, { siteName: 'Works', areaM2: 9000, district: 'Pune', industryType: 'beverage' }],
        [2, { catchments: [{ name: 'Shed', surface: 'metal_sheet', areaM2: 900 }] }],
      ];
      for (const [step, data] of steps)
        await server.dashboards.freshWater.save({ industryId: 'DEMO', signal }, { step, data }, caller.userId);
    },
    [/fetchAnalytics/],
  ],
  [
    'tariffs change',
    () =>
      changeFacts(({ tariffs }) => ({ tariffs: { ...tariffs, energy: [], ratePerKWh: 99, waterPerKL: { third_party: 99 } } })),
    [/energy/, /ENERGY/, /efficiencySaving/, /executive/],
  ],
  ['production is entered', () => changeFacts(() => ({ production: [] })), [/executive/]],
  [
    'the water ratio is chosen',
    () => {
      const body = { numerator: ['demo-borewell1'], denominator: ['demo-line1'], product: '' };
      return server.documents.save('DEMO', { kind: 'water_ratio', name: '', body, userId: caller.userId });
    },
    [/executive.*DAY/, /executive.*MONTH/],
  ],
  [
    'catchments change',
    () => changeFacts(({ catchments }) => ({ catchments: catchments.map((one) => ({ ...one, areaM2: 9 })) })),
    [/efficiencySaving/],
  ],
  [
    'an aquifer changes',
    () => changeFacts(({ aquifers }) => ({ aquifers: aquifers.map((one) => ({ ...one, tds: 1 })) })),
    [/gwi/],
  ],
  [
    'the RO target changes',
    () => changeFacts(({ roPlants }) => ({ roPlants: roPlants.map((one) => ({ ...one, recoveryTargetPct: 60 })) })),
    [/roEfficiency/, /executive/],
  ],
  [
    'a threshold changes',
    () => changeUnit('line1', ({ meta }) => ({ meta: { ...meta, unitThreshold: 1, monthlyThreshold: 2 } })),
    [/deviceData\?/, /deviceDataV2\?/, /landing/, /summary/],
  ],
  [
    'a unit gets another name',
    () => changeUnit('line1', () => ({ name: 'Line 9' })),
    [/deviceData\?/, /compare/, /landing/, /summary/],
  ],
  [
    'a category gets another name and another unit of measure',
    () => {
      const found = server.directory
        .categories('DEMO')
        .find(({ standardCategoryId }) => standardCategoryId === 'SOURCE_CATEGORY');
      if (!found) throw new Error('the demo has no sources');
      const { id, standardCategoryId, enabled, position } = found;
      return server.categories.change('DEMO', id, { displayName: 'Wells', standardCategoryId, siUnit: 'ML', enabled, position });
    },
    [/deviceDataV2\?.*SOURCE/, /granular\/category/, /landing/, /summaryPage\?[^&]*$/, /summary.*MONTH/, /summary.*YEAR/],
  ],
  [
    'a sub-category gets another name',
    () => {
      const found = subCategory('borewell1');
      return server.categories.changeSub('DEMO', found.id, { ...found, displayName: 'Deep wells' });
    },
    [/deviceDataV2\?.*SOURCE/, /summaryPage\?[^&]*$/],
  ],
  [
    'a unit goes to another sub-category',
    () => changeUnit('line2', () => ({ subCategoryId: subCategory('borewell1').id })),
    [/deviceDataV2\?.*SOURCE/, /landing/, /summaryPage\?[^&]*$/],
  ],
  ['a tank gets another size', () => changeUnit('rawTank', () => ({ maxCapacity: 5000 })), [/stock/, /STOCK/, /landing/]],
  [
    'a meter gets another class',
    () => changeUnit('roFeed', ({ meta }) => ({ meta: { ...meta, meterClass: '1' } })),
    [/waterBalance\/data/],
  ],
  [
    'a limit of quality changes',
    () =>
      changeUnit('etpQuality', ({ meta }) => ({
        meta: {
          ...meta,
          params: Object.fromEntries(Object.entries(meta.params ?? {}).map(([name, one]) => [name, { ...one, ht: null }])),
        },
      })),
    [/quality/, /landing/, /executive/],
  ],
  [
    'a credit is no longer verified',
    () =>
      changeUnit('recharge', ({ meta }) => ({
        meta: { ...meta, credit: meta.credit && { ...meta.credit, verifiedBy: null } },
      })),
    [/neutrality/],
  ],
  [
    'a well is described anew',
    () => changeUnit('borewell1', ({ meta }) => ({ meta: { ...meta, well: meta.well && { ...meta.well, depthM: 321 } } })),
    [/gwi/],
  ],
  [
    'an alarm is raised',
    () => write((tx) => void server.alarms.raise(tx, alarm(noonOf(day)))),
    [/landing/, /summary/, /scada\/data/, /executive/],
  ],
  [
    'an alarm is read',
    () =>
      write((tx) =>
        server.alarms.change(
          tx,
          { ...raisedOn(day), ackedAtMs: clock.now(), ackedBy: 'x' },
          { kind: 'acknowledged', userId: null, note: '' },
        ),
      ),
    [],
  ],
  [
    'an alarm is over',
    () => write((tx) => void server.alarms.clear(tx, raisedOn(day), clock.now(), 'over')),
    [/landing/, /executive/],
  ],
  [
    'an alarm of an hour ago has come and gone',
    () => write((tx) => void server.alarms.raise(tx, alarm(clock.now() - 3_600_000), clock.now())),
    [/executive/],
  ],
  ['a meter comes on line', () => say('line2', 'GOOD'), [/deviceData\?/, /deviceDataV2\?.*SOURCE/, /landing/, /summary/]],
  [
    'a meter goes off line',
    () => {
      // live values of a page are up to 10 s old
      clock.advance(10_000);
      say('line2', 'BAD_TIMEOUT');
    },
    [/deviceData\?/, /landing/, /summary/],
  ],
  ['an industry is pinned', () => server.dashboards.executiveAccess.togglePin(caller, 'DEMO'), [/executive/]],
  [
    'another industry is granted',
    () => server.dashboards.executiveAccess.setGrants({ internal: true }, caller.userId, ['NORTH', 'DEMO']),
    [/executive/],
  ],
  [
    'the shift starts later from a coming day on',
    () =>
      server.industries.changeShift('DEMO', {
        timezone: 'Asia/Kolkata',
        startAt: '07:00:00',
        endAt: '07:00:00',
        shiftName: 'Late',
      }),
    [],
  ],
];

let old: ReadonlyMap<string, Reply>;

describe('whatever an answer is made from', () => {
  beforeAll(async () => {
    old = await askAll(served);
  });

  it.each(changes)('%s: nobody keeps the answer of before', async (_what, change, answers) => {
    await change();
    const fresh = await serveAnew();
    const [now, truth] = [await askAll(served), await askAll(fresh)];
    await fresh.stop();
    const changed = questions.filter((question) => truth.get(question)?.text !== old.get(question)?.text);
    const stale = changed.filter((question) => now.get(question)?.headers.etag === old.get(question)?.headers.etag);
    const remembered = questions.filter((question) => now.get(question)?.text !== truth.get(question)?.text);
    old = now;
    expect({ stale, remembered }).toEqual({ stale: [], remembered: [] });
    expect(answers.filter((answer) => !changed.some((question) => answer.test(question)))).toEqual([]);
  });
});
