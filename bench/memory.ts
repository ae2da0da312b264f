/**
 * What a demo keeps in memory: many different requests and some reports, then nothing. `REQUESTS` (3,000) and `REPORTS` (10) set how many;
 * the goal is of 30,000 and 100 after a day. `HOURS` (0) is how long the demo runs before. Memory rises and falls by 30 MB within minutes
 * where nothing is asked, so that before the requests and after the rest the middle of two minutes counts. Since 27 November 2026 unit, day and user of each
 * request are drawn, and one of a hundred is a reading that is corrected: until then there were some 500 different questions.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { uniformAt } from '../server/core/random.ts';
import { loginAt } from '../server/test/policyRig.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { startOpenDemo } from './floor/openDemo.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 3000);
const REPORTS = Number(process.env.REPORTS ?? 10);
const HOURS = Number(process.env.HOURS ?? 0);
const CLIENTS = 10;
const QUIET_MS = 20_000;
const REST_MS = 300_000;
const LEVEL_MS = 120_000;
const LOOK_MS = 5000;
const DAY_MS = 86_400_000;
const DAYS = 85;
const ONE_CORRECTED_OF = 100;

const demo = await startOpenDemo();
const residentMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${demo.pid}/status`, 'utf8'))?.[1]) / 1024;
const levelMb = async (): Promise<number> => {
  const looks: number[] = [];
  for (const endedMs = performance.now() + LEVEL_MS; performance.now() < endedMs; await after(LOOK_MS)) looks.push(residentMb());
  console.log(`from ${Math.min(...looks).toFixed(0)} to ${Math.max(...looks).toFixed(0)} MB within two minutes`);
  return quantile(looks, 0.5);
};
const dateOf = (daysBack: number): string =>
  new Date(Date.now() - daysBack * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/');

const usernames = ['admin', 'operator', 'technician', 'viewer'] as const;
const tokens: string[] = [];
for (const username of usernames) tokens.push((await loginAt(demo.url, username)).access_token);
const found = await fetch(`${demo.url}/api/plant/units`, { headers: demo.headers });
const { units } = (await found.json()) as { units: { id: string; type: string }[] };
const meters = units.filter(({ type }) => type === 'flow');

let drawn = 0;
const random = (): number => {
  drawn += 1;
  return uniformAt(20_261_127, 0, drawn);
};
const oneOf = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('nothing to draw from');
  return one;
};
const day = (): string => dateOf(Math.floor(random() * DAYS));
const ways: (() => string)[] = [
  () => `/api/user/landingPage/userData?date=${day()}&type=${oneOf(['DAY', 'MONTH', 'YEAR'])}`,
  () => `/api/user/summaryPage?date1=${day()}&type=${oneOf(['HOUR', 'DATE', 'MONTH'])}`,
  () => `/api/user/deviceDataV2?category=SOURCE_CATEGORY&date1=${day()}&type=${oneOf(['DAY', 'MONTH'])}`,
  () => `/api/user/deviceData?category=${oneOf(['source', 'quality', 'energy'])}&date1=${day()}&type=HOUR`,
  () => `/api/user/granular/unit?unitId=${oneOf(units).id}&date1=${day()}`,
  () => '/api/plant/overview',
  () => `/api/plant/live?units=${oneOf(units).id}`,
  () => '/api/user/accounts/joinedDate',
];
/** Of the ways above: with days and their kinds, with units and days, with units, with nothing. */
const combinations = tokens.length * ((3 + 3 + 2 + 3) * DAYS + units.length * DAYS + units.length + 2);
const failed = new Map<string, number>();
const asked = new Set<string>();
let [count, again] = [0, 0];
const noteStatus = ({ ok, status }: Response, what: string): void => {
  if (!ok) failed.set(`${status} ${what}`, (failed.get(`${status} ${what}`) ?? 0) + 1);
};
const ask = async (path: string, token: string): Promise<void> => {
  count += 1;
  if (asked.has(path)) again += 1;
  asked.add(path);
  const response = await fetch(demo.url + path, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  noteStatus(response, path.split('?')[0] ?? path);
};
const correct = async (): Promise<void> => {
  const from = new Date(Math.floor((Date.now() - (1 + random() * (DAYS - 2)) * DAY_MS) / 300_000) * 300_000).toISOString();
  const response = await fetch(`${demo.url}/api/plant/readings/manual`, {
    method: 'POST',
    headers: { ...demo.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      unitId: oneOf(meters).id,
      from,
      values: [1000 * random()],
      note: 'read from the meter',
      confirmed: true,
    }),
  });
  await response.arrayBuffer();
  noteStatus(response, 'a correction');
};
const inTurns = async (times: number, clients: number, one: (at: number) => Promise<void>): Promise<void> => {
  let at = 0;
  const client = async (): Promise<void> => {
    while (at < times) {
      at += 1;
      await one(at);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
};

try {
  await after(QUIET_MS + HOURS * 3_600_000);
  const before = await levelMb();
  console.log(`drawn from ${combinations} combinations of question, unit, day and user`);
  goal('resident before', before, 'MB', () => true, 'for information');
  await inTurns(REQUESTS, CLIENTS, (at) => (at % ONE_CORRECTED_OF === 0 ? correct() : ask(oneOf(ways)(), oneOf(tokens))));
  console.log(`${asked.size} different questions of ${count}; asked before, by anybody: ${((100 * again) / count).toFixed(0)} %`);
  goal(`resident after ${REQUESTS} requests`, residentMb(), 'MB', () => true, 'for information');
  const report = (at: number): string =>
    `/api/user/report?startDate=${dateOf((at % 60) + 1)}&reportFormat=${at % 2 ? 'pdf' : 'xlsx'}&format=v2`;
  await inTurns(REPORTS, 1, (at) => ask(report(at), tokens[0] ?? ''));
  goal(`resident after ${REQUESTS} requests and ${REPORTS} reports`, residentMb(), 'MB', (mb) => mb <= 200, 'at most 200');
  await after(REST_MS - LEVEL_MS);
  const rested = await levelMb();
  goal(
    'resident after a rest',
    rested / before,
    'x before',
    (part) => part <= 1.1,
    'at most 1.1 in the last two of five minutes',
  );
  console.log(`${rested.toFixed(0)} MB`);
  for (const [what, times] of failed) console.log(`answered ${what}, ${times} times`);
} finally {
  await demo.stop();
}
