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
    put.run(name, at % 10 === 9 ? 'NORTH' : 'DEMO', name, `9${String(at).padStart(9, '1')}`, name);
  sqlite.close();
  return names;
};

const loginOf = async (server: PlantServer, username: string): Promise<string> => {
  const headers = { LoginType: 'DEFAULT', username, password: 'demo-operator' };
  const { body, text, status } = await askAt(server.url, '/api/user/user/login', { headers });
  if (status !== 200) throw new Error(`${username} cannot log in: ${text}`);
  return (body as { access_token: string }).access_token;
};

type Client = { socket: WebSocket; isNorth: boolean; heard: Map<string, number> };

/** Many clients of the live channel: connecting, being told of an alarm, and nobody else's. */
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
      const startedMs = performance.now();
      const before = server.memoryMiB().now;
      await Promise.all(
        Array.from({ length: count }, (_, at) => {
          const user = Math.floor(at / EACH);
          const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
            headers: { authorization: `Bearer ${tokens[user]}` },
          });
          const client: Client = { socket, isNorth: user % 10 === 9, heard: new Map() };
          clients.push(client);
          socket.on('message', (data) => {
            const text = String(data);
            const found = /crowd alarm (\d+)/.exec(text)?.[1];
            if (found) client.heard.set(found, performance.now());
          });
          return new Promise<void>((done, failed) => socket.once('open', done).once('error', failed));
        }),
      );
      const openMs = performance.now() - startedMs;
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
        await until(() => clients.every(({ isNorth, heard }) => isNorth || heard.has(String(round))), 5000, 20);
        for (const { isNorth, heard } of clients) {
          const atMs = heard.get(String(round));
          if (isNorth) checks.expect(atMs === undefined, 'a user of another industry was told of an alarm');
          else delays.push(atMs === undefined ? Number.POSITIVE_INFINITY : atMs - sentMs);
        }
      }
      checks.expect(delays.every(Number.isFinite), `${delays.filter((ms) => !Number.isFinite(ms)).length} messages did not come`);
      checks.expect(openMs <= 5000, `connecting took ${openMs.toFixed(0)} ms`);
      const p99 = quantile(delays, 0.99);
      checks.expect(p99 <= 250, `the p99 of a message was ${p99.toFixed(0)} ms`);
      const grown = server.memoryMiB().now - before;
      checks.expect(grown <= 40, `memory grew by ${grown.toFixed(0)} MiB`);
      return {
        figures: {
          sockets: count,
          'connected ms': Math.round(openMs),
          'message p99 ms': Math.round(p99),
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
        `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      socket.pause();
      done(socket);
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
      const before = server.memoryMiB().now;
      writers.start();
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
