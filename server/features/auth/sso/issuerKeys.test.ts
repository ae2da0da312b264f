import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { HOUR_MS } from '../../../core/time.ts';
import { silent } from '../../../test/httpRig.ts';
import { IssuerKeys } from './issuerKeys.ts';

const DAY_MS = 24 * HOUR_MS;
const jwk = { ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), alg: 'ES256', use: 'sig' };

const start = async (mayAsk: (url: string) => boolean = () => true) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-keys-'));
  const state = { kid: 'k1', padding: 0, status: 200, asked: 0, body: undefined as string | undefined };
  const server = createServer((_, response) => {
    state.asked += 1;
    const text = JSON.stringify({ keys: [{ ...jwk, kid: state.kid }] });
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.body ?? text.padEnd(state.padding));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = new ManualClock(Date.UTC(2026, 2, 10));
  const source = { issuer: 'https://login.example', jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks` };
  const said: string[] = [];
  const log: Log = { ...silent, warn: (_: object, text: string) => void said.push(text) };
  const open = (): IssuerKeys => new IssuerKeys(folder, mayAsk, clock, log);
  const find = (keys: IssuerKeys, kid = 'k1') => keys.find(source)({ alg: 'ES256', kid }, { payload: '', signature: '' });
  return { folder, said, state, clock, source, open, find };
};

it('keys are asked for once in an hour, and once more from then on', async () => {
  const { state, clock, open, find } = await start();
  const keys = open();
  await find(keys);
  clock.advance(HOUR_MS - 1);
  await find(keys);
  expect(state.asked).toBe(1);
  clock.advance(1);
  await find(keys);
  expect(state.asked).toBe(2);
});

it('a key id that is not known asks again half a minute after the last time, not sooner', async () => {
  const { state, clock, open, find } = await start();
  const keys = open();
  await find(keys);
  state.kid = 'k2';
  clock.advance(29_999);
  await expect(find(keys, 'k2')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(1);
  clock.advance(1);
  await find(keys, 'k2');
  expect(state.asked).toBe(2);
  await expect(find(keys, 'k3')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(2);
});

it('keys of this hour serve from memory when their folder is lost', async () => {
  const { state, folder, open, find } = await start();
  const keys = open();
  await find(keys);
  rmSync(folder, { recursive: true, force: true });
  await find(keys);
  expect(state.asked).toBe(1);
});

it('keys that no disk keeps serve from memory, and the log says so', async () => {
  const { state, folder, said, clock, open, find } = await start();
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file is in the way');
  const keys = open();
  await find(keys);
  expect(said).toEqual([
    'stored keys of an identity provider cannot be read',
    'keys of an identity provider cannot be kept on disk',
  ]);
  // newer ones of a provider that changed them, too
  state.kid = 'k2';
  clock.advance(30_000);
  await find(keys, 'k2');
  expect(state.asked).toBe(2);
});

it('a new key that the provider does not hand out is said in the log', async () => {
  const { state, said, clock, open, find } = await start();
  const keys = open();
  await find(keys);
  state.status = 500;
  clock.advance(30_000);
  await expect(find(keys, 'k2')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(said).toEqual(['keys of an identity provider could not be renewed']);
});

it('many who wait at once share one question', async () => {
  const { state, open, find } = await start();
  const keys = open();
  await Promise.all(Array.from({ length: 5 }, () => find(keys)));
  expect(state.asked).toBe(1);
});

it('keys serve for thirty days while the provider is away, of a server that was started again too', async () => {
  const { state, clock, open, find } = await start();
  await find(open());
  state.status = 500;
  clock.advance(30 * DAY_MS - 1);
  await find(open());
  clock.advance(1);
  await expect(find(open())).rejects.toMatchObject({ code: 'unavailable' });
});

it('what is on disk and no key set is asked for again', async () => {
  const { state, folder, said, open, find } = await start();
  await find(open());
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), '{"fetchedAtMs": 1');
  expect(said).toEqual([]);
  await find(open());
  expect(state.asked).toBe(2);
  // a first start has no keys, which is nothing to tell
  expect(said).toEqual(['stored keys of an identity provider cannot be read']);
});

it('forgotten keys are asked for again at once', async () => {
  const { state, source, folder, open, find } = await start();
  const keys = open();
  await find(keys);
  await keys.forget(source);
  expect(readdirSync(folder)).toEqual([]);
  await find(keys);
  expect(state.asked).toBe(2);
});

it('an answer of 256 KiB is read, a longer one is not', async () => {
  const { state, open, find } = await start();
  state.padding = 262_144;
  await find(open());
  const { state: longer, open: another, find: look } = await start();
  longer.padding = 262_145;
  await expect(look(another())).rejects.toMatchObject({ code: 'unavailable' });
});

it.each([
  ['that says the provider is out of order', 503],
  ['that is too long', 200],
])('an answer %s is not read to its end', async (_, status) => {
  const { open, find } = await start();
  const isLetGo = vi.fn();
  const body = (): ReadableStream =>
    new ReadableStream({ pull: (stream) => stream.enqueue(Buffer.alloc(65_536, 32)), cancel: () => isLetGo() });
  vi.stubGlobal('fetch', async () => new Response(body(), { status }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(find(open())).rejects.toMatchObject({ code: 'unavailable' });
  expect(isLetGo).toHaveBeenCalledOnce();
});

it.each(['no json', '{}', '{"keys":[{}]}', JSON.stringify({ keys: Array(101).fill({ kty: 'EC' }) })])(
  'an answer that is no key set is none: %.20s',
  async (body) => {
    const { state, open, find } = await start();
    state.body = body;
    await expect(find(open())).rejects.toMatchObject({ code: 'unavailable' });
  },
);

it('an address that the plant does not allow is not asked', async () => {
  const { state, open, find } = await start(() => false);
  await expect(find(open())).rejects.toMatchObject({ code: 'unavailable' });
  expect(state.asked).toBe(0);
});

it.each([
  ['https://login.example', 'https://login.example', 'https://keys.example/jwks', true],
  ['https://login.example/', 'https://login.example/', 'https://keys.example/jwks', true],
  ['https://login.example', 'https://login.example', 'http://keys.example/jwks', false],
  ['https://login.example', 'https://another.example', 'https://keys.example/jwks', false],
  ['http://login.example', 'http://login.example', 'http://keys.example/jwks', true],
  ['http://login.example', 'http://login.example', 'https://keys.example/jwks', true],
  ['http://login.example', 'http://login.example', 'ftp://keys.example/jwks', false],
])('an issuer %s that calls itself %s and names %s is believed: %s', async (issuer, named, address, isBelieved) => {
  const { open } = await start();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const isDocument = url.endsWith('/.well-known/openid-configuration');
    return Response.json(isDocument ? { issuer: named, jwks_uri: address } : { keys: [{ ...jwk, kid: 'k1' }] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const found = open().find({ issuer, jwksUrl: null })({ alg: 'ES256', kid: 'k1' }, { payload: '', signature: '' });
  if (isBelieved) await found;
  else await expect(found).rejects.toMatchObject({ code: 'unavailable' });
  const document = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  expect(asked).toEqual(isBelieved ? [document, address] : [document]);
});
