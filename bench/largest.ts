/**
 * Fifty of the largest answers at once, 300 days of a unit as CSV each, while 100 devices are polled once a second and a light GET is
 * asked: gaps between polls, the light GET, how long all of it takes, and memory. On the data of server/test/bigPlant.ts, with the
 * server's limits of memory.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { connection, device, tag } from '../server/field/testing/make.ts';
import { startBigPlant } from '../server/test/bigPlant.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';

const limits = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=256'];
if (!process.execArgv.includes('--max-old-space-size=256'))
  process.exit(spawnSync(process.execPath, [...limits, import.meta.filename], { stdio: 'inherit' }).status ?? 1);

const CLIENTS = 50;
const POLLED_DEVICES = 100;
const PERIOD_MS = 1000;
const MIB = 1_048_576;

const big = await startBigPlant();
const { plant, clock } = big;
const caller = someCaller({ permissions: new Set(['BATCH_PROCESS']) });
const http = await startRig(plant.readings.routes, { clock, sessions: sessionsOf({ bench: { caller, panel: false } }) });
const { port } = http;
const [load, crowd, field] = [new LoadProcess(), new LoadProcess(), new LoadProcess()];
const ports = await field.devices(POLLED_DEVICES);
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
plant.gateway.configure({
  connections: ports.map((one, at) => connection({ kind: 'tcp', host: '127.0.0.1', port: one, timeoutMs: 1000 }, `c${at}`)),
  devices: ports.map((_, at) => device(1, { connectionId: `c${at}` })),
  tags: ports.map((_, at) => tag(`c${at}-1`, 0, { periodMs: PERIOD_MS })),
});
plant.gateway.start();
await delay(3000);

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
const lightMs: number[] = [];
const [startedMs, cpuBefore] = [performance.now(), process.cpuUsage()];
let isOver = false;
const crowding = crowd.ask({ port, paths: largest, clients: CLIENTS, rounds: 1 }).then((answer) => {
  isOver = true;
  return answer;
});
while (!isOver) {
  lightMs.push(...(await load.ask(light)).ms);
  await delay(20);
}
const answer = await crowding;
const seconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(watching);
if (answer.status.some((one) => one !== 200)) throw new Error(`the largest answers were ${[...new Set(answer.status)]}`);
goal('fifty answers of 300 days', answer.bytes / MIB, 'MiB', () => true, 'for information');
goal('processor time of it', (user + system) / 1e6, 's', () => true, 'for information');
goal('done in', seconds, 's', (value) => value <= 15, 'at most 15');
goal('longest gap between polls', longestMs / PERIOD_MS, 'periods', (value) => value <= 1.1, 'at most 1.1');
goal('polls kept', (100 * polls * PERIOD_MS) / (1000 * POLLED_DEVICES * seconds), '%', (value) => value >= 99, 'at least 99');
goal('light GET meanwhile, p50', quantile(lightMs, 0.5), 'ms', () => true, 'for information');
goal('light GET meanwhile, p99', quantile(lightMs, 0.99), 'ms', (value) => value <= 50, 'at most 50');
goal('resident memory, most', mostMib, 'MiB', (value) => value <= 250, 'at most 250');
for (const process of [load, crowd, field]) process.stop();
await http.stop();
await big.stop();
