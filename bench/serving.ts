/** A category of 200 meters over HTTP: day by hours, month, year, one unit's slots, the overview, and what a repeated GET costs. */
import { Agent, get } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Clock } from '../server/core/clock.ts';
import { dateOfDay, dayNumber } from '../server/core/shift.ts';
import { SLOT_MS } from '../server/core/slots.ts';
import { readingRoutes } from '../server/features/readings/routes.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { ReadingsRig } from '../server/test/readingsRig.ts';
import { TestPlant } from '../server/test/testPlant.ts';

const UNITS = 200;
/** Days with slots, written through the engine, and days before them of which only the totals are needed. */
const SLOT_DAYS = 8;
const TOTAL_DAYS = 730;
const ROUNDS = 30;

const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['intake']);
for (let at = 0; at < UNITS; at += 1)
  plant.addUnit({
    id: `in${at}`,
    type: 'flow',
    subCategoryId: 'intake',
    standardCategoryIds: ['ID_SOURCE'],
    meta: { meter: { modulus: 1e9, basePerCount: 10, maxPerHour: 100_000 } },
  });
const date = '2026-06-20';
const today = dayNumber(date);
const nowSlot = plant.calendar.windowOfDay(today).firstSlot + 150;
const rig = new ReadingsRig(plant, nowSlot * SLOT_MS + 10_000);

const fromSlot = plant.calendar.windowOfDay(today - SLOT_DAYS).firstSlot;
const history = rig.history();
const volumes = Array.from({ length: UNITS }, (_, at) => rig.id(`in${at}`, 'volume'));
for (let slot = fromSlot; slot < nowSlot; slot += 1) {
  const counts = (slot - fromSlot) * 37 + (slot % 7);
  history.acceptSlot(
    slot,
    volumes.map((seriesId) => ({ seriesId, value: counts + seriesId })),
  );
}
history.finish();
const addTotal = rig.connection.sqlite.prepare(
  'insert into day_total (series_id, day, sum, min, max, avg, last, expected, complete) values (?, ?, 106560, 0, 400, 370, 370, 288, 288)',
);
rig.connection.sqlite.transaction(() => {
  for (const id of volumes) for (let day = today - TOTAL_DAYS; day < today - SLOT_DAYS; day += 1) addTotal.run(id, day);
})();
rig.start(Array.from({ length: UNITS }, (_, at) => `in${at}.volume`));

const clock: Clock = { now: () => rig.clock.now(), monotonicMs: () => performance.now() };
const routes = readingRoutes({ directory: plant, reader: rig.reader, calendars: { of: () => plant.calendar }, clock });
const http = await startRig(routes, { clock, sessions: sessionsOf({ bench: { caller: someCaller(), panel: false } }) });

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
type Answer = { ms: number; status: number; etag: string };
const ask = (path: string, etag?: string): Promise<Answer> =>
  new Promise((done, fail) => {
    const startedMs = performance.now();
    const headers = { authorization: 'Bearer bench', 'accept-encoding': 'identity', ...(etag && { 'if-none-match': etag }) };
    get({ host: '127.0.0.1', port: http.port, path, agent, headers }, (response) => {
      response.resume().on('end', () => {
        done({ ms: performance.now() - startedMs, status: response.statusCode ?? 0, etag: String(response.headers.etag) });
      });
    }).on('error', fail);
  });

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
let missed = 0;
const show = (name: string, value: number, unit: string, goal?: number): void => {
  const isMissed = goal !== undefined && value > goal;
  if (isMissed) missed += 1;
  console.log(`${name} ${value.toFixed(2)} ${unit}${goal === undefined ? '' : ` (goal ${goal})`}${isMissed ? ' MISSED' : ''}`);
};

const dmy = (iso: string): string => iso.split('-').reverse().join('/');
const category = `/api/user/deviceDataV2?category=ID_SOURCE&date1=${dmy(date)}`;
const before = dmy(dateOfDay(today - 1));
const cases: [name: string, path: string, p50Ms: number, p99Ms: number][] = [
  ['deviceDataV2 running day, 200 units', category, 25, 60],
  ['deviceDataV2 closed day, 200 units', `/api/user/deviceDataV2?category=ID_SOURCE&date1=${before}`, 25, 60],
  ['deviceDataV2 month, 200 units', `${category}&type=MONTH`, 40, 100],
  ['deviceDataV2 year, 200 units', `${category}&type=YEAR`, 100, 200],
  ['granular one unit, one day', `/api/user/granular/unit?date1=${dmy(date)}&unitId=in7`, 3, 15],
  ['overview, 200 units', '/api/plant/overview', 60, 150],
];

/** The best of three passes: other programs on the machine slow a pass, nothing makes one faster. */
const timesOf = async (path: string, status: number, etag?: string): Promise<{ p50: number; p99: number }> => {
  const passes: { p50: number; p99: number }[] = [];
  for (let pass = 0; pass < 3; pass += 1) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await ask(path, etag);
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
      times.push(answer.ms);
    }
    times.sort((a, b) => a - b);
    passes.push({ p50: at(times, 0.5), p99: at(times, 0.99) });
  }
  return { p50: Math.min(...passes.map(({ p50 }) => p50)), p99: Math.min(...passes.map(({ p99 }) => p99)) };
};

for (const [, path] of cases) for (let round = 0; round < 10; round += 1) await ask(path);
for (const [name, path, p50Ms, p99Ms] of cases) {
  const { etag } = await ask(path);
  const times = await timesOf(path, 200);
  show(`${name}, p50`, times.p50, 'ms', p50Ms);
  show(`${name}, p99`, times.p99, 'ms', p99Ms);
  if (etag !== 'undefined') show(`${name}, unchanged, p50`, (await timesOf(path, 304, etag)).p50, 'ms');
}

// ten clients at once, the heaviest question: how long anything else has to wait
const delays: number[] = [];
for (let pass = 0; pass < 3; pass += 1) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let round = 0; round < 5; round += 1) await ask(`${category}&type=YEAR`);
    }),
  );
  delay.disable();
  delays.push(delay.percentile(99) / 1e6);
}
show('event loop while ten clients ask for a year, p99', Math.min(...delays), 'ms', 20);

agent.destroy();
await http.stop();
await rig.close();
process.exitCode = missed > 0 ? 1 : 0;
