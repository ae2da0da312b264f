/**
 * Alerts on 500 phones: 100 users with 5 sockets each, in a process of their own. Beside them, in turns, 500 bare sockets that are sent a
 * text of the same length.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ManualClock, systemClock } from '../server/core/clock.ts';
import { Failure } from '../server/core/fail.ts';
import { SLOT_MS } from '../server/core/slots.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import type { LiveCaller } from '../server/live/audience.ts';
import { LiveHub } from '../server/live/hub.ts';
import { slotAt } from '../server/test/alertRig.ts';
import { AlertWorks, LIMIT_M3H, limitedPlant, worksSettings } from '../server/test/alertWorks.ts';
import { silent } from '../server/test/httpRig.ts';
import { TestChannel } from '../server/test/outboxRig.ts';
import type { Order, PhoneReply } from '../server/test/phones.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { seed } from '../server/test/readingsRig.ts';
import { startBareSockets } from './floor/sockets.ts';

const USERS = 100;
const SOCKETS_EACH = 5;
const ROUNDS = 20;
const DEAF = 50;
const MISSED = 300;
const MIB = 1_048_576;
const FIRST = slotAt('2026-03-10T00:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'live-bench-'));
const path = join(folder, 'headworks.db');
const plant = limitedPlant(ROUNDS + 10);
const clock = new ManualClock(FIRST * SLOT_MS - 60_000);
const { sqlite } = openDatabase(path);
migrate(sqlite, clock);
seed(sqlite, plant);
sqlite.close();
const works = new AlertWorks({ path, plant, clock, settings: worksSettings({}), channel: new TestChannel('email') });
works.start();

const permissions = new Set(['ALERTS'] as const);
const names = Array.from({ length: USERS + DEAF / SOCKETS_EACH }, (_, at) => `user${at}`);
const sessions = new Map(
  names.map((name): [string, LiveCaller] => [
    `token.of.${name}`,
    { userId: name, industryId: 'DEMO', sessionId: name, permissions },
  ]),
);
const tokensOf = (some: readonly string[]): string[] =>
  some.flatMap((name) => Array.from({ length: SOCKETS_EACH }, () => `token.of.${name}`));
const hub = new LiveHub({
  bus: works.bus,
  clock: systemClock,
  log: silent,
  hostRules: { isHostAllowed: () => true, isOriginAllowed: () => false },
  authenticate: (token) => {
    const caller = sessions.get(token);
    if (!caller) throw new Failure('token', 'Invalid token');
    return caller;
  },
  snapshot: () => [],
  replay: works.liveLog,
  onConfirm: () => undefined,
});
/** When the newest alert was given to the sockets; heard before they are. */
let givenMs = 0;
works.bus.on('given', 'durableMessages', () => {
  givenMs = performance.timeOrigin + performance.now();
});
const server = createServer();
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
hub.start(server);
const { port } = server.address() as AddressInfo;

const phones = fork(fileURLToPath(import.meta.resolve('../server/test/phones.ts')));
const ask = async (order: Order): Promise<PhoneReply> => {
  const reply = once(phones, 'message');
  phones.send(order);
  return (await reply)[0] as PhoneReply;
};
const residentMiB = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / MIB;
};
/** Durable messages as alarms make them, in one transaction. */
const publish = (count: number, body: string): void => {
  const messages = works.store.transaction((tx) =>
    Array.from({ length: count }, (_, at) =>
      works.liveLog.append(tx, { industryId: 'DEMO', type: 'alert', title: `more ${at}`, body, data: {} }),
    ),
  );
  works.bus.emit('durableMessages', { industryId: 'DEMO', messages });
};

try {
  for (let at = 0; at < 3; at += 1) await works.slot(FIRST + at, () => 6);
  const beforeMiB = residentMiB();
  const connected = await ask({ kind: 'connect', port, tokens: tokensOf(names.slice(0, USERS)) });
  goal('500 phones connected', connected.ms / 1000, 's', (seconds) => seconds <= 5, '<= 5');

  const bare = await startBareSockets();
  await ask({ kind: 'bare', port: bare.port, count: USERS * SOCKETS_EACH });
  const bareDelays: number[] = [];
  const alarmDelays: number[] = [];
  const delays: number[] = [];
  let closedMs = 0;
  works.bus.on('bench', 'slotsClosed', () => {
    closedMs = performance.timeOrigin + performance.now();
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await works.slot(FIRST + 3 + round, (unit) => (unit === round ? LIMIT_M3H + 10 : 6));
    const { times } = await ask({ kind: 'received', title: `u${round} flow high`, count: USERS * SOCKETS_EACH });
    delays.push(...times.map((ms) => ms - closedMs));
    alarmDelays.push(...times.map((ms) => ms - givenMs));
    const sentMs = performance.timeOrigin + performance.now();
    bare.send(`bare ${round}`);
    const floor = await ask({ kind: 'received', title: `bare ${round}`, count: USERS * SOCKETS_EACH });
    bareDelays.push(...floor.times.map((ms) => ms - sentMs));
  }
  bare.close();
  goal('slot closed to alert on 500 phones, p50', quantile(delays, 0.5), 'ms', (ms) => ms <= 250, '<= 250');
  goal('slot closed to alert on 500 phones, p99', quantile(delays, 0.99), 'ms', (ms) => ms <= 250, '<= 250');
  const [ours, floor] = [quantile(alarmDelays, 0.99), quantile(bareDelays, 0.99)];
  console.log(`alarm stored to 500 phones, p99 ${ours.toFixed(1)} ms; bare sockets ${floor.toFixed(1)} ms`);
  goal('alarm against bare sockets, p99', ours / floor, 'x', (ratio) => ratio <= 1.5, '<= 1.5');
  goal('memory for 500 phones and 500 bare sockets', residentMiB() - beforeMiB, 'MiB', (mib) => mib <= 40, '<= 40');

  const newest = works.liveLog.ends('DEMO').last;
  publish(MISSED, 'while the phone was away');
  const resumed = await ask({ kind: 'resume', port, token: `token.of.user${USERS}`, after: String(newest), count: MISSED });
  const inOrder = resumed.ids.every((id, at) => Number(id) === newest + 1 + at);
  goal(
    'messages brought after a pause',
    resumed.ids.length,
    'messages',
    (count) => count === MISSED && inOrder,
    '300 in order, once',
  );
  console.log(`time for that: ${resumed.ms.toFixed(0)} ms`);

  await ask({ kind: 'deaf', port, tokens: tokensOf(names.slice(USERS)) });
  await after(500);
  const withDeaf = hub.size;
  const quietMiB = residentMiB();
  let mostMiB = quietMiB;
  const startedMs = performance.now();
  while (hub.size > USERS * SOCKETS_EACH && performance.now() - startedMs < 60_000) {
    publish(10, 'x'.repeat(8192));
    await after(20);
    mostMiB = Math.max(mostMiB, process.memoryUsage().rss / MIB);
  }
  goal('phones that never read, before', withDeaf - USERS * SOCKETS_EACH, 'sockets', (count) => count === DEAF, String(DEAF));
  goal('phones that never read, left', hub.size - USERS * SOCKETS_EACH, 'sockets', (count) => count === 0, '0');
  goal('memory for them, most', mostMiB - quietMiB, 'MiB', (mib) => mib <= 20, '<= 20');
} finally {
  phones.disconnect();
  await hub.stop();
  server.closeAllConnections();
  server.close();
  await works.close();
  rmSync(folder, { recursive: true, force: true });
}
