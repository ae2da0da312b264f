/** Phones in a process of their own: `fork`ed with orders by message, each answered when it is carried out. */
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';

export type Order =
  | { kind: 'connect'; port: number; tokens: readonly string[] }
  | { kind: 'bare'; port: number; count: number }
  | { kind: 'panels'; port: number; panels: readonly { token: string; units?: readonly string[] }[] }
  | { kind: 'values' }
  | { kind: 'received'; title: string; count: number }
  | { kind: 'deaf'; port: number; tokens: readonly string[] }
  | { kind: 'resume'; port: number; token: string; after: string; count: number };
export type PhoneReply = { ms: number; times: number[]; ids: string[]; values?: number };

const nothing: PhoneReply = { ms: 0, times: [], ids: [] };
/** Epoch milliseconds with a fraction, which both processes share. */
const wallMs = (): number => performance.timeOrigin + performance.now();
const sockets: WebSocket[] = [];
/** When each phone got a message, by its title. */
const received = new Map<string, number[]>();
let wake = (): void => {};

const open = (port: number, token: string): Promise<void> =>
  new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/user/live`, ['bearer', token], { perMessageDeflate: false });
    sockets.push(socket);
    socket.once('error', fail);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', after: 999_999_999 })));
    socket.on('message', (data) => {
      const atMs = wallMs();
      const message = JSON.parse(String(data)) as { type: string; title?: string };
      if (message.type === 'resumed') done();
      if (message.title === undefined) return;
      received.set(message.title, [...(received.get(message.title) ?? []), atMs]);
      wake();
    });
  });

/** Of a server that only sends the same text to everybody. */
const openBare = (port: number): Promise<void> =>
  new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    sockets.push(socket);
    socket.once('error', fail);
    socket.once('open', done);
    socket.on('message', (data) => {
      const atMs = wallMs();
      const { title = '' } = JSON.parse(String(data)) as { title?: string };
      received.set(title, [...(received.get(title) ?? []), atMs]);
      wake();
    });
  });

/** Live values that came to all panels. */
let values = 0;
const openPanel = (port: number, token: string, units?: readonly string[]): Promise<void> =>
  new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/user/live`, ['bearer', token], { perMessageDeflate: false });
    sockets.push(socket);
    socket.once('error', fail);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', topic: 'readings', units })));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; values?: unknown[] };
      if (message.type === 'reading') done();
      values += message.values?.length ?? 0;
    });
  });

/** A phone that says hello and never reads again. */
const openDeaf = (port: number, token: string): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /api/user/live?jwt=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      socket.once('data', () => done(socket.pause()));
    });
    socket.on('error', fail);
  });

const orders: { [K in Order['kind']]: (order: Extract<Order, { kind: K }>) => Promise<PhoneReply> } = {
  connect: async ({ port, tokens }) => {
    const startedMs = performance.now();
    await Promise.all(tokens.map((token) => open(port, token)));
    return { ...nothing, ms: performance.now() - startedMs };
  },
  bare: async ({ port, count }) => {
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: count }, () => openBare(port)));
    return { ...nothing, ms: performance.now() - startedMs };
  },
  panels: async ({ port, panels }) => {
    await Promise.all(panels.map(({ token, units }) => openPanel(port, token, units)));
    return nothing;
  },
  values: () => Promise.resolve({ ...nothing, values }),
  received: async ({ title, count }) => {
    while ((received.get(title)?.length ?? 0) < count)
      await new Promise<void>((done) => {
        wake = done;
      });
    return { ...nothing, times: received.get(title) ?? [] };
  },
  deaf: async ({ port, tokens }) => {
    const deaf = await Promise.all(tokens.map((token) => openDeaf(port, token)));
    for (const socket of deaf) socket.removeAllListeners('error').on('error', () => undefined);
    return nothing;
  },
  resume: ({ port, token, after, count }) =>
    new Promise((done, fail) => {
      const startedMs = performance.now();
      const ids: string[] = [];
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/user/live`, ['bearer', token]);
      socket.once('error', fail);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', after })));
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as { type: string; id?: string };
        if (message.id !== undefined) ids.push(message.id);
        if (ids.length < count) return;
        done({ ...nothing, ms: performance.now() - startedMs, ids });
        socket.terminate();
      });
    }),
};

process.on('message', (order: Order) => {
  void (orders[order.kind] as (order: Order) => Promise<PhoneReply>)(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
