/** 1,000 values a second to 100 panels, half of which show all of them and half 50 each: processor time of the process that sends. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Bus, type LiveUpdate } from '../server/core/bus.ts';
import { systemClock } from '../server/core/clock.ts';
import type { LiveCaller } from '../server/live/audience.ts';
import { LiveHub } from '../server/live/hub.ts';
import { silent } from '../server/test/httpRig.ts';
import type { Order, PhoneReply } from '../server/test/phones.ts';
import { goal } from '../server/test/readingsLoad.ts';

const PANELS = 100;
/** What a page of some units shows. */
const SOME = 50;
const SOCKETS_EACH = 5;
const VALUES = 1000;
/** Values come as devices answer, not all at once. */
const PARTS_PER_SECOND = 20;
const SECONDS = Number(process.env.SECONDS ?? 15);
const industryId = 'DEMO';

const latest = new Map<number, LiveUpdate>();
const bus = new Bus(silent);
const hub = new LiveHub({
  bus,
  clock: systemClock,
  log: silent,
  hostRules: { isHostAllowed: () => true, isOriginAllowed: () => false },
  authenticate: (token): LiveCaller => ({ userId: token, industryId, sessionId: token, permissions: new Set(['ALERTS']) }),
  snapshot: () => [...latest.values()],
  replay: { ends: () => ({ first: 0, last: 0, isPruned: false }), after: () => [] },
  onConfirm: () => undefined,
});
const server = createServer();
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
hub.start(server);
const panels = fork(fileURLToPath(import.meta.resolve('../server/test/phones.ts')));
const ask = async (order: Order): Promise<PhoneReply> => {
  const reply = once(panels, 'message');
  panels.send(order);
  return (await reply)[0] as PhoneReply;
};
const shown = Array.from({ length: PANELS }, (_, at) => ({
  token: `user${Math.floor(at / SOCKETS_EACH)}`,
  ...(at % 2 === 1 && { units: Array.from({ length: SOME }, (_of, place) => `unit-${(at * 10 + place) % VALUES}`) }),
}));

let round = 0;
const part = (at: number): void => {
  const count = VALUES / PARTS_PER_SECOND;
  const values = Array.from({ length: count }, (_, place): LiveUpdate => {
    const unit = at * count + place;
    const value = {
      unitId: `unit-${unit}`,
      param: 'flow',
      value: 20 + ((unit * 31 + round * 17) % 1000) / 97,
      quality: 'GOOD' as const,
    };
    const update = { ...value, atMs: systemClock.now() };
    latest.set(unit, update);
    return update;
  });
  bus.emit('liveValues', { industryId, values });
};
const run = async (seconds: number): Promise<void> => {
  const startedMs = performance.now();
  for (let turn = 0; turn < seconds * PARTS_PER_SECOND; turn += 1) {
    if (turn % PARTS_PER_SECOND === 0) round += 1;
    part(turn % PARTS_PER_SECOND);
    await after(Math.max(0, startedMs + ((turn + 1) * 1000) / PARTS_PER_SECOND - performance.now()));
  }
};

const { port } = server.address() as AddressInfo;
await ask({ kind: 'panels', port, panels: shown });
await run(2);
const before = process.cpuUsage();
const valuesBefore = (await ask({ kind: 'values' })).values ?? 0;
await run(SECONDS);
const { user, system } = process.cpuUsage(before);
await after(1000);
const came = ((await ask({ kind: 'values' })).values ?? 0) - valuesBefore;
goal(
  '1,000 values a second to 100 panels',
  (user + system) / SECONDS / 10_000,
  '% of a core',
  (share) => share <= 20,
  'at most 20',
);
goal('values that came', came / ((PANELS / 2) * (VALUES + SOME) * SECONDS), 'of all', (share) => share > 0.95, 'over 0.95');
panels.disconnect();
await hub.stop();
server.closeAllConnections();
server.close();
