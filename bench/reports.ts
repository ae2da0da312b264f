/**
 * Reports of 1,000 series (server/test/bigPlant.ts) over HTTP, each made in a job process: times with the process warm, its peak of
 * memory, what other clients feel meanwhile, and how soon it is free after its client has gone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { findBundled, startCache } from '../server/bundled.ts';
import { createReports } from '../server/features/reports/create.ts';
import { ForkHost } from '../server/jobs/forkHost.ts';
import { JobPool } from '../server/jobs/pool.ts';
import { bigPlant, startBigPlant } from '../server/test/bigPlant.ts';
import { resources } from '../server/test/demoRig.ts';
import { sessionsOf, silent, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { quantile } from '../server/test/readingsLoad.ts';

// as the server does at its start
enableCompileCache(startCache());
const MIB = 1_048_576;
const ROUNDS = 5;

let missed = 0;
const show = (name: string, value: number, unit: string, goal?: number): void => {
  const isMissed = goal !== undefined && value > goal;
  if (isMissed) missed += 1;
  console.log(
    `${name} ${value.toFixed(1)} ${unit}${goal === undefined ? '' : ` (goal at most ${goal})`}${isMissed ? ' MISSED' : ''}`,
  );
};

const big = await startBigPlant();
const { plant, clock, folder, storage } = big;
// as a plant runs it: from the bundled files that the first start makes
const served = findBundled();
console.log(served === undefined ? 'from the sources: npm start makes the bundled files' : 'from the bundled files');
const script = served === undefined ? undefined : join(dirname(served), 'main.mjs');
const pool = new JobPool({ host: new ForkHost({ dataFolder: folder, resources, memoryBytes: 400 * MIB }, script), log: silent });
const reports = createReports({
  ...plant,
  writer: storage.writer,
  readerKysely: storage.reader.kysely,
  dataFolder: folder,
  jobs: pool,
  settings: plant.accounts.settings,
  email: undefined,
  clock,
  log: silent,
});
reports.service.start();
const sessions = sessionsOf({ bench: { caller: someCaller(), panel: false } });
// what a server works out once each of these days has closed
const before = process.cpuUsage();
while (plant.closedDayFigures.step());
const { user, system } = process.cpuUsage(before);
show('figures of a year of closed days, processor time', (user + system) / 1e6, 's');
const http = await startRig([...plant.readings.routes, ...reports.routes], { clock, sessions });
const headers = { authorization: 'Bearer bench' };
const load = new LoadProcess();

/** Peak resident memory of this process's job processes since each began; only Linux tells. */
const peakOf = (): number => {
  let most = 0;
  for (const task of readdirSync('/proc/self/task'))
    for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean)) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.')) continue;
        const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        most = Math.max(most, Number(kib ?? 0) / 1024);
      } catch {
        // it has ended meanwhile
      }
    }
  return most;
};
let peak = 0;
const watching = setInterval(() => {
  peak = Math.max(peak, peakOf());
}, 20);

const ids = (count: number): string =>
  `unitIds=${plant.directory
    .units(bigPlant.industryId)
    .filter(({ id }) => id.startsWith('source-'))
    .slice(0, count)
    .map(({ id }) => id)
    .join()}`;
/** All units of the plant, which have 1,000 series. */
const everything = 'startDate=10/05/2026&reportType=monthly&format=v2';

const ask = (
  query: string,
  onRequest: (asking: ReturnType<typeof request>) => void = () => {},
): Promise<{ status: number; bytes: number; ms: number }> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const asking = request(
      { port: http.port, host: '127.0.0.1', path: `/api/user/report?${query}`, headers, agent: false },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, ms: performance.now() - began }));
      },
    );
    asking.on('error', reject);
    asking.end();
    onRequest(asking);
  });

/** The best of some, for a warm process: other programs on the machine slow a round, nothing makes one faster. */
const measure = async (name: string, query: string, goals: { ms: number; peakMiB?: number }, rounds = ROUNDS): Promise<void> => {
  const times: number[] = [];
  let bytes = 0;
  await ask(query);
  peak = 0;
  for (let round = 0; round < rounds; round += 1) {
    const reply = await ask(query);
    if (reply.status !== 200) throw new Error(`${name} answered ${reply.status}`);
    times.push(reply.ms);
    bytes = reply.bytes;
  }
  show(name, Math.min(...times), 'ms', goals.ms);
  show(`${name}, median`, quantile(times, 0.5), 'ms');
  show(`${name}, peak of the job process`, peak, 'MiB', goals.peakMiB);
  show(`${name}, size`, bytes / 1024, 'KiB');
};

const day = 'startDate=10/06/2026';
const week = 'startDate=10/06/2026&endDate=16/06/2026';
await measure('daily HTML, 35 units', `${day}&format=v2&${ids(35)}`, { ms: 150 });
await measure('daily PDF, 35 units', `${day}&reportFormat=pdf&format=v2&${ids(35)}`, { ms: 400, peakMiB: 150 });
await measure('monthly XLSX, 200 units', `${day}&reportType=monthly&reportFormat=xlsx&${ids(200)}`, { ms: 1500 });
await measure('daily HTML, 40 units', `${day}&format=v2&${ids(40)}`, { ms: 150 });
await measure('daily PDF, 40 units', `${day}&reportFormat=pdf&format=v2&${ids(40)}`, { ms: 150 });
await measure('daily XLSX, 40 units', `${day}&reportFormat=xlsx&format=v2&${ids(40)}`, { ms: 150 });
await measure('monthly PDF, all units, 1,000 series', `${everything}&reportFormat=pdf`, { ms: 2000 }, 3);
await measure('monthly XLSX, all units, 1,000 series', `${everything}&reportFormat=xlsx`, { ms: 2000 }, 3);
const granular = `${week}&reportType=granular&reportFormat=xlsx&${ids(200)}`;
await measure('granular XLSX, 200 units x 7 days', granular, { ms: 12_000, peakMiB: 300 }, 2);

const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const large = Promise.all([1, 2, 3].map(() => ask(granular)));
await delay(200);
const paths = [
  `/api/user/granular/unit?unitId=source-7&date1=10/06/2026`,
  `/api/user/deviceDataV2?category=ID_SOURCE&date1=10/06/2026`,
];
const felt: number[] = [];
let isOver = false;
void large.then(() => {
  isOver = true;
});
while (!isOver) felt.push(...(await load.ask({ port: http.port, paths, clients: 2, rounds: 20, headers })).ms);
loop.disable();
const replies = await large;
if (replies.some(({ status }) => status !== 200))
  throw new Error(`large reports answered ${replies.map(({ status }) => status)}`);
show(`API p99 while three large reports run, ${felt.length} requests`, quantile(felt, 0.99), 'ms', 200);
show('event loop p99 meanwhile', loop.percentile(99) / 1e6, 'ms', 20);

await delay(500);
const given = ask(granular, (asking) => void delay(800).then(() => asking.destroy())).catch(() => undefined);
await given;
const gone = performance.now();
while (pool.busy > 0) await delay(2);
show('job process free after its client has gone', performance.now() - gone, 'ms', 1000);

clearInterval(watching);
load.stop();
await http.stop();
pool.stop();
await reports.stop();
await big.stop();
process.exitCode = missed === 0 ? 0 : 1;
