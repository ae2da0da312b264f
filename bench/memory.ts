/**
 * What a demo keeps in memory: many different requests and some reports, then nothing. `REQUESTS` (3,000) and `REPORTS` (10) set how many;
 * the goal is of 30,000 and 100 after a day. `HOURS` (0) is how long the demo runs before.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { goal } from '../server/test/readingsLoad.ts';
import { startOpenDemo } from './floor/openDemo.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 3000);
const REPORTS = Number(process.env.REPORTS ?? 10);
const HOURS = Number(process.env.HOURS ?? 0);
const CLIENTS = 10;
const QUIET_MS = 20_000;
const MOST_REST_MS = 300_000;
const DAY_MS = 86_400_000;

const demo = await startOpenDemo();
const residentMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${demo.pid}/status`, 'utf8'))?.[1]) / 1024;
const dateOf = (daysBack: number): string =>
  new Date(Date.now() - daysBack * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/');
const ways: ((at: number) => string)[] = [
  (at) => `/api/user/landingPage/userData?date=${dateOf(at % 60)}&type=${['DAY', 'MONTH', 'YEAR'][at % 3]}`,
  (at) => `/api/user/summaryPage?date1=${dateOf(at % 60)}&type=${['HOUR', 'DATE', 'MONTH'][at % 3]}`,
  (at) => `/api/user/deviceDataV2?category=SOURCE_CATEGORY&date1=${dateOf(at % 80)}&type=${['DAY', 'MONTH'][at % 2]}`,
  (at) => `/api/user/deviceData?category=${['source', 'quality', 'energy'][at % 3]}&date1=${dateOf(at % 80)}&type=HOUR`,
  (at) => `/api/user/granular/unit?unitId=demo-line3&date1=${dateOf(at % 85)}`,
  () => '/api/plant/overview',
  () => '/api/plant/live?units=demo-line3',
  () => '/api/user/accounts/joinedDate',
];
const failed = new Map<string, number>();
const ask = async (path: string): Promise<void> => {
  const response = await fetch(demo.url + path, { headers: demo.headers });
  await response.arrayBuffer();
  if (!response.ok) failed.set(`${response.status} ${path.split('?')[0]}`, (failed.get(path) ?? 0) + 1);
};
const inTurns = async (count: number, clients: number, pathOf: (at: number) => string): Promise<void> => {
  let at = 0;
  const client = async (): Promise<void> => {
    while (at < count) {
      at += 1;
      await ask(pathOf(at));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
};

try {
  await after(QUIET_MS + HOURS * 3_600_000);
  const before = residentMb();
  goal('resident before', before, 'MB', () => true, 'for information');
  await inTurns(REQUESTS, CLIENTS, (at) => ways[at % ways.length]?.(Math.floor(at / ways.length)) ?? '/');
  await inTurns(
    REPORTS,
    1,
    (at) => `/api/user/report?startDate=${dateOf((at % 60) + 1)}&reportFormat=${at % 2 ? 'pdf' : 'xlsx'}&format=v2`,
  );
  goal(`resident after ${REQUESTS} requests and ${REPORTS} reports`, residentMb(), 'MB', (mb) => mb <= 200, 'at most 200');
  const endedMs = performance.now();
  while (residentMb() > 1.1 * before && performance.now() - endedMs < MOST_REST_MS) await after(2000);
  goal('resident after a rest', residentMb() / before, 'x before', (part) => part <= 1.1, 'at most 1.1 within 5 minutes');
  console.log(`rested for ${((performance.now() - endedMs) / 1000).toFixed(0)} s at ${residentMb().toFixed(0)} MB`);
  for (const [what, times] of failed) console.log(`answered ${what}, ${times} times`);
} finally {
  await demo.stop();
}
