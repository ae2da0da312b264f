/**
 * 200 devices x 50 registers at 1 s behind the real server process: period, gaps, start to the first good
 * value, processor, memory and bytes written. `SECONDS` sets how long is measured (20 where absent); what is written is judged from 300 on,
 * because a slot lasts so long; `STORED` how many of a device's 25 values are stored (5). After it the thinnest poller in the same stack asks the
 * same devices for as long: at as many moments of the second as the server does, at a moment for each device, and all at once. At the end
 * both ask them at once for `BUSY_SECONDS` (20) while as many processes as there are cores do nothing but count: their longest gaps are compared.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBundled, startCache } from '../server/bundled.ts';
import { startPlant } from '../server/test/configuredPlant.ts';

const DEVICES = 200;
const REGISTERS = 50;
/** By which a device tells the floor from the server where both ask it. */
const FLOOR_UNIT = 2;
const BOUND_TAGS = Number(process.env.STORED ?? 5);
const seconds = Number(process.env.SECONDS ?? 20);
const busySeconds = Number(process.env.BUSY_SECONDS ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'bench-polling-'));

/** A device that answers every read with 50 registers and keeps the times at which it was asked. */
const startDevice = async (asked: number[], at: number): Promise<Server> => {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (request) => {
      (request[6] === FLOOR_UNIT ? askedByFloor[at] : asked)?.push(performance.now());
      const count = request.readUInt16BE(10);
      const answer = Buffer.alloc(9 + 2 * count);
      request.copy(answer, 0, 0, 4);
      answer.writeUInt16BE(3 + 2 * count, 4);
      request.copy(answer, 6, 6, 8);
      answer[8] = 2 * count;
      for (let at = 0; at < count; at += 2) answer.writeFloatBE(20 + at, 9 + 2 * at);
      socket.write(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
};

const configure = async (ports: readonly number[]): Promise<void> => {
  const plant = await startPlant({ folder });
  const rule = { validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' };
  await plant.industries.create({ id: 'BENCH', name: 'Bench', currency: 'INR', joinedAtMs: 0, shifts: [rule] });
  const category = await plant.categories.create('BENCH', {
    displayName: 'Quality',
    standardCategoryId: 'QUALITY_CATEGORY',
    siUnit: '',
    enabled: true,
    position: 0,
  });
  await plant.categories.createSub(
    'BENCH',
    { categoryId: category.id, displayName: 'All', group: '', enabled: true, position: 0 },
    'all',
  );
  const params = Object.fromEntries(
    Array.from({ length: BOUND_TAGS }, (_, at) => [`p${at}`, { name: `P${at}`, unit: 'mg/L', lt: null, ht: null }]),
  );
  for (const [at, port] of ports.entries()) {
    const { unitSpec } = await import('../server/contract/model/units.ts');
    const { connectionSpec, deviceSpec, tagSpec } = await import('../server/contract/plant/commissioning/fieldConfiguration.ts');
    const unit = await plant.units.create(
      'BENCH',
      unitSpec.parse({
        subCategoryId: 'all',
        name: `Unit ${at}`,
        type: 'quality',
        standardCategoryId: 'QUALITY_CATEGORY',
        siUnit: '',
        meta: { params },
      }),
    );
    const connection = await plant.connections.create(
      'BENCH',
      connectionSpec.parse({ name: `Line ${at}`, settings: { kind: 'tcp', host: '127.0.0.1', port } }),
    );
    const device = await plant.devices.create(
      'BENCH',
      deviceSpec.parse({ connectionId: connection.id, name: `Device ${at}`, slaveId: 1 }),
    );
    for (let tag = 0; tag < REGISTERS / 2; tag += 1)
      await plant.tags.create(
        'BENCH',
        tagSpec.parse({
          deviceId: device.id,
          name: `T${tag}`,
          kind: 'gauge',
          periodMs: 1000,
          decode: { space: 'holding', address: 2 * tag, type: 'float32' },
          ...(tag < BOUND_TAGS && { unitId: unit.id, param: `p${tag}`, measure: 'mg/L' }),
        }),
      );
  }
  plant.close();
};

/** Of all threads, to the nanosecond: what runs in short turns is missed by the ticks of /proc/PID/stat. */
const cpuSeconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9,
    0,
  );
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

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
const FIRST_ROUND_MS = 540_000;
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
const asked = Array.from({ length: DEVICES }, (): number[] => []);
const askedByFloor = asked.map((): number[] => []);
const devices = await Promise.all(asked.map((times, at) => startDevice(times, at)));
await configure(devices.map((device) => (device.address() as AddressInfo).port));

/** As a plant runs it. */
const startServer = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--min-semi-space-size=8',
      '--max-semi-space-size=8',
      '--max-old-space-size=256',
      resolve(import.meta.dirname, '../server/main.ts'),
      '--data',
      folder,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
    ],
    { stdio: 'ignore', env: { ...process.env, NODE_COMPILE_CACHE: startCache() } },
  );

const startFloor = (moments: number, unit = 1): ChildProcess => {
  const path = join(folder, `floor${moments}-${unit}.db`);
  const ports = devices.map((device) => String((device.address() as AddressInfo).port));
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
  const child = startServer();
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
    if (seconds >= SLOT_SECONDS) {
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
    if (seconds >= SLOT_SECONDS) report('written in 5 minutes', written, 'KB', 'at most 700', written <= 700);
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
  const [server, floor] = [startServer(), startFloor(MOMENTS, FLOOR_UNIT)];
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
for (const device of devices) device.close();
rmSync(folder, { recursive: true, force: true });
process.exit(missed === 0 ? 0 : 1);
