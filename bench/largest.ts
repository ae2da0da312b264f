/**
 * Fifty of the largest answers at once, 300 days of a unit as CSV each, while 100 devices are polled once a second and a light GET is
 * asked: gaps between polls, the light GET, how long all of it takes, and memory. On the data of server/test/bigPlant.ts, with the
 * server's limits of memory.
 */
import { spawnSync } from 'node:child_process';
import { startBigPlant } from '../server/test/bigPlant.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { lightBesideCrowd, POLL_PERIOD_MS, pollDevices, pollsKeptPct } from './load/crowd.ts';

const limits = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=256'];
if (!process.execArgv.includes('--max-old-space-size=256'))
  process.exit(spawnSync(process.execPath, [...limits, import.meta.filename], { stdio: 'inherit' }).status ?? 1);

const CLIENTS = 50;
const MIB = 1_048_576;

const big = await startBigPlant();
const { plant, clock } = big;
const caller = someCaller({ permissions: new Set(['BATCH_PROCESS']) });
const http = await startRig(plant.readings.routes, { clock, sessions: sessionsOf({ bench: { caller, panel: false } }) });
const { port } = http;
const [load, crowd, field] = [new LoadProcess(), new LoadProcess(), new LoadProcess()];
const polled = new Map<string, number>();
let longestMs = 0;
let polls = 0;
plant.gateway.onSamples((samples) => {
  for (const { tagId, quality } of samples) {
    if (quality !== 'GOOD') continue;
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - (polled.get(tagId) ?? nowMs));
    polled.set(tagId, nowMs);
    polls += 1;
  }
});
await pollDevices(plant, field);

const largest = Array.from(
  { length: CLIENTS },
  (_, at) => `/api/plant/readings/export?unitIds=source-${at}&startDate=01/08/2025&endDate=27/05/2026`,
);
const light = { port, paths: ['/api/user/granular/unit?unitId=source-7&date1=10/06/2026'], clients: 1, rounds: 10 };
await load.ask(light);
[longestMs, polls] = [0, 0];
let mostMib = 0;
const watching = setInterval(() => {
  mostMib = Math.max(mostMib, process.memoryUsage.rss() / MIB);
}, 50);
goal('resident memory before', process.memoryUsage.rss() / MIB, 'MiB', () => true, 'for information');
const cpuBefore = process.cpuUsage();
const { answer, seconds, lightMs } = await lightBesideCrowd(
  [crowd, { port, paths: largest, clients: CLIENTS, rounds: 1 }],
  [load, light],
);
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(watching);
goal('fifty answers of 300 days', answer.bytes / MIB, 'MiB', () => true, 'for information');
goal('processor time of it', (user + system) / 1e6, 's', () => true, 'for information');
goal('done in', seconds, 's', (value) => value <= 15, 'at most 15');
goal('longest gap between polls', longestMs / POLL_PERIOD_MS, 'periods', (value) => value <= 1.1, 'at most 1.1');
goal('polls kept', pollsKeptPct(polls, seconds), '%', (value) => value >= 99, 'at least 99');
goal('light GET meanwhile, p50', quantile(lightMs, 0.5), 'ms', () => true, 'for information');
goal('light GET meanwhile, p99', quantile(lightMs, 0.99), 'ms', (value) => value <= 50, 'at most 50');
goal('resident memory, most', mostMib, 'MiB', (value) => value <= 250, 'at most 250');
for (const process of [load, crowd, field]) process.stop();
await http.stop();
await big.stop();
