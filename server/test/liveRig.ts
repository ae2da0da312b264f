import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { type ServerMessage, serverMessage } from '../contract/live/messages.ts';
import { Bus, type LiveUpdate } from '../core/bus.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { LiveCaller } from '../live/audience.ts';
import { LiveHub, type LiveHubOptions } from '../live/hub.ts';
import { silent } from './httpRig.ts';

const permissions = new Set(['ALERTS'] as const);
/** By token. */
export const sessions: Record<string, LiveCaller> = {
  'token.of.asha': { userId: 'asha', industryId: 'DEMO', sessionId: 's1', permissions },
  'second.of.asha': { userId: 'asha', industryId: 'DEMO', sessionId: 's2', permissions },
  'token.of.wall': { userId: 'wall:1', industryId: 'DEMO', sessionId: 's4', permissions, readOnly: true },
  'token.of.north': { userId: 'nora', industryId: 'NORTH', sessionId: 's3', permissions },
};

export const reading = (unitId: string, value: number): LiveUpdate => ({
  unitId,
  param: 'flow',
  value,
  quality: 'GOOD',
  atMs: 1_700_000_000_000,
});

export type Rig = { hub: LiveHub; bus: Bus; server: Server; port: number; ended: Set<string> };
const undo: (() => Promise<void>)[] = [];
/** Ends every hub and client of a test. */
export const endLive = async (): Promise<void> => {
  for (const one of undo.splice(0).reverse()) await one();
};

export const startHub = async (options: Partial<LiveHubOptions> = {}): Promise<Rig> => {
  const ended = new Set<string>();
  const bus = new Bus(silent);
  const hub = new LiveHub({
    bus,
    clock: systemClock,
    log: silent,
    hostRules: {
      isHostAllowed: (host) => host.startsWith('127.0.0.1'),
      isOriginAllowed: (origin) => origin === 'https://plant.example',
    },
    authenticate: (token) => {
      const caller = sessions[token];
      if (!caller) throw new Failure('token', 'Invalid token');
      if (ended.has(caller.sessionId)) throw new Failure('sessionEnded', 'Session expired');
      return caller;
    },
    snapshot: (industryId) => [reading(`${industryId}-1`, 7)],
    replay: { after: () => [], ends: () => ({ first: 0, last: 0, isPruned: false }) },
    onConfirm: () => undefined,
    batchMs: 20,
    ...options,
  });
  const server = createServer((_, response) => response.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  hub.start(server);
  undo.push(async () => {
    await hub.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { hub, bus, server, port: (server.address() as AddressInfo).port, ended };
};

export type ClientOptions = {
  localAddress?: string;
  path?: string;
  protocols?: string[];
  headers?: Record<string, string>;
  autoPong?: boolean;
};

/** A client that keeps what it got and can wait for it. */
export class Client {
  readonly got: ServerMessage[] = [];
  closeCode: number | undefined;
  readonly ws: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(
    port: number,
    { path = '/api/user/live', protocols = [], headers = {}, autoPong = true, localAddress }: ClientOptions = {},
  ) {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, {
      headers,
      autoPong,
      ...(localAddress && { localAddress }),
    });
    this.ws.on('message', (data) => {
      this.got.push(serverMessage.parse(JSON.parse(String(data))));
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.ws.on('close', (code) => {
      this.closeCode = code;
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.ws.on('error', () => {});
    undo.push(async () => this.ws.terminate());
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  async opened(): Promise<this> {
    await new Promise((done, fail) => this.ws.once('open', done).once('error', fail));
    return this;
  }

  /** Status of the HTTP answer that refused the upgrade. */
  async refused(): Promise<{ status: number; code: string }> {
    return new Promise((done, fail) => {
      this.ws.once('unexpected-response', (_, response) =>
        done({ status: response.statusCode ?? 0, code: String(response.headers['x-service-code']) }),
      );
      this.ws.once('open', () => fail(new Error('was let in')));
    });
  }

  say(message: object): void {
    this.ws.send(JSON.stringify(message));
  }

  values(): { unitId: string; value: number | null }[] {
    return this.got.flatMap((message) =>
      message.type === 'reading' ? message.values.map(({ unitId, value }) => ({ unitId, value })) : [],
    );
  }
}

export const subscribed = async (port: number, token = 'token.of.asha'): Promise<Client> => {
  const client = await new Client(port, { path: `/api/user/live?jwt=${token}` }).opened();
  client.say({ type: 'subscribe', topic: 'readings' });
  await client.until(() => client.got.some(({ type }) => type === 'reading'));
  return client;
};
