import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Application } from '../../server/application.ts';
import { readConfig } from '../../server/config.ts';
import { type Clock, ManualClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { Writer, type WriteTx } from '../../server/db/writer.ts';
import { type Ask, type Reply, silent } from '../../server/test/httpRig.ts';
import { askAt, bearer } from '../../server/test/policyRig.ts';
import { databaseFile, frozenAtMs, resources } from '../golden/frozenPlant.ts';
import { startServer } from '../startServer.ts';
import { type PushMessage, pushAccount, startGateway } from './gateway.ts';
import { type IdentityProvider, startIdentityProvider } from './identityProvider.ts';
import { until } from './until.ts';

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
  /** Every push message it sent: the phone's token, title and text. */
  pushes: readonly PushMessage[];
  /** One that an industry may name. */
  provider: IdentityProvider;
  /** Without a user, as nobody. */
  ask(method: string, path: string, user?: Username, more?: Ask): Promise<Reply>;
  /** A GET below /api/user as the admin, or as another. */
  get(path: string, user?: Username): Promise<Reply>;
  login(headers: Record<string, string>): Promise<Reply>;
  tokensOf(user: Username): Promise<Tokens>;
  /** Stops the server, changes its database and starts it again: for what no operation does. */
  whileStopped(change: (tx: WriteTx) => void): Promise<void>;
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
  await until(() => at.texts.length > before);
  const text = at.texts.at(-1) ?? '';
  const { otpTimestamp } = reply.body as { otpTimestamp: number };
  return { otpTimestamp: String(otpTimestamp), code: /\b\d{6}\b/.exec(text)?.[0] ?? '', text };
};

/** The owner's password where the plant is no demo. */
export const ownersPassword = 'a quiet river 40';

/** Asks a server as one of its users, each of whom logs in once. */
const askerOf = (
  url: () => string,
  passwordOf: (user: Username) => string,
): Pick<ConformancePlant, 'login' | 'tokensOf' | 'ask'> => {
  const held = new Map<Username, Promise<Tokens>>();
  const login = (headers: Record<string, string>): Promise<Reply> => askAt(url(), '/api/user/user/login', { headers });
  const logIn = async (user: Username): Promise<Tokens> => {
    const reply = await login({ LoginType: 'DEFAULT', username: user, password: passwordOf(user) });
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
    return await askAt(url(), `/api/user${path}`, { method, ...more, headers });
  };
  return { login, tokensOf, ask };
};

type Kind = { settings?: object; database?: Uint8Array; time?: Clock };

const start = async ({ settings = {}, database, time }: Kind): Promise<ConformancePlant> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-conformance-'));
  const gateway = await startGateway();
  const provider = await startIdentityProvider();
  const sms = { kind: 'http', url: gateway.url, method: 'POST', body: '{to} {text}' };
  const push = pushAccount(gateway.url);
  if (database) writeFileSync(join(folder, 'headworks.db'), database);
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ ...settings, sms, push, ssoHosts: [provider.issuer] }));
  const clock = new ManualClock(frozenAtMs + 60_000);
  const printed: string[] = [];
  const make = (): Application =>
    new Application({
      config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
      clock: time ?? clock,
      log: { ...silent, always: (_fields: object, text: string) => void printed.push(text) },
      resources,
      panelFolder: folder,
      version: '0.0.0',
    });
  let application = make();
  let url = await application.start();
  const { login, tokensOf, ask } = askerOf(
    () => url,
    (user) => (database ? `demo-${user}` : ownersPassword),
  );
  return {
    get url() {
      return url;
    },
    clock,
    printed,
    texts: gateway.texts,
    pushes: gateway.pushes,
    provider,
    ask,
    get: (path, user = 'admin') => ask('GET', path, user),
    login,
    tokensOf,
    whileStopped: async (change) => {
      await application.stop();
      const { sqlite } = openDatabase(join(folder, 'headworks.db'));
      new Writer(sqlite).run(change);
      sqlite.close();
      application = make();
      url = await application.start();
    },
    stop: async () => {
      await application.stop();
      await Promise.all([gateway.stop(), provider.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The demo as its users start it, a process of its own with its simulated devices. */
export const startRunningDemo = async (): Promise<ConformancePlant> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-conformance-'));
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify(unlimited));
  const server = await startServer(['--demo', '--data', folder], { HEADWORKS_DEMO_DAYS: '1' });
  const provider = await startIdentityProvider();
  const { login, tokensOf, ask } = askerOf(
    () => server.url,
    (user) => `demo-${user}`,
  );
  return {
    ...{
      url: server.url,
      clock: new ManualClock(frozenAtMs),
      printed: [],
      texts: [],
      pushes: [],
      provider,
      ask,
      login,
      tokensOf,
    },
    get: (path, user = 'admin') => ask('GET', path, user),
    whileStopped: () => Promise.reject(new Error('a process of its own keeps its database')),
    stop: async () => {
      await Promise.all([server.stop(), provider.stop()]);
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
