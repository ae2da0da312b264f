/**
 * The landing page and the summary page of 1,000 series with a year of slots and five years of day totals, with everything on,
 * asked from another process: the same date again and again, another date each time, and ten clients at once.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { dateOfDay, dayNumber } from '../server/core/shift.ts';
import { bigPlant, startBigPlant } from '../server/test/bigPlant.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { quantile } from '../server/test/readingsLoad.ts';

const ROUNDS = 40;

let missed = 0;
const show = (name: string, value: number, unit: string, goal?: number): void => {
  const isMissed = goal !== undefined && value > goal;
  if (isMissed) missed += 1;
  const text = goal === undefined ? '' : ` (goal at most ${goal})`;
  console.log(`${name} ${value.toFixed(2)} ${unit}${text}${isMissed ? ' MISSED' : ''}`);
};

const big = await startBigPlant();
const { plant, clock } = big;
const sessions = sessionsOf({ bench: { caller: someCaller(), panel: false } });
const http = await startRig(plant.dashboards.routes, { clock, sessions });
const { port } = http;
const load = new LoadProcess();

const dmy = (iso: string): string => iso.split('-').reverse().join('/');
const today = dmy(bigPlant.date);
const landing = (date: string, type = 'MONTH'): string => `/api/user/landingPage/userData?date=${date}&type=${type}`;
/** Dates that nobody asked for before, so that nothing but days is remembered. */
const daysAgo = (count: number, from: number): string[] =>
  Array.from({ length: count }, (_, at) => dmy(dateOfDay(dayNumber(bigPlant.date) - from - at)));

const ask = async (paths: readonly string[], clients: number, rounds: number): Promise<number[]> => {
  const { ms, status } = await load.ask({ port, paths: [...paths], clients, rounds });
  if (status.some((one) => one !== 200)) throw new Error(`${paths[0]} answered ${[...new Set(status)]}`);
  return ms;
};

const delayWhile = async (work: () => Promise<unknown>): Promise<number> => {
  const watch = monitorEventLoopDelay({ resolution: 1 });
  watch.enable();
  await work();
  watch.disable();
  return watch.percentile(99) / 1e6;
};

const cases: [name: string, path: string, p50Ms?: number, p99Ms?: number][] = [
  ['landing page, month to date', landing(today), 60, 150],
  ['landing page, running day', landing(today, 'DAY'), 60, 150],
  ['landing page, year', landing(today, 'YEAR'), 60, 150],
  ['summary page, running day', `/api/user/summaryPage?date1=${today}`],
];
for (const [name, path, p50Ms, p99Ms] of cases) {
  const [first = Number.NaN] = await ask([path], 1, 1);
  show(`${name}, first time`, first, 'ms');
  const passes: number[][] = [];
  for (let pass = 0; pass < 3; pass += 1) passes.push(await ask([path], 1, ROUNDS));
  show(`${name}, p50`, Math.min(...passes.map((ms) => quantile(ms, 0.5))), 'ms', p50Ms);
  show(`${name}, p99`, Math.min(...passes.map((ms) => quantile(ms, 0.99))), 'ms', p99Ms);
}

// the running page made anew each time, with the days behind it known
const anew: number[] = [];
// date2 is not read with MONTH, but it is part of what was asked
for (const date of daysAgo(25, 1)) anew.push(...(await ask([`${landing(today)}&date2=${date}`], 1, 1)));
show('landing page, made anew, p50', quantile(anew, 0.5), 'ms', 60);
show('landing page, made anew, p99', quantile(anew, 0.99), 'ms', 150);

const cold: number[] = [];
for (const date of daysAgo(20, 1)) cold.push(...(await ask([landing(date)], 1, 1)));
show('landing page, another past date each time, p50', quantile(cold, 0.5), 'ms');

for (const [name, path] of cases) {
  const delays: number[] = [];
  for (let pass = 0; pass < 3; pass += 1) delays.push(await delayWhile(() => ask([path], 10, 8)));
  show(`event loop while ten clients ask for ${name}, p99`, Math.min(...delays), 'ms', 20);
}
const others = daysAgo(10, 40).map((date) => landing(date));
show(
  'event loop while ten clients ask for ten other dates, p99',
  await delayWhile(() => Promise.all(others.map((path) => load.ask({ port, paths: [path], clients: 1, rounds: 1 })))),
  'ms',
  20,
);

load.stop();
await http.stop();
await big.stop();
process.exitCode = missed > 0 ? 1 : 0;
