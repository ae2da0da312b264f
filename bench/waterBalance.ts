/** A balance of 60 nodes over HTTP: a month by days, with and without what is kept of past days, and what a repeated GET costs. */
import { Agent, get } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { saveBalanceGraph } from '../server/contract/user/waterBalance.ts';
import type { Clock } from '../server/core/clock.ts';
import { CooperativeScheduler } from '../server/core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../server/core/shift.ts';
import { SLOT_MS } from '../server/core/slots.ts';
import { BalanceGraphs } from '../server/features/dashboards/balance/graphs.ts';
import { balanceRoutes } from '../server/features/dashboards/balance/routes.ts';
import { BalanceService } from '../server/features/dashboards/balance/service.ts';
import { fakeDocuments } from '../server/test/fakeDocuments.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { ReadingsRig } from '../server/test/readingsRig.ts';
import { TestPlant } from '../server/test/testPlant.ts';

const LINES = 10;
const PROCESSES = 4;
const HISTORY_DAYS = 95;
const ROUNDS = 30;

const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
const meter = { modulus: 1e9, basePerCount: 10, maxPerHour: 100_000 };
const tank = { shape: 'horizontal_cylinder' as const, diameter: 4, length: 12, head: 1 };
const addMeter = (id: string): string[] => {
  plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: { meter } });
  return [id];
};

// ten lines, each well -> tank -> four processes in a row -> user
type Sent = Parameters<typeof saveBalanceGraph.body.parse>[0] & { nodes: object[]; edges: object[] };
const sent: Sent = { nodes: [], edges: [] };
for (let line = 0; line < LINES; line += 1) {
  const ids = [`well${line}`, ...Array.from({ length: PROCESSES }, (_, at) => `p${line}-${at}`), `use${line}`];
  ids.forEach((id, at) => {
    const type = at === 0 ? 'source' : at === ids.length - 1 ? 'consumer' : at === 1 ? 'tank' : 'process';
    const stock = type === 'tank' ? [`tank${line}`] : [];
    for (const unit of stock) plant.addUnit({ id: unit, type: 'stock', subCategoryId: 's', maxCapacity: 150, meta: { tank } });
    sent.nodes.push({ id, type, label: id, stockUnitIds: stock });
    if (at > 0) sent.edges.push({ id: `e${line}-${at}`, source: ids[at - 1], target: id, unitIds: addMeter(`m${line}-${at}`) });
  });
  // water comes back to the line before
  if (line > 0)
    sent.edges.push({ id: `back${line}`, source: `p${line}-3`, target: `p${line - 1}-1`, unitIds: addMeter(`back${line}`) });
}

const today = dayNumber('2026-06-30');
const nowSlot = plant.calendar.windowOfDay(today).firstSlot + 200;
const rig = new ReadingsRig(plant, nowSlot * SLOT_MS + 10_000);
const history = rig.history();
const units = plant.units('DEMO');
const counters = units.filter(({ type }) => type === 'flow').map(({ id }) => rig.id(id, 'volume'));
const levels = units.filter(({ type }) => type === 'stock').map(({ id }) => rig.id(id, 'level'));
const fromSlot = plant.calendar.windowOfDay(today - HISTORY_DAYS).firstSlot;
for (let slot = fromSlot; slot < nowSlot; slot += 1) {
  const readings = counters.map((seriesId) => ({ seriesId, value: (slot - fromSlot) * 37 + (slot % 7) + seriesId }));
  for (const seriesId of levels) readings.push({ seriesId, value: 2 + Math.sin(slot / 50 + seriesId) });
  history.acceptSlot(slot, readings);
}
history.finish();
rig.start([
  ...units.filter(({ type }) => type === 'flow').map(({ id }) => `${id}.volume`),
  ...units.filter(({ type }) => type === 'stock').map(({ id }) => `${id}.level`),
]);

const clock: Clock = { now: () => rig.clock.now(), monotonicMs: () => performance.now() };
const calendars = { of: () => plant.calendar };
const graphs = new BalanceGraphs(fakeDocuments(), plant);
await graphs.save('DEMO', saveBalanceGraph.body.parse(sent), 'bench');
const newService = () =>
  new BalanceService({ graphs, directory: plant, reader: rig.reader, calendars, turns: new CooperativeScheduler(), clock });
const signal = new AbortController().signal;
const monthOf = (date: string) => ({ date1: date, divisionFactor: 1000, type: 'DATE' as const });
const median = (times: readonly number[]): number => quantile(times, 0.5);
const atMost = (limit: number) => (value: number) => value <= limit;

const timesOf = async (rounds: number, work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  return times;
};

console.log(`${sent.nodes.length} nodes, ${sent.edges.length} edges, ${counters.length} meters, ${levels.length} tanks`);
const closedMonth = monthOf(dateOfDay(today - 1));
for (let round = 0; round < 5; round += 1) await newService().data({ industryId: 'DEMO', signal }, closedMonth, () => undefined);
const cold = await timesOf(ROUNDS / 2, () => newService().data({ industryId: 'DEMO', signal }, closedMonth, () => undefined));
goal('month by day, nothing kept, p50', median(cold), 'ms', atMost(80), '<= 80');

const balance = newService();
const http = await startRig(balanceRoutes({ graphs, balance }), {
  clock,
  sessions: sessionsOf({ bench: { caller: someCaller(), panel: false } }),
});
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const ask = (path: string, wanted: number, etag?: string): Promise<string> =>
  new Promise((done, fail) => {
    const headers = { authorization: 'Bearer bench', 'accept-encoding': 'identity', ...(etag && { 'if-none-match': etag }) };
    get({ host: '127.0.0.1', port: http.port, path: `/api/user/waterBalance/data?${path}`, agent, headers }, (response) => {
      if (response.statusCode !== wanted) fail(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on('end', () => done(String(response.headers.etag)));
    }).on('error', fail);
  });
const dmy = (day: number): string => dateOfDay(day).split('-').reverse().join('/');

for (const [name, path, limit] of [
  ['month by day, closed, p50', `date1=${dmy(today - 1)}&type=DATE`, 80],
  ['month by day, running, p50', `date1=${dmy(today)}&type=DATE`, 80],
  ['day by hour, closed, p50', `date1=${dmy(today - 1)}`, 80],
] as const) {
  const etag = await ask(path, 200);
  goal(name, median(await timesOf(ROUNDS, () => ask(path, 200))), 'ms', atMost(limit), `<= ${limit}`);
  const unchanged = median(await timesOf(ROUNDS, () => ask(path, 304, etag)));
  console.log(`  unchanged, with the way over HTTP ${unchanged.toFixed(2)} ms`);
}
const verdicts = await timesOf(ROUNDS, () => balance.worstNode('DEMO', dateOfDay(today - 3)));
goal('worst node of a past day, kept, p50', median(verdicts), 'ms', atMost(5), '<= 5');

// ten clients at once: how long anything else has to wait
const delays: number[] = [];
for (let pass = 0; pass < 3; pass += 1) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let round = 0; round < 5; round += 1) await ask(`date1=${dmy(today)}&type=DATE`, 200);
    }),
  );
  delay.disable();
  delays.push(delay.percentile(99) / 1e6);
}
goal('event loop while ten clients ask, p99', Math.min(...delays), 'ms', atMost(20), '<= 20');

agent.destroy();
await http.stop();
await rig.close();
