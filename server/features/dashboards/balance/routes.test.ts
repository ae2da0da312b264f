import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BalanceGraph } from '../../../contract/model/balanceGraph.ts';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { edge, node, plantWith } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { notingChanges, type Reply, type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import type { TestPlant } from '../../../test/testPlant.ts';
import { BalanceGraphs } from './graphs.ts';
import { balanceRoutes } from './routes.ts';
import { BalanceService } from './service.ts';

const GRAPH = '/api/user/waterBalance/graphEditor';
const DATA = '/api/user/waterBalance/data';
const today = '2026-06-20';
const SLOT_MS = 300_000;

let plant: TestPlant;
let rig: Rig;
let notes: { kind: string; note: object }[];
let balance: BalanceService;
beforeEach(async () => {
  plant = plantWith(['well', 'use', 'side'], ['tank']);
  plant.addUnit({
    id: 'ph',
    type: 'quality',
    subCategoryId: 's',
    meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 8 } } },
  });
  const nowSlot = plant.calendar.windowOfDay(dayNumber(today)).firstSlot + 144;
  const clock = new ManualClock(nowSlot * SLOT_MS + 10_000);
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  const calendars = { of: () => plant.calendar };
  balance = new BalanceService({
    graphs,
    directory: plant,
    reader: plant.reader,
    calendars,
    turns: new CooperativeScheduler(),
    clock,
  });
  notes = [];
  const editor = someCaller({ permissions: new Set(['WATER_BALANCE_EDITOR']) });
  rig = await startRig(balanceRoutes({ graphs, balance }), {
    clock,
    sessions: sessionsOf({
      editor: { caller: editor, panel: false },
      viewer: { caller: someCaller(), panel: false },
      north: { caller: { ...editor, industryId: 'NORTH' }, panel: false },
    }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => {},
      changing: notingChanges(async (_, kind, note) => void notes.push({ kind, note })),
    },
  });
});
afterEach(() => rig.stop());

const as = (who: string, extra: Record<string, string> = {}) => ({ authorization: `Bearer ${who}`, ...extra });
const save = (body: object | string, who = 'editor'): Promise<Reply> =>
  rig.ask(GRAPH, {
    method: 'POST',
    headers: as(who, typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    body,
  });
const read = async (): Promise<BalanceGraph> => (await rig.ask(GRAPH, { headers: as('viewer') })).body as BalanceGraph;
const data = async (query: string): Promise<BalanceData> => {
  const reply = await rig.ask(`${DATA}?${query}`, { headers: as('viewer') });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as BalanceData;
};

const small = {
  nodes: [node('in', 'source'), node('store', 'tank', { stockUnitIds: ['tank'] }), node('out', 'consumer')],
  edges: [edge('e1', 'in>store', ['well']), edge('e2', 'store>out', ['use'])],
};

describe('the graph', () => {
  it('is empty and of version 0 before one was saved', async () => {
    expect(await read()).toEqual({ version: 0, nodes: [], edges: [], layout: { direction: 'LR', zoom: 1 } });
  });

  it('keeps fields that nobody knows, at every level, and says who saved it when', async () => {
    const sent = {
      ...small,
      viewport: { x: 1, y: 2, zoom: 0.5 },
      nodes: small.nodes.map((one) => ({ ...one, data: { icon: 'drop' }, selected: true, position: { x: 5, y: 6, z: 7 } })),
      edges: small.edges.map((one) => ({ ...one, markerEnd: { type: 'arrow' } })),
      layout: { direction: 'TB', zoom: 2, snap: true },
    };
    const reply = await save(sent);
    expect(reply.status, reply.text).toBe(200);
    const stored = await read();
    expect(stored).toEqual(reply.body);
    expect(stored).toMatchObject({ ...sent, version: 1, updatedBy: 'u1', updatedAt: '1970-01-01T00:00:00.000Z' });
    expect(stored.nodes.map(({ conserve }) => conserve)).toEqual([false, true, false]);
  });

  it('is refused from a stale version, and saved from the present one', async () => {
    expect((await save({ ...small, version: 0 })).status).toBe(200);
    expect((await save({ ...small, version: 0 })).status).toBe(409);
    expect((await save({ ...small, version: 1 })).body).toMatchObject({ version: 2 });
    expect((await save(small)).body).toMatchObject({ version: 3 });
  });

  it('is noted in the audit log by its size', async () => {
    await save(small);
    expect(notes).toEqual([
      {
        kind: 'waterBalance.graph',
        note: { subject: 'waterBalance', before: { version: 0, nodes: 0, edges: 0 }, after: { version: 1, nodes: 3, edges: 2 } },
      },
    ]);
  });

  it('is changed by its editors only', async () => {
    expect((await save(small, 'viewer')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await read()).version).toBe(0);
  });

  it.each([
    ['an edge to nowhere', { edges: [edge('e1', 'in>gone')] }, 'edges.0.target', 'node gone does not exist'],
    ['an edge from nowhere', { edges: [edge('e1', 'gone>in')] }, 'edges.0.source', 'node gone does not exist'],
    ['an edge onto itself', { edges: [edge('e1', 'store>store')] }, 'edges.0', 'joins node store with itself'],
    ['two nodes of one id', { nodes: [...small.nodes, node('in', 'tank')] }, 'nodes.3.id', 'in is the id of nodes.0 already'],
    ['two edges of one id', { edges: [...small.edges, edge('e1', 'in>out')] }, 'edges.2.id', 'e1 is the id of edges.0 already'],
    ['a unit that is not there', { edges: [edge('e1', 'in>store', ['x'])] }, 'edges.0.unitIds.0', 'unit x does not exist'],
    ['a unit without a volume', { edges: [edge('e1', 'in>store', ['ph'])] }, 'edges.0.unitIds.0', 'has no counted volume'],
    ['a tank as a meter', { edges: [edge('e1', 'in>store', ['tank'])] }, 'edges.0.unitIds.0', 'has no counted volume'],
    [
      'a meter as a tank',
      { nodes: [node('in', 'tank', { stockUnitIds: ['well'] })], edges: [] },
      'nodes.0.stockUnitIds.0',
      'is not a tank',
    ],
    [
      'a tank of two nodes',
      { nodes: [...small.nodes, node('other', 'tank', { stockUnitIds: ['tank'] })] },
      'nodes.3.stockUnitIds.0',
      'tank tank belongs to node store already',
    ],
    [
      'a share above all',
      { edges: [edge('e1', 'store>out', [], { estimate: { kind: 'shareOfIn', value: 30, uncertaintyPct: 10 } })] },
      'edges.0.estimate.value',
      'must be a part of the inflow, from 0 to 1',
    ],
  ])('is refused with %s, and nothing is stored', async (_, fields, path, message) => {
    const reply = await save({ ...small, ...fields });
    expect(reply.body).toMatchObject({ code: 400, errors: [{ path, message: expect.stringContaining(message) }] });
    expect((await read()).version).toBe(0);
  });

  it('tells every fault at once', async () => {
    const reply = await save({ nodes: [node('a', 'tank'), node('a', 'tank')], edges: [edge('e', 'b>c'), edge('e', 'a>a')] });
    expect((reply.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'nodes.1.id',
      'edges.1.id',
      'edges.0.source',
      'edges.0.target',
      'edges.1',
    ]);
  });

  it('does not tell units of another industry from none', async () => {
    const [own, others] = await Promise.all([
      save({ ...small, edges: [edge('e1', 'in>store', ['nobody'])] }),
      save(small, 'north'),
    ]);
    expect(own.body).toMatchObject({ code: 400, message: 'edges.0.unitIds.0 unit nobody does not exist' });
    expect(others.body).toMatchObject({ code: 400, message: 'nodes.1.stockUnitIds.0 unit tank does not exist' });
  });

  it.each([
    ['10,000 nodes', { nodes: Array.from({ length: 10_000 }, (_, at) => node(`n${at}`, 'tank')), edges: [] }, 'nodes'],
    ['no nodes', { edges: [] }, 'nodes'],
    ['edges that are none', { nodes: [], edges: 'none' }, 'edges'],
    ['a type of its own', { nodes: [{ id: 'a', type: 'lake' }], edges: [] }, 'nodes.0.type'],
    ['a loss above all', { nodes: [node('a', 'tank', { knownLossPct: 101 })], edges: [] }, 'nodes.0.knownLossPct'],
  ])('is 1430 with %s', async (_, body, path) => {
    expect((await save(body)).body).toMatchObject({ code: 1430, errors: [{ path }] });
    expect((await read()).version).toBe(0);
  });

  it('is refused when it is nested without end, and above 4 MiB', async () => {
    const deep = `{"nodes":[],"edges":[],"layout":{"direction":"LR","zoom":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect((await save(deep)).body).toMatchObject({ code: 400 });
    const wide = { ...small, note: 'x'.repeat(2 * 1_048_576) };
    expect((await save(wide)).status).toBe(200);
    expect((await save({ ...small, note: 'x'.repeat(4 * 1_048_576) })).body).toMatchObject({ code: 413 });
  });
});

/** A whole day of one litre figure an hour for each meter, and a level that grows evenly. */
const write = (date: string, hourly: Record<string, number>, tankL?: [from: number, to: number]): void => {
  for (const [unit, litres] of Object.entries(hourly)) plant.write(unit, 'volume', date, 0, Array(288).fill(litres / 12));
  if (!tankL) return;
  const [from, to] = tankL;
  plant.write(
    'tank',
    'volume',
    date,
    0,
    Array.from({ length: 288 }, (_, at) => from + ((to - from) * (at + 1)) / 288),
  );
};

describe('the balance of the past', () => {
  const ask = (path: string) => rig.ask(`/api/plant/balance/${path}`, { headers: as('viewer') });

  it('has the totals of each day as the day itself has them, oldest first', async () => {
    await save(small);
    write('2026-06-18', { well: 10_000, use: 10_000 }, [90_000, 90_000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [90_000, 102_000]);
    const { days } = (await ask('days?date=20/06/2026&days=3')).body as { days: ({ date: string } & BalanceData['totals'])[] };
    expect(days.map(({ date }) => date)).toEqual(['18/06/2026', '19/06/2026', '20/06/2026']);
    expect(days).toMatchObject([{ running: false }, { running: false, stockChangeKL: 12 }, { running: true }]);
    for (const { date, ...day } of days) expect(day).toMatchObject((await data(`date1=${date}`)).totals);
  });

  it('stands at a moment as it stood when the day was no older', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9000 }, [90_000, 102_000]);
    const found = await ask(`moment?at=${encodeURIComponent('2026-06-19T12:00:00+05:30')}`);
    const startMs = plant.calendar.windowOfDay(dayNumber('2026-06-19')).fromMs;
    const hours = (Date.parse('2026-06-19T12:00:00+05:30') - startMs) / 3_600_000;
    expect(found.body).toMatchObject({
      window: { label: '19/06/2026', open: true },
      totals: { inKL: 10 * hours, outKL: 9 * hours, stockChangeKL: expect.closeTo(hours / 2, 1) },
    });
  });

  it.each(['moment?at=2027-01-01T00:00:00Z', 'moment?at=yesterday', 'days?date=20/06/2026&days=2', 'days?days=3'])(
    'refuses %s',
    async (path) => expect((await ask(path)).body).toMatchObject({ code: 1403 }),
  );
});

describe('the balance', () => {
  it('is empty without a graph', async () => {
    expect(await data('date1=19/06/2026')).toMatchObject({ nodes: [], edges: [], summary: [], sankey: { nodes: [], links: [] } });
  });

  it('tells of every node and edge what an engineer would work out', async () => {
    await save({
      nodes: [node('in', 'source'), node('store', 'tank', { stockUnitIds: ['tank'], knownLossPct: 1 }), node('out', 'consumer')],
      edges: small.edges,
    });
    write('2026-06-18', {}, [90_000, 100_000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [100_000, 112_000]);
    const found = await data('date1=19/06/2026');
    expect(found).toMatchObject({ type: 'HOUR', siUnit: 'KL', window: { label: '19/06/2026', open: false } });
    const store = found.nodes.find(({ id }) => id === 'store');
    // 2 % of each volume, and 2 mm on 100 m2 at both ends
    const u = Math.hypot(4800 / Math.sqrt(3), 4320 / Math.sqrt(3), Math.SQRT2 * 200);
    expect(store).toMatchObject({
      label: 'STORE',
      inKL: 240,
      outKL: 216,
      stockChangeKL: 12,
      knownLossKL: 2.4,
      unaccountedKL: 9.6,
      unaccountedPct: 4,
      inflow: 240,
      outflow: 216,
      balance: 9.6,
      status: 'loss',
      leakage: 9.6,
      baselineZ: null,
      completeness: 100,
    });
    expect(store?.uncertaintyKL).toBeCloseTo(u / 1000, 2);
    expect(store?.z).toBeCloseTo(9600 / u, 1);
    expect(store?.band95KL).toBeCloseTo((1.96 * u) / 1000, 2);
    expect(store?.graph).toMatchObject({ unit: 'KL', stepMinutes: 60, quality: 'G'.repeat(24), total: 9.6 });
    expect(store?.graph?.values[5]).toBeCloseTo(10 - 9 - 0.5 - 0.1, 5);
    expect(found.nodes.find(({ id }) => id === 'in')).toMatchObject({ status: 'undetermined', outflow: 240, balance: null });
    expect(found.edges[0]).toMatchObject({ id: 'e1', measuredKL: 240, estimated: false, reversed: false });
    expect(found.edges[0]?.uncertaintyKL).toBeCloseTo(4.8 / Math.sqrt(3), 2);
    // what is reconciled closes: in - out - stock - loss = 0, the stock being all but exact
    const [e1 = 0, e2 = 0] = found.edges.map(({ reconciledKL }) => reconciledKL ?? 0);
    expect(e1 - e2 - 12 - 2.4).toBeCloseTo(0, 0);
    expect(found.totals).toMatchObject({ inKL: 240, outKL: 216, unaccountedKL: 9.6, status: 'loss' });
    expect(found.summary.map(({ displayName, value }) => [displayName, value])).toEqual([
      ['Inflow', 240],
      ['Delivered to use', 216],
      ['Known losses', 2.4],
      ['Stock change', 12],
      ['Unaccounted', 9.6],
    ]);
    expect(found.sankey.links).toContainEqual({ source: 'store', target: '~unaccounted', value: 9.6, kind: 'unaccounted' });
  });

  it('divides what has no KL in its name', async () => {
    await save(small);
    write('2026-06-18', {}, [1000, 1000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [1000, 1000]);
    const found = await data('date1=19/06/2026&divisionFactor=1');
    expect(found.siUnit).toBe('L');
    expect(found.nodes.find(({ id }) => id === 'store')).toMatchObject({ inKL: 240, inflow: 240_000, balance: 24_000 });
    expect(found.sankey.links[0]).toMatchObject({ value: 240_000 });
  });

  it('of a running day counts as far as it has come', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9900 }, [1000, 1000]);
    write(today, { well: 10_000, use: 9900 }, [1000, 1000]);
    const found = await data('date1=20/06/2026');
    expect(found.window.open).toBe(true);
    expect(found.totals).toMatchObject({ inKL: 120, unaccountedKL: 1.2, status: 'balanced' });
    expect(found.nodes.find(({ id }) => id === 'store')).toMatchObject({ completeness: 100 });
    expect(found.nodes.find(({ id }) => id === 'store')?.graph?.quality).toBe(`${'G'.repeat(12)}${'M'.repeat(12)}`);
    expect(await data('date1=25/06/2026')).toMatchObject({
      totals: { inKL: null, unaccountedKL: null, z: null, status: 'incomplete' },
    });
  });

  it('of a month has its days, and a second date to compare with', async () => {
    await save(small);
    write('2026-05-31', {}, [1000, 1000]);
    write('2026-05-30', { well: 1000, use: 1000 }, [1000, 1000]);
    for (let day = 1; day <= 3; day += 1) write(`2026-06-0${day}`, { well: 10_000, use: 9900 }, [1000, 1000]);
    const found = await data('date1=03/06/2026&type=DATE&date2=02/06/2026');
    expect(found.window.label).toBe('01/06/2026 - 03/06/2026');
    expect(found.nodes.find(({ id }) => id === 'store')?.graph?.labels).toEqual(['01/06/2026', '02/06/2026', '03/06/2026']);
    expect(found.totals).toMatchObject({ inKL: 720, unaccountedKL: 7.2 });
    expect(found.compare).toMatchObject({ window: { label: '01/06/2026 - 02/06/2026' }, inKL: 480, unaccountedKL: 4.8 });
    expect((await data('date1=03/06/2026&type=DATE')).compare).toBeUndefined();
  });

  it('of the month in which a plant joined counts a daily estimate from that day on', async () => {
    const industry = plant.industry('DEMO');
    if (industry) industry.joinedAtMs = plant.calendar.windowOfDay(dayNumber('2026-05-27')).firstSlot * SLOT_MS;
    const estimate = { kind: 'fixedKLD' as const, value: 2, uncertaintyPct: 10 };
    await save({ nodes: small.nodes, edges: [edge('e1', 'in>store', ['well']), edge('e2', 'store>out', [], { estimate })] });
    const measured = async (query: string) => (await data(query)).edges.find(({ id }) => id === 'e2')?.measuredKL;
    expect(await measured('date1=31/05/2026&type=DATE')).toBe(10);
    expect(await measured('date1=26/05/2026')).toBe(0);
    expect(await measured('date1=28/05/2026')).toBe(2);
  });

  it('has a tag that changes with readings, the graph and what is asked', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9900 }, [1000, 1000]);
    const tagOf = async (query: string): Promise<string> =>
      String((await rig.ask(`${DATA}?${query}`, { headers: as('viewer') })).headers.etag);
    const tag = await tagOf('date1=19/06/2026');
    const again = await rig.ask(`${DATA}?date1=19/06/2026`, { headers: as('viewer', { 'if-none-match': tag }) });
    expect([again.status, again.text]).toEqual([304, '']);
    const others = [await tagOf('date1=18/06/2026'), await tagOf('date1=19/06/2026&type=DATE')];
    write('2026-06-19', { use: 9800 });
    others.push(await tagOf('date1=19/06/2026'));
    await save(small);
    others.push(await tagOf('date1=19/06/2026'));
    expect(new Set([tag, ...others]).size).toBe(5);
  });

  it.each([
    ['', 'date1 missing'],
    ['date1=31/02/2026', 'date1'],
    ['date1=2026-06-19', 'date1'],
    ['date1=19/06/2026&date2=30/02/2026', 'date2'],
    ['date1=19/06/1960', 'date1 is before 1970'],
    ['date1=19/06/2026&date2=19/06/1960', 'date2 is before 1970'],
    ['date1=19/06/2026&type=YEAR', 'type'],
    ['date1=19/06/2026&divisionFactor=x', 'divisionFactor'],
  ])('is 1403 for "%s"', async (query, message) => {
    const reply = await rig.ask(`${DATA}?${query}`, { headers: as('viewer') });
    expect(reply.body).toMatchObject({ code: 1403, message: expect.stringContaining(message) });
  });

  it('of early days has no baseline and no fault', async () => {
    await save(small);
    expect(await data('date1=01/01/1970')).toMatchObject({ totals: { status: 'incomplete' } });
    expect(await data('date1=10/01/1970&type=DATE')).toMatchObject({ totals: { status: 'incomplete' } });
  });
});

describe('verdicts for alarms and overviews', () => {
  const leaky = { nodes: [...small.nodes, node('side', 'process'), node('drain', 'discharge')], edges: [...small.edges] };

  it('name the node that is farthest from closing, with its units', async () => {
    await save({
      nodes: leaky.nodes,
      edges: [
        ...leaky.edges,
        edge('e3', 'store>side', ['side']),
        edge('e4', 'side>drain', [], { estimate: { kind: 'fixedKLD', value: 20, uncertaintyPct: 10 } }),
      ],
    });
    write('2026-06-18', {}, [1000, 1000]);
    write('2026-06-19', { well: 10_000, use: 8950, side: 1000 }, [1000, 1000]);
    expect(await balance.worstNode('DEMO', '2026-06-19')).toMatchObject({
      nodeId: 'side',
      unaccountedKL: 4,
      status: 'loss',
      unitIds: ['side'],
    });
    const verdicts = await balance.verdicts('DEMO', '2026-06-19');
    expect(verdicts.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['side', 'loss'],
      ['store', 'balanced'],
    ]);
    expect(verdicts[1]?.unitIds.toSorted()).toEqual(['side', 'tank', 'use', 'well']);
    // nothing new was read, so they are the same ones
    expect(await balance.verdicts('DEMO', '2026-06-19')).toBe(verdicts);
    write('2026-06-19', { side: 850 });
    expect(await balance.verdicts('DEMO', '2026-06-19')).not.toBe(verdicts);
  });

  it('are none without a graph, and none can be worst where nothing is judged', async () => {
    expect(await balance.verdicts('DEMO', '2026-06-19')).toEqual([]);
    await save(small);
    expect(await balance.worstNode('DEMO', '2026-06-19')).toBeNull();
  });
});
