import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { findRunning, isSetUp } from '../app/server/attach.ts';
import { readAnswer } from '../app/updates/feed/answer.ts';
import { INSTANCE_HEADER } from '../server/contract/process/shell.ts';
import { ManualClock } from '../server/core/clock.ts';
import { HOUR_MS } from '../server/core/time.ts';
import { IssuerKeys } from '../server/features/auth/sso/issuerKeys.ts';
import { fetchRain } from '../server/features/dashboards/rain/remote.ts';
import { HttpSms } from '../server/features/delivery/httpSms.ts';
import { postTo } from '../server/features/delivery/webRequest.ts';
import { silent } from '../server/test/httpRig.ts';
import { keepConnections, keepNoConnections } from './dispatcher.ts';

const instance = '2f1c1b52-7a11-4a39-9d5f-2a1e7e6b1c11';
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'headworks-fresh-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** Closes each connection as soon as it is used a second time: as one that gives up idle connections looks to a client that was slower. */
const listenOnce = async (body: string): Promise<{ url: string; reset: () => number }> => {
  const used = new WeakSet<Socket>();
  let reset = 0;
  const server = createServer((request, response) => {
    if (used.has(request.socket)) {
      reset += 1;
      return request.socket.destroy();
    }
    used.add(request.socket);
    response.writeHead(200, { 'content-type': 'application/json', [INSTANCE_HEADER]: instance }).end(body);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  keepConnections();
  onTestFinished(() => {
    keepNoConnections();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, reset: () => reset };
};

const never = new AbortController().signal;
const asks: Record<string, { body?: string; ask: (url: string) => Promise<() => Promise<unknown>> }> = {
  'a messenger or push service': {
    ask: async (url) => () =>
      postTo({ ...{ service: 'it', url, method: 'POST', headers: {}, body: '{}' }, timeoutMs: 60_000, signal: never }),
  },
  'a gateway of SMS': {
    ask: async (url) => {
      const sms = new HttpSms({ url, method: 'POST', headers: {}, body: '{text}', timeoutMs: 60_000 });
      return () => sms.send('911234567890', 'Tank 3 level high', never);
    },
  },
  'a source of rain': {
    body: JSON.stringify({ daily: { time: ['2026-11-20'], precipitation_sum: [3] } }),
    ask: async (url) => () =>
      fetchRain(
        { url, headers: {}, format: 'json', timeoutMs: 60_000, maxBytes: 10_000 },
        { ...{ lat: 12, lon: 77, fromDay: 20_777, toDay: 20_778 }, signal: never },
      ),
  },
  'an identity provider': {
    body: JSON.stringify({
      keys: [{ ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid: 'k1', alg: 'ES256' }],
    }),
    ask: async (url) => {
      const clock = new ManualClock(Date.UTC(2026, 2, 10));
      const said: string[] = [];
      const log = { ...silent, warn: (_: object, text: string) => void said.push(text) };
      const keys = new IssuerKeys(folder(), () => true, clock, log);
      return async () => {
        await keys.find({ issuer: 'https://login.example', jwksUrl: url })(
          { alg: 'ES256', kid: 'k1' },
          { payload: '', signature: '' },
        );
        expect(said).toEqual([]);
        clock.advance(HOUR_MS);
      };
    },
  },
  'a feed of updates': {
    ask: async (url) => () =>
      readAnswer({
        ...{ url: new URL(url), fromByte: 0, limits: { silentMs: 60_000, mostBytes: 1000 }, signal: never },
        take: async () => undefined,
      }),
  },
  'a server that may have no owner': {
    body: '{"required":false}',
    ask: async (url) => async () => expect(await isSetUp(url)).toBe(true),
  },
  'the server that runs already': {
    ask: async (url) => {
      const place = folder();
      const said = { pid: 4242, url, addresses: [], startedAt: '2026-11-22T08:00:00.000Z', schema: 260, instance };
      writeFileSync(join(place, 'server.json'), JSON.stringify(said));
      return async () => expect(await findRunning([place])).toMatchObject({ url });
    },
  },
};

it.each(Object.entries(asks))(
  '%s is never asked over a connection that it may have closed meanwhile',
  async (_, { body, ask }) => {
    const { url, reset } = await listenOnce(body ?? '{}');
    const again = await ask(url);
    for (let times = 0; times < 5; times += 1) await again();
    expect(reset()).toBe(0);
  },
);

it('a plain fetch would be: the server of these tests does close them', async () => {
  const { url } = await listenOnce('{}');
  const again = async (): Promise<void> => {
    for (let times = 0; times < 5; times += 1) await (await fetch(url)).text();
  };
  await expect(again()).rejects.toThrow('fetch failed');
});

it('tests themselves ask over a new connection each time', async () => {
  const { url, reset } = await listenOnce('{}');
  keepNoConnections();
  for (let times = 0; times < 5; times += 1) expect(await (await fetch(url)).text()).toBe('{}');
  expect(reset()).toBe(0);
});
