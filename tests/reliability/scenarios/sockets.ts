import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import WebSocket from 'ws';
import { askAt } from '../../../server/test/policyRig.ts';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, quantile, type Scenario } from '../scenario.ts';
import { Writers } from '../writers.ts';

/** Sockets of one user at most. */
const EACH = 5;

/** More users with the password of the operator, in the two industries in turn. */
const addUsers = (folder: string, count: number): string[] => {
  const sqlite = new Database(join(folder, 'headworks.db'));
  const names = Array.from({ length: count }, (_, at) => `crowd${at}`);
  const put = sqlite.prepare(
    `insert into user (id, industry_id, username, email, phone, name, role, permissions, password_hash, active, disabled, internal, created_at)
     select ?, ?, ?, null, ?, ?, role, permissions, password_hash, 1, 0, 0, 0 from user where username = 'operator'`,
  );
  sqlite.exec('update industry set max_users = 1000');
  for (const [at, name] of names.entries())
    put.run(name, at % 10 === 9 ? 'NORTH' : 'DEMO', name, `7${String(at).padStart(9, '0')}`, name);
  sqlite.close();
  return names;
};

const loginOf = async (server: PlantServer, username: string): Promise<string> => {
  const headers = { LoginType: 'DEFAULT', username, password: 'demo-operator' };
  const { body, text, status } = await askAt(server.url, '/api/user/user/login', { headers });
  if (status !== 200) throw new Error(`${username} cannot log in: ${text}`);
  return (body as { access_token: string }).access_token;
};

type Client = { socket: WebSocket; isNorth: boolean; received: Map<string, number> };

/** Opens five sockets with each token, all at once. @returns how long that took, milliseconds. */
const connectAll = async (server: PlantServer, tokens: readonly string[], clients: Client[]): Promise<number> => {
  const startedMs = performance.now();
  const opened = tokens.flatMap((token, user) =>
    Array.from({ length: EACH }, () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/user/live`, ['bearer', token]);
      const client: Client = { socket, isNorth: user % 10 === 9, received: new Map() };
      clients.push(client);
      socket.on('message', (data) => {
        const found = /crowd alarm (\d+)/.exec(String(data))?.[1];
        if (found) client.received.set(found, performance.now());
      });
      return new Promise<void>((done, failed) => {
        socket.once('open', done).once('error', failed);
        // of the server that is killed
        socket.on('error', () => undefined);
      });
    }),
  );
  await Promise.all(opened);
  return performance.now() - startedMs;
};

/** Many clients of the live channel: connecting, receiving an alarm, and nobody else's. */
export const manySockets: Scenario = {
  ids: 'A11',
  name: '500 live sockets',
  isShort: false,
  run: async (isShort) => {
    const checks = new Faults();
    const count = isShort ? 50 : 500;
    const server = new PlantServer();
    const clients: Client[] = [];
    try {
      await server.fill();
      const names = addUsers(server.folder, count / EACH);
      await server.start();
      const tokens: string[] = [];
      for (const name of names) tokens.push(await loginOf(server, name));
      const before = server.memoryMiB().now;
      const openMs = await connectAll(server, tokens, clients);
      const admin = await server.login('admin');
      const delays: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const sentMs = performance.now();
        await server.ask('/api/user/alerts', admin, {
          method: 'POST',
          body: {
            unitId: 'demo-flow',
            type: `crowd alarm ${round}`,
            createdOn: `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}Z`,
            meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
          },
        });
        await until(() => clients.every(({ isNorth, received }) => isNorth || received.has(String(round))), 5000, 20);
        for (const { isNorth, received } of clients) {
          const atMs = received.get(String(round));
          if (isNorth) checks.expect(atMs === undefined, 'a user of another industry received an alarm');
          else delays.push(atMs === undefined ? Number.POSITIVE_INFINITY : atMs - sentMs);
        }
      }
      checks.expect(delays.every(Number.isFinite), `${delays.filter((ms) => !Number.isFinite(ms)).length} messages did not come`);
      checks.expect(openMs <= 5000, `connecting took ${openMs.toFixed(0)} ms`);
      const p99 = quantile(delays, 0.99);
      checks.expect(p99 <= 250, `the p99 of a message was ${p99.toFixed(0)} ms`);
      const grown = server.memoryMiB().now - before;
      checks.expect(grown <= 40, `memory grew by ${grown.toFixed(0)} MiB`);
      await server.kill();
      await server.start();
      const againMs = await connectAll(server, tokens, clients);
      checks.expect(againMs <= 15_000, `connecting again after a restart took ${againMs.toFixed(0)} ms`);
      return {
        figures: {
          sockets: count,
          'connected ms': Math.round(openMs),
          'message p99 ms': Math.round(p99),
          'connected again ms': Math.round(againMs),
          'grown MiB': Math.round(grown),
        },
        faults: checks.list,
      };
    } finally {
      for (const { socket } of clients) socket.terminate();
      await server.remove();
    }
  },
};

/** Opens the live channel by hand and never reads from it. */
const neverReading = (server: PlantServer, token: string): Promise<Socket> =>
  new Promise((done, failed) => {
    const socket = connect({ port: server.port, host: '127.0.0.1' }, () => {
      socket.write(
        `GET /api/user/live HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: bearer, ${token}\r\n\r\n`,
      );
    });
    socket.once('data', (answer) => {
      socket.pause();
      if (String(answer).startsWith('HTTP/1.1 101')) done(socket);
      else failed(new Error(String(answer).split('\r\n')[0]));
    });
    socket.once('error', failed);
  });

/** Sockets that take nothing cost little and are cut. */
export const deafSockets: Scenario = {
  ids: 'A12',
  name: '50 live sockets that never read',
  isShort: false,
  run: async (isShort) => {
    const checks = new Faults();
    const count = isShort ? 10 : 50;
    const server = new PlantServer();
    const sockets: Socket[] = [];
    try {
      await server.fill();
      const names = addUsers(server.folder, count);
      await server.start();
      for (const name of names) sockets.push(await neverReading(server, await loginOf(server, name)));
      await wait(500);
      const writers = new Writers(server);
      await writers.prepare();
      // what writing itself needs once is there before
      writers.start();
      await wait(isShort ? 5000 : 30_000);
      const before = server.memoryMiB().now;
      await wait(isShort ? 10_000 : 60_000);
      await writers.stop();
      const grown = server.memoryMiB().now - before;
      checks.expect(grown <= 20, `memory grew by ${grown.toFixed(0)} MiB`);
      return {
        figures: { sockets: count, messages: writers.acknowledged.size, 'grown MiB': grown.toFixed(1) },
        faults: checks.list,
      };
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.remove();
    }
  },
};
