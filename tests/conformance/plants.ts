import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { Application } from '../../server/application.ts';
import { readConfig } from '../../server/config.ts';
import { type Clock, ManualClock } from '../../server/core/clock.ts';
import { type Ask, type Reply, silent } from '../../server/test/httpRig.ts';
import { askAt, bearer } from '../../server/test/policyRig.ts';
import { databaseFile, frozenAtMs, resources } from '../golden/frozenPlant.ts';

const none: never[] = [];
const unlimited = {
  limits: {
    default: none,
    login: none,
    otp: none,
    otpVerify: none,
    refresh: none,
    plant: none,
    panel: none,
    userCreate: none,
    passwordLock: { max: 1_000_000, seconds: 1 },
  },
};

export const usernames = ['admin', 'operator', 'technician', 'viewer', 'north', 'staff'] as const;
export type Username = (typeof usernames)[number];
export type Tokens = { access_token: string; refresh_token: string };

/** A running server, asked over HTTP alone. */
export type ConformancePlant = {
  url: string;
  clock: ManualClock;
  /** What it printed at its start. */
  printed: readonly string[];
  /** Every SMS it sent: number and text. */
  texts: readonly string[];
  /** Without a user, as nobody. */
  ask(method: string, path: string, user?: Username, more?: Ask): Promise<Reply>;
  /** A GET below /api/user as the admin, or as another. */
  get(path: string, user?: Username): Promise<Reply>;
  login(headers: Record<string, string>): Promise<Reply>;
  tokensOf(user: Username): Promise<Tokens>;
  stop(): Promise<void>;
};

/** The code of the SMS that a request for one sends; it leaves after the answer. */
export const requestCode = async (
  at: ConformancePlant,
  phNumber: string,
): Promise<{ otpTimestamp: string; code: string; text: string }> => {
  const before = at.texts.length;
  at.clock.advance(1000);
  const reply = await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber } });
  for (let tries = 0; at.texts.length === before && tries < 200; tries += 1) await wait(10);
  const text = at.texts.at(-1) ?? '';
  const { otpTimestamp } = reply.body as { otpTimestamp: number };
  return { otpTimestamp: String(otpTimestamp), code: /\b\d{6}\b/.exec(text)?.[0] ?? '', text };
};

/** Takes the SMS that the server sends. */
const startGateway = async (): Promise<{ url: string; texts: string[]; stop(): Promise<void> }> => {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    texts.push(decodeURIComponent(Buffer.concat(await request.toArray()).toString()));
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, texts, stop };
};

/** The owner's password where the plant is no demo. */
export const ownersPassword = 'a quiet river 40';

type Kind = { settings?: object; database?: Uint8Array; time?: Clock };

const start = async ({ settings = {}, database, time }: Kind): Promise<ConformancePlant> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-conformance-'));
  const gateway = await startGateway();
  const sms = { kind: 'http', url: gateway.url, method: 'POST', body: '{to} {text}' };
  if (database) writeFileSync(join(folder, 'headworks.db'), database);
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ ...settings, sms }));
  const clock = new ManualClock(frozenAtMs + 60_000);
  const printed: string[] = [];
  const application = new Application({
    config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
    clock: time ?? clock,
    log: { ...silent, always: (_fields: object, text: string) => void printed.push(text) },
    resources,
    panelFolder: folder,
    version: '0.0.0',
  });
  const url = await application.start();
  const held = new Map<Username, Promise<Tokens>>();
  const login = (headers: Record<string, string>): Promise<Reply> => askAt(url, '/api/user/user/login', { headers });
  const logIn = async (user: Username): Promise<Tokens> => {
    const reply = await login({ LoginType: 'DEFAULT', username: user, password: database ? `demo-${user}` : ownersPassword });
    if (reply.status !== 200) throw new Error(`${user} cannot log in: ${reply.text}`);
    return reply.body as Tokens;
  };
  const tokensOf = (user: Username): Promise<Tokens> => {
    const known = held.get(user) ?? logIn(user);
    held.set(user, known);
    return known;
  };
  const ask: ConformancePlant['ask'] = async (method, path, user, more = {}) => {
    const headers = { ...(user && bearer((await tokensOf(user)).access_token)), ...more.headers };
    return await askAt(url, `/api/user${path}`, { method, ...more, headers });
  };
  return {
    url,
    clock,
    printed,
    texts: gateway.texts,
    ask,
    get: (path, user = 'admin') => ask('GET', path, user),
    login,
    tokensOf,
    stop: async () => {
      await application.stop();
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const demoDatabase = (): Uint8Array => brotliDecompressSync(readFileSync(databaseFile));

/** The demo plant without rate limits, at a moment that does not move unless another clock is given. */
export const startDemo = (time?: Clock): Promise<ConformancePlant> =>
  start({ settings: unlimited, database: demoDatabase(), ...(time && { time }) });
/** The same with the limits that a plant has which is no demo. */
export const startPlant = (): Promise<ConformancePlant> => start({ database: demoDatabase() });
/** The same with the published rate limits. */
export const startLimited = (): Promise<ConformancePlant> =>
  start({ settings: { limits: { profile: 'spec' } }, database: demoDatabase() });
/** A server that nobody has set up. */
export const startEmpty = (): Promise<ConformancePlant> => start({ settings: unlimited });
