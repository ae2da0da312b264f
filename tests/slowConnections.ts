import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type SlowReport = {
  connections: number;
  /** Those still open after the time in which the server promises to close them. */
  left: number;
  closedAfterMs: number;
  /** What another client waited meanwhile, milliseconds. */
  p50Ms: number;
  p99Ms: number;
  requests: number;
};

/** Headers that never end, or a body that never comes. */
export type Slowness = 'headers' | 'body';

const opening = (kind: Slowness, token: string): string =>
  kind === 'headers'
    ? 'GET /api/plant/health HTTP/1.1\r\nHost: localhost\r\n'
    : `POST /api/plant/units HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`;
const drip = { headers: 'X-Slow: 1\r\n', body: ' ' };

const answerMs = (port: number): Promise<number> =>
  new Promise((done, fail) => {
    const startedMs = performance.now();
    get({ host: '127.0.0.1', port, path: '/api/plant/health', agent: false }, (response) => {
      response.resume().on('end', () => done(performance.now() - startedMs));
    }).on('error', fail);
  });

/** Opens slow connections of one kind, drips on them, and times a good client until the last one is closed. */
export const slowConnections = async (
  port: number,
  kind: Slowness,
  { connections = 400, withinMs, token }: { connections?: number; withinMs: number; token: string },
): Promise<SlowReport> => {
  const open = new Set<Socket>();
  const startedMs = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((done, fail) => {
          const socket = connect({ port, host: '127.0.0.1' }, () => {
            socket.write(opening(kind, token));
            done();
          });
          open.add(socket);
          socket.on('error', fail);
          socket.on('close', () => open.delete(socket));
          socket.resume();
        }),
    ),
  );
  const dripping = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write(drip[kind]);
  }, 1000);
  const times: number[] = [];
  while (open.size > 0 && performance.now() - startedMs < withinMs) {
    times.push(await answerMs(port));
    await wait(10);
  }
  clearInterval(dripping);
  const left = open.size;
  const closedAfterMs = performance.now() - startedMs;
  for (const socket of open) socket.destroy();
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;
  return { connections, left, closedAfterMs, p50Ms: at(0.5), p99Ms: at(0.99), requests: times.length };
};
