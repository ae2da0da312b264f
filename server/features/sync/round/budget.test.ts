/** What a person allows to leave in an hour is what leaves, whatever is sent and however the line breaks. */
import { generateKeyPairSync, hash, X509Certificate } from 'node:crypto';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { publicBytes } from '../../../bundle/keys.ts';
import { ManualClock } from '../../../core/clock.ts';
import { HOUR_MS } from '../../../core/time.ts';
import { makeAuthority } from '../../../http/tls/certificates.ts';
import { HubClient } from '../hubClient.ts';
import { ByteBudget } from './budget.ts';

type Sent = { atMs: number; bytes: number };
/** The most that left in any hour. */
const mostInAnHour = (sent: readonly Sent[]): number =>
  Math.max(
    0,
    ...sent.map(({ atMs }) =>
      sent.filter((one) => one.atMs >= atMs && one.atMs < atMs + HOUR_MS).reduce((sum, { bytes }) => sum + bytes, 0),
    ),
  );

describe('the bytes that a plant may send in an hour', () => {
  const message = fc.record({ bytes: fc.integer({ min: 1, max: 300_000 }), pauseMs: fc.integer({ min: 0, max: HOUR_MS }) });

  it('are never passed by more than a quarter that was saved up and one message', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 80 }), fc.integer({ min: 100_000, max: 20_000_000 }), (messages, perHour) => {
        const budget = new ByteBudget();
        const sent: Sent[] = [];
        let nowMs = 0;
        for (const { bytes, pauseMs } of messages) {
          nowMs += pauseMs;
          nowMs += budget.waitMs(bytes, perHour, nowMs);
          sent.push({ atMs: nowMs, bytes });
        }
        const longest = Math.max(0, ...messages.map(({ bytes }) => bytes));
        expect(mostInAnHour(sent)).toBeLessThanOrEqual(1.25 * perHour + longest);
      }),
    );
  });

  it('are shared by everything that is sent at the same time', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 100_000, max: 1_000_000 }),
        (all, perHour) => {
          const budget = new ByteBudget();
          // a round, slots of the open day and live values ask one after the other, before any of them has waited
          const sent = all.map(({ bytes }) => ({ atMs: budget.waitMs(bytes, perHour, 0), bytes }));
          const longest = Math.max(...all.map(({ bytes }) => bytes));
          expect(mostInAnHour(sent)).toBeLessThanOrEqual(1.25 * perHour + longest);
        },
      ),
    );
  });

  it('hold back no plant of which nothing was said', () => {
    expect(new ByteBudget().waitMs(1e9, null, 0)).toBe(0);
  });

  it.for(['plain', 'TLS'])(
    'are asked for before each attempt, with its head: no byte is on the line that was not (%s)',
    async (kind) => {
      const line = await countedLine(kind === 'TLS');
      const site = generateKeyPairSync('ed25519');
      const hub = generateKeyPairSync('ed25519');
      const sent = fc.record({
        bytes: fc.integer({ min: 0, max: 200_000 }),
        cutAfter: fc.integer({ min: 1, max: 210_000 }),
        isPortal: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(sent, async ({ bytes, cutAfter, isPortal }) => {
          Object.assign(line, { onTheLine: 0, cutAfter, isPortal });
          let asked = 0;
          const client = new HubClient({
            ...{ url: line.url, hubKey: publicBytes(hub.publicKey), certificate: line.certificate },
            ...{ site: '11111111-2222-4333-8444-555555555555', signing: site.privateKey, clock: new ManualClock(0) },
            ...{ againAfterMs: [1, 1], timeoutMs: 2000 },
            spend: async (some) => {
              asked += some;
            },
          });
          const path = '/bundles/11111111-2222-4333-8444-555555555555?offset=16777216';
          const request = { method: 'PATCH', path, body: Buffer.alloc(bytes) } as const;
          await expect(client.ask(request, z.object({}), AbortSignal.timeout(20_000))).rejects.toThrow();
          expect(line.onTheLine).toBeGreaterThan(0);
          expect(line.onTheLine).toBeLessThanOrEqual(asked);
        }),
        { numRuns: 40 },
      );
    },
  );
});

/** A line to a server that is no hub, which counts what a client puts on it, and breaks after so many bytes. */
const countedLine = async (isTls: boolean) => {
  const nowMs = Date.now();
  const made = isTls ? await makeAuthority('plant', ['127.0.0.1'], nowMs) : undefined;
  const line = { url: '', certificate: made ? hash('sha256', new X509Certificate(made.certificate).raw) : null };
  const counted = { ...line, onTheLine: 0, cutAfter: 0, isPortal: false };
  const handler = (asked: IncomingMessage, response: ServerResponse): void => {
    asked.on('error', () => undefined);
    if (counted.isPortal) response.writeHead(200).end('<h1>Log in</h1>');
    else asked.resume().on('end', () => response.writeHead(503).end());
  };
  const server = made ? createTlsServer({ cert: made.certificate, key: made.key }, handler) : createPlainServer(handler);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const proxy = createServer((socket) => {
    const inner = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let came = 0;
    for (const one of [socket, inner]) one.on('error', () => undefined);
    socket.on('data', (piece) => {
      counted.onTheLine += piece.length;
      came += piece.length;
      if (came >= counted.cutAfter) socket.destroy();
      else inner.write(piece);
    });
    inner.on('data', (piece) => socket.write(piece));
    inner.on('close', () => socket.end());
    socket.on('close', () => inner.destroy());
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    proxy.close();
    server.close();
  });
  counted.url = `${isTls ? 'https' : 'http'}://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return counted;
};
