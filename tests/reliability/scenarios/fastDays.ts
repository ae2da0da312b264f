import { existsSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { statusText } from '../writers.ts';

const MIB = 1_048_576;
const HOUR_MS = 3_600_000;
/** So much faster than ours the clocks and timers of the server run. */
const SPEED = 200;
// few devices with many registers each: at this speed one core has to do for every request
const UNITS = 8;
const PARAMETERS = 25;
const faketime = '/usr/bin/faketime';
const fasterClock: readonly string[] = [faketime, '-f', `+0 x${SPEED}`];

type Device = { port: number; stop(): void };

/** Float registers that move, at the true pace of time. */
const startDevice = async (): Promise<Device> => {
  let asked = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (request) => {
      asked += 1;
      const count = request.readUInt16BE(10);
      const answer = Buffer.alloc(9 + 2 * count);
      request.copy(answer, 0, 0, 4);
      answer.writeUInt16BE(3 + 2 * count, 4);
      request.copy(answer, 6, 6, 8);
      answer[8] = 2 * count;
      for (let at = 0; at + 1 < count; at += 2) answer.writeFloatBE(20 + at + (asked % 100) / 100, 9 + 2 * at);
      socket.write(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, stop };
};

/** The server, with the processes that it starts, on one clock that runs faster. */
class FastServer extends PlantServer {
  /** Of the server itself, which the program that gives it the clock has started. */
  override get pid(): number {
    const outer = super.pid;
    if (this.through.length === 0) return outer;
    const [inner] = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').split(' ');
    return Number(inner) || outer;
  }

  override async end(): Promise<number | null> {
    if (this.through.length > 0 && this.isAlive) {
      process.kill(this.pid, 'SIGTERM');
      await until(() => !this.isAlive, 30_000);
    }
    return super.end();
  }

  override async kill(): Promise<void> {
    if (this.isAlive) process.kill(this.pid, 'SIGKILL');
    await super.kill();
  }
}

/** Two hundred series: units of quality, each parameter two registers of one device. */
const commission = async (server: FastServer, token: string, port: number): Promise<void> => {
  const add = async (path: string, body: object): Promise<string> => {
    const reply = await server.ask(`/api/plant/${path}`, token, { method: 'POST', body });
    const { id } = reply.body as { id?: string };
    if (id === undefined) throw new Error(`${path} was answered ${reply.status} ${reply.text.slice(0, 300)}`);
    return id;
  };
  const categoryId = await add('categories', { displayName: 'Quality', standardCategoryId: 'QUALITY_CATEGORY', siUnit: '' });
  const subCategoryId = await add('sub-categories', { categoryId, displayName: 'Analysers', group: '' });
  const settings = { kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 30_000 };
  const connectionId = await add('connections', { name: 'Analysers', settings });
  const names = Array.from({ length: PARAMETERS }, (_, at) => `p${at}`);
  const params = Object.fromEntries(names.map((name) => [name, { name, unit: 'mg/L', lt: null, ht: null }]));
  for (let at = 0; at < UNITS; at += 1) {
    const spec = {
      name: `Analyser ${at}`,
      type: 'quality',
      standardCategoryId: 'QUALITY_CATEGORY',
      siUnit: '',
      meta: { params },
    };
    const unitId = await add('units', { ...spec, subCategoryId });
    const deviceId = await add('devices', { connectionId, name: `Analyser ${at}`, slaveId: at + 1 });
    for (const [register, param] of names.entries())
      await add('tags', {
        ...{ deviceId, unitId, param, name: param, kind: 'gauge', periodMs: 60_000, measure: 'mg/L' },
        decode: { space: 'holding', address: 2 * register, type: 'float32' },
      });
  }
};

type Sample = { hour: number; memoryMiB: number; files: number; walMiB: number; databaseMiB: number };

/** An idle connection is closed, and a login given up, after some milliseconds of ours: what was lost on the way is asked again. */
const again = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (attempt === 200) throw error;
      await wait(50);
    }
};

const sizeMiB = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MIB;
const sampleOf = (server: FastServer, hour: number): Sample => ({
  hour,
  memoryMiB: server.memoryMiB().now,
  files: server.openFiles(),
  walMiB: sizeMiB(join(server.folder, 'headworks.db-wal')),
  databaseMiB: sizeMiB(join(server.folder, 'headworks.db')),
});

type Closed = { series: number; expected: number; good: number };

/** Slots of the shift days that closed, over all series; without those of the first day, which had begun before the server did. */
const closedDays = (folder: string): Closed => {
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  try {
    const sums = 'count(distinct series_id) series, coalesce(sum(expected), 0) expected, coalesce(sum(complete), 0) good';
    const whole = 'day > (select min(day) from day_total)';
    const found = sqlite.prepare<[], Closed>(`select ${sums} from day_total where ${whole}`).get();
    return found ?? { series: 0, expected: 0, good: 0 };
  } finally {
    sqlite.close();
  }
};

const pages = ['/api/plant/overview', '/api/plant/units', '/api/plant/health', '/api/user/notification?days=1'];

/** A request may take 15 s, here 75 ms of ours: 408 beside other work. */
const allowed: readonly number[] = [200, 201, 401, 408, 420];

/**
 * Days within minutes: polling, slots, shift days that close, sessions that run out, reports of each day; timers fire as they do in a plant.
 */
export const fastDays: Scenario = {
  ids: 'A13',
  name: '72 hours of a faster clock',
  isShort: false,
  lacks: () => (existsSync(faketime) ? undefined : 'faketime is not there (Debian: faketime)'),
  run: async (isShort) => {
    const hours = isShort ? 3 : 72;
    const checks = new Faults();
    const server = new FastServer();
    const device = await startDevice();
    try {
      await server.fill();
      await server.start();
      await commission(server, await server.login(), device.port);
      await server.end();
      server.through = fasterClock;
      await server.start();
      let token = await again(() => server.login());
      const statuses = new Map<number, number>();
      const samples: Sample[] = [];
      const startedMs = performance.now();
      const hourNow = (): number => ((performance.now() - startedMs) * SPEED) / HOUR_MS;
      let logins = 1;
      for (let turn = 0; hourNow() < hours; turn += 1) {
        const { status } = await again(() => server.ask(pages[turn % pages.length] ?? '', token));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 401 || status === 420) {
          token = await again(() => server.login());
          logins += 1;
        }
        if (hourNow() > (hours * (samples.length + 1)) / 24) samples.push(sampleOf(server, hourNow()));
        await wait(100);
      }
      checks.expect(server.isAlive, `the server ended: ${server.output().slice(-600)}`);
      const settled = samples.slice(8);
      const [first, last] = [settled.slice(0, 4), settled.slice(-4)].map((part) => ({
        memoryMiB: Math.max(...part.map(({ memoryMiB }) => memoryMiB)),
        files: Math.max(...part.map(({ files }) => files)),
      }));
      if (!first || !last) throw new Error('nothing was sampled');
      const walMiB = Math.max(...samples.map((one) => one.walMiB));
      const { series, expected, good } = closedDays(server.folder);
      checks.expect(last.memoryMiB <= first.memoryMiB * 1.05, `memory went from ${first.memoryMiB} to ${last.memoryMiB} MiB`);
      checks.expect(last.files <= first.files + 4, `open files went from ${first.files} to ${last.files}`);
      checks.expect(walMiB <= 64, `the write-ahead log grew to ${walMiB.toFixed(0)} MiB`);
      checks.expect(
        [...statuses.keys()].every((one) => allowed.includes(one)),
        statusText(statuses),
      );
      checks.expect(series >= UNITS * PARAMETERS, `only ${series} series have a closed day`);
      checks.expect(good > 0.9 * expected, `of ${expected} slots of closed days only ${good} are good`);
      // two seconds for its end are ten milliseconds of ours: how it ends is asked by the scenario of stops
      await server.end();
      return {
        figures: {
          hours,
          'series with closed days': series,
          'slots of closed days, good of all': `${good} of ${expected}`,
          answers: statusText(statuses),
          logins,
          'memory MiB': `${first.memoryMiB.toFixed(0)} to ${last.memoryMiB.toFixed(0)}`,
          'open files': `${first.files} to ${last.files}`,
          'write-ahead log MiB': walMiB.toFixed(1),
          'database MiB': samples.map(({ databaseMiB }) => databaseMiB.toFixed(1)).join(' '),
        },
        faults: checks.list,
      };
    } finally {
      device.stop();
      await server.remove();
    }
  },
};
