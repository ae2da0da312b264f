/**
 * 200 devices x 50 registers at 1 s behind the real server process: period, gaps, start to the first good
 * value, processor, memory and bytes written. `SECONDS` sets how long is measured (20 where absent); what is written is judged from 600 on,
 * because the log is moved into the database once in so long; `STORED` how many of a device's 25 values are stored (5). After it the thinnest poller in the same stack asks the
 * same devices for as long: at as many moments of the second as the server does, at a moment for each device, and all at once. At the end
 * both ask them at once for `BUSY_SECONDS` (20) while as many processes as there are cores do nothing but count: their longest gaps are compared.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBundled } from '../server/bundled.ts';
import { OTHER_UNIT, startDevices } from './load/devices.ts';
import { configurePollingPlant } from './load/pollingPlant.ts';
import { spawnServer } from './load/pollingServer.ts';
import { cpuSeconds, residentMb } from './load/processFigures.ts';

const DEVICES = 200;
const BOUND_TAGS = Number(process.env.STORED ?? 5);
const seconds = Number(process.env.SECONDS ?? 20);
const busySeconds = Number(process.env.BUSY_SECONDS ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'bench-polling-'));

/** The reserve grows for some minutes in a new folder. */
const reserveFilled = async (): Promise<void> => {
  const size = (): number => statSync(join(folder, 'reserve.bin')).size;
  for (let before = -1; before !== size(); ) {
    before = size();
    await delay(RESERVE_LOOK_MS);
  }
};

/** What was sent to the file system: pages of files, each time they became unwritten. The reserve for a full disk is filled once. */
const writtenKb = (pid: number): number => {
  const bytes = Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  return (bytes - statSync(join(folder, 'reserve.bin')).size) / 1024;
};

const SLOT_SECONDS = 300;
/**
 * The log has been moved into the database once, and is used again from its beginning. The first backup was made after five minutes, and the
 * process that made it has ended three minutes later: the system counts all that it wrote with the server then.
 */
const FIRST_ROUND_MS = 660_000;
/** As long as the log waits where little is in it: so long a stretch has one move of it, whenever it begins. */
const ROUND_SECONDS = 600;
const RESERVE_LOOK_MS = 5000;
const MOST_FLOOR_SECONDS = 60;
const GAP_NOISE_MS = 10;
const AFTER_START_MS = 15_000;
/** As the gateway spreads its lines over a period. */
const MOMENTS = 20;
const goal = BOUND_TAGS > 5 ? { ratio: 1.4, mb: 220 } : { ratio: 1.2, mb: 180 };
let missed = 0;
let oursPct = Number.NaN;
const report = (name: string, value: number, unit: string, goal: string, met: boolean): void => {
  console.log(`${name} ${value.toFixed(value < 10 ? 4 : 1)} ${unit} (goal ${goal})${met ? '' : '  MISSED'}`);
  if (!met) missed += 1;
};

/** When each device was asked, by who asked: the unit of a request, 1 for the server and 2 for the floor beside it. */
const devices = await startDevices(DEVICES);
const { asked, askedOfUnit2: askedByFloor } = devices;
await configurePollingPlant(folder, devices.ports, BOUND_TAGS);

const startFloor = (moments: number, unit = 1): ChildProcess => {
  const path = join(folder, `floor${moments}-${unit}.db`);
  const ports = devices.ports.map(String);
  return spawn(process.execPath, [join(import.meta.dirname, 'floor/poller.ts'), path, String(moments), String(unit), ...ports], {
    stdio: 'ignore',
  });
};

const ended = async (...children: ChildProcess[]): Promise<void> => {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => new Promise((gone) => child.once('exit', gone))));
};

const longestGapMs = (times: readonly number[][]): number =>
  Math.max(...times.flatMap((own) => own.slice(1).map((time, at) => time - (own[at] ?? 0))));

/** The plant exists: it has been started before. */
const run = async (measured: boolean): Promise<void> => {
  const startedMs = performance.now();
  const child = spawnServer(folder);
  try {
    while (asked.every((times) => times.length === 0) && performance.now() - startedMs < 20_000) await delay(2);
    const firstMs = Math.min(...asked.map((times) => times[0] ?? Number.POSITIVE_INFINITY)) - startedMs;
    if (!measured) return;
    const firstCpuMs = 1000 * cpuSeconds(child.pid ?? 0);
    console.log(`processor time at the first poll ${firstCpuMs.toFixed(0)} ms`);
    report('start to first good value', firstMs, 'ms', 'at most 1000', firstMs <= 1000);
    while (asked.some((times) => times.length === 0) && performance.now() - startedMs < 60_000) await delay(10);
    const allMs = Math.max(...asked.map((times) => times[0] ?? Number.POSITIVE_INFINITY)) - startedMs;
    console.log(`start to every device read ${allMs.toFixed(0)} ms`);
    await delay(3000);
    // what a start writes once is not counted: the compiled program, the reserve with the system's record of it, a log that grows
    if (seconds >= ROUND_SECONDS) {
      await delay(FIRST_ROUND_MS);
      await reserveFilled();
    }
    for (const times of asked) times.length = 0;
    const cpuBefore = cpuSeconds(child.pid ?? 0);
    const writtenBefore = writtenKb(child.pid ?? 0);
    await delay(seconds * 1000);
    const cpuPct = ((cpuSeconds(child.pid ?? 0) - cpuBefore) / seconds) * 100;
    const written = ((writtenKb(child.pid ?? 0) - writtenBefore) * SLOT_SECONDS) / seconds;
    const gapMs = longestGapMs(asked);
    const periods = asked.map((times) => ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1));
    const meanMs = periods.reduce((sum, period) => sum + period, 0) / periods.length;
    report('reads kept against asked', 1000 / meanMs, '', 'at least 0.999', 1000 / meanMs >= 0.999);
    report('longest gap', gapMs / 1000, 'periods', 'at most 1.05', gapMs <= 1050);
    if (seconds >= ROUND_SECONDS) report('written in 5 minutes', written, 'KB', 'at most 700', written <= 700);
    report('processor', cpuPct, '% of one core', 'for information', true);
    oursPct = cpuPct;
    const mb = residentMb(child.pid ?? 0);
    report('resident memory', mb, 'MB', `at most ${goal.mb}`, mb <= goal.mb);
  } finally {
    await ended(child);
  }
};

// as a plant runs it: from the bundled files, with what Node makes of the TypeScript of the start kept
console.log(findBundled() === undefined ? 'from the sources: npm run build makes the bundled files' : 'from the bundled files');
await run(false);
for (const times of asked) times.length = 0;
await run(true);
/** Processor of the floor that asks the devices at so many moments of the second. */
const runFloor = async (moments: number): Promise<number> => {
  for (const times of asked) times.length = 0;
  const floor = startFloor(moments);
  while (asked.some((times) => times.length < 3)) await delay(10);
  const before = cpuSeconds(floor.pid ?? 0);
  const floorSeconds = Math.min(seconds, MOST_FLOOR_SECONDS);
  await delay(floorSeconds * 1000);
  const pct = ((cpuSeconds(floor.pid ?? 0) - before) / floorSeconds) * 100;
  report(`processor of the floor, ${moments} moments`, pct, '% of one core', 'for information', true);
  report('resident memory of the floor', residentMb(floor.pid ?? 0), 'MB', 'for information', true);
  await ended(floor);
  return pct;
};
const floorPct = await runFloor(MOMENTS);
report('processor against the floor', oursPct / floorPct, 'x', `at most ${goal.ratio}`, oursPct / floorPct <= goal.ratio);
await runFloor(DEVICES);
await runFloor(1);

/** Server and floor beside the same busy processes, which both have to wait for in turn. */
const runBusy = async (): Promise<void> => {
  const [server, floor] = [spawnServer(folder), startFloor(MOMENTS, OTHER_UNIT)];
  for (const times of [...asked, ...askedByFloor]) times.length = 0;
  while ([...asked, ...askedByFloor].some((times) => times.length === 0)) await delay(10);
  // what a start does after its first polls is no part of it
  await delay(AFTER_START_MS);
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  await delay(1000);
  for (const times of [...asked, ...askedByFloor]) times.length = 0;
  await delay(busySeconds * 1000);
  const [ours, theirs] = [longestGapMs(asked), longestGapMs(askedByFloor)];
  await ended(server, floor, ...busy);
  report('longest gap of the floor, cores busy', theirs / 1000, 'periods', 'for information', true);
  // both are late by chance too: a hundredth of a period is none of ours
  report('longest gap, cores busy', ours / 1000, 'periods', 'no longer than the floor', ours <= theirs + GAP_NOISE_MS);
};
await runBusy();
devices.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(missed === 0 ? 0 : 1);
