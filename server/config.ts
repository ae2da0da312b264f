import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { email, messaging, push, sms } from './channelSettings.ts';
import { reasonOf } from './contract/reasonOf.ts';
import { Failure, messageOf } from './core/fail.ts';
import { makeFolder } from './db/folder/makeFolder.ts';
import { assertDiskMounted } from './db/folder/mountedDisk.ts';
import { readSettingsFile, SETTINGS_FILE } from './db/folder/settingsFile.ts';

const HOUR = 3600;
const DAY = 86_400;
const DEMO_DAYS = 90;
const MAX_DEMO_DAYS = 400;
const TLS_PORT = 8443;

const windows = z.array(z.strictObject({ max: z.number().int().min(1), seconds: z.number().int().min(1).max(DAY) })).max(5);
const perHourAndDay = (hour: number, day: number) => [
  { max: day, seconds: DAY },
  { max: hour, seconds: HOUR },
];

/** Requests in fixed windows; an empty list lifts a limit. */
const limits = z.strictObject({
  /** Where it is left out: `plant`, and `spec` in a demo. */
  profile: z.enum(['spec', 'plant']).optional(),
  default: windows.default(perHourAndDay(50, 200)),
  login: windows.default([
    { max: 10, seconds: 60 },
    { max: 50, seconds: HOUR },
  ]),
  otp: windows.default([
    { max: 3, seconds: 60 },
    { max: 10, seconds: HOUR },
    { max: 20, seconds: DAY },
  ]),
  /** One-time codes tried from one address. */
  otpVerify: windows.default([
    { max: 5, seconds: 60 },
    { max: 15, seconds: HOUR },
  ]),
  /** Wrong passwords of one known device, or of the console, that lock an account for it, and for how long. */
  passwordLock: z
    .strictObject({ max: z.number().int().min(1), seconds: z.number().int().min(1).max(DAY) })
    .default({ max: 10, seconds: 900 }),
  /** Wrong passwords that all strangers have together for an account; known devices and the console have `passwordLock` each. */
  passwordStrangers: z
    .strictObject({ max: z.number().int().min(1), seconds: z.number().int().min(1).max(DAY) })
    .default({ max: 20, seconds: DAY }),
  refresh: windows.default(perHourAndDay(50, 200)),
  plant: windows.default(perHourAndDay(600, 6000)),
  panel: windows.default(perHourAndDay(1200, 12_000)),
  /** Of its own for alarms and valves: what else a session asks uses none of it up. */
  priority: windows.default(perHourAndDay(1200, 12_000)),
  userCreate: windows.default(perHourAndDay(5, 20)),
});

const otp = z.strictObject({
  countryCode: z
    .string()
    .regex(/^\d{1,4}$/, 'must be 1 to 4 digits')
    .default('91'),
  text: z.string().max(150).includes('{code}').default('{code} is your Headworks login code. It is valid for 5 minutes.'),
});

/** A service of daily rain, for sites that allow the server to ask one; without it nothing outside is asked. */
const rain = z.strictObject({
  remote: z
    .strictObject({
      url: z
        .string()
        .regex(/^https?:\/\//, 'must be an http or https address')
        .refine((url) => URL.canParse(url.replace(/[{}]/g, '')), { error: 'is not an address' })
        .refine((url) => url.includes('{from}') && url.includes('{to}'), { error: 'must hold {from} and {to}' }),
      headers: z.record(z.string(), z.string()).default({}),
      format: z.enum(['csv', 'json']).default('json'),
      timeoutMs: z.number().int().min(100).max(120_000).default(20_000),
      maxBytes: z.number().int().min(1000).max(20_000_000).default(2_000_000),
    })
    .optional(),
});

/** What web views of mobile and desktop apps send as their origin, besides the addresses of pages. */
const APP_ORIGIN = /^(capacitor|ionic|app):\/\/[a-z0-9.-]*$/i;
const origin = z
  .string()
  .refine((text) => APP_ORIGIN.test(text) || /^https?:\/\/[^/]/.test(text && URL.canParse(text) ? text : ''), {
    error: 'must be an http or https address, or an origin with capacitor://, ionic:// or app://',
  });

const tls = z.strictObject({
  /** Where it is left out: on, and off in a demo. */
  enabled: z.boolean().optional(),
  /** Where it is left out: 8443, and any free one where the server's own port is 0. */
  port: z.number().int().min(0).max(65_535).optional(),
  /** Who may still use HTTP: everybody whom `host` lets in, or this machine alone. */
  http: z.enum(['network', 'loopback']).default('network'),
});

const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** For `--hub`. */
const hub = z.strictObject({
  /** Address of PostgreSQL 15 or newer, with a role that is no superuser: postgres://headworks:secret@db.example/hub. */
  postgres: postgresAddress,
  /** Further ones by their numbers, from 1 on, to which plants may be moved. A number stays with its PostgreSQL for good. */
  clusters: z.record(z.string().regex(/^[1-9]\d{0,3}$/, 'clusters have numbers from 1 on'), postgresAddress).default({}),
  /** Shown at plants. */
  name: z.string().min(1).max(100).default('Hub'),
  /** Address under which plants reach it, written into pairing codes; `publicUrl` where it is left out. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** Files of PEM, of which renewed ones are taken within a minute; with them the port speaks HTTPS alone. Paths are from the data folder. */
  tls: z.strictObject({ certificate: z.string().min(1), key: z.string().min(1) }).optional(),
});

/** headworks.json in the data folder; everything in it may be left out. */
export const serverSettings = z.strictObject({
  port: z.number().int().min(0).max(65_535).default(8080),
  host: z.string().min(1).optional(),
  /** Host names and addresses besides loopback and this machine's own. */
  allowedHosts: z.array(z.string().min(1)).default([]),
  /** Origins of foreign pages and of mobile apps that may call the API: https://portal.example, capacitor://localhost, app://. */
  allowedOrigins: z.array(origin).default([]),
  /** Proxies whose X-Forwarded-For is believed: addresses or networks. */
  trustedProxies: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
  tls: tls.prefault({}),
  /** Announces to phones on the network by mDNS where HTTPS is served; nothing relies on it. */
  announce: z.boolean().default(true),
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** A newer version copies the database before it changes it, and does not start where there is no room for that. */
  copyBeforeUpgrade: z.boolean().default(true),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Opens /metrics to other machines; without it loopback alone is answered. */
  metricsToken: z.string().min(16).optional(),
  /** Hosts of identity providers that may be added and asked: names, `*.example.com`, `http://localhost:8080` on this machine. */
  ssoHosts: z
    .array(z.string().min(1).max(255))
    .max(100)
    .default(['login.microsoftonline.com', 'accounts.google.com', 'www.googleapis.com', '*.okta.com', '*.auth0.com']),
  /** How long a login lets its session grant rights before the password is asked for again; 0: asked each time. */
  confirmSeconds: z.number().int().min(0).max(HOUR).default(600),
  testIndustries: z.array(z.string()).default([]),
  sms: sms.optional(),
  email: email.optional(),
  messaging: messaging.optional(),
  push: push.optional(),
  otp: otp.prefault({}),
  rain: rain.prefault({}),
  /** A time server that is asked how far the clock is off; only the time service of this machine itself where it is left out. */
  ntp: z
    .strictObject({ host: z.string().min(1), port: z.number().int().min(1).max(65_535).default(123) })
    .prefault({ host: '127.0.0.1' }),
  limits: limits.prefault({}),
  hub: hub.optional(),
});

export type Config = Readonly<Omit<z.output<typeof serverSettings>, 'limits' | 'tls'>> & {
  readonly tls: { enabled: boolean; port: number; http: 'network' | 'loopback' };
  readonly limits: z.output<typeof limits> & { profile: 'spec' | 'plant' };
  readonly dataFolder: string;
  /** Where this user keeps what is no data of the plant; undefined on Windows, where a folder whose disk is away cannot be used anyway. */
  readonly stateFolder: string | undefined;
  /** The data folder is this run's own and goes with it. */
  readonly temporary: boolean;
  readonly demo: boolean;
  /** Serves as the hub of many plants, and measures nothing itself. */
  readonly isHub: boolean;
  /** Days of history that a first start of the demo makes. */
  readonly demoDays: number;
  readonly host: string;
};

const options = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  demo: { type: 'boolean' },
  hub: { type: 'boolean' },
} as const;

const wrong = (message: string, cause?: unknown): Failure => new Failure('parameter', message, { cause });

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw wrong(
      `${messageOf(error).split('\n', 1)[0]}; known are ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(' ')}`,
      error,
    );
  }
};

const readPort = (text: string, name: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw wrong(`${name} ${text} is not a port: 0 to 65535`);
  return port;
};

const readFlag = (text: string): boolean => {
  const value = z.stringbool().safeParse(text);
  if (!value.success) throw wrong(`HEADWORKS_DEMO ${text} is neither true nor false`);
  return value.data;
};

const readDays = (text: string): number => {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days >= 1 && days <= MAX_DEMO_DAYS))
    throw wrong(`HEADWORKS_DEMO_DAYS ${text} is not a number of days: 1 to ${MAX_DEMO_DAYS}`);
  return days;
};

const defaultFolder = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string => {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Headworks');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Headworks');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'headworks');
};

const stateFolderOf = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined => {
  const above = env.XDG_STATE_HOME || (env.HOME && join(env.HOME, '.local', 'state'));
  return platform === 'win32' || !above ? undefined : join(above, 'headworks');
};

/**
 * The validated settings: arguments override HEADWORKS_* variables, those override
 * headworks.json, that overrides the defaults. Makes the data folder where it is missing; a demo
 * without one gets a fresh temporary folder.
 * @throws Failure `parameter` in one line that names the setting; `unavailable` where the disk of the data folder is not mounted.
 */
export const readConfig = (
  argv: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Config => {
  const given = readArguments(argv);
  // as from a variable of a shell that is not set: the folder of now, and every address, are not what was meant
  if (given.data === '') throw wrong('--data names no folder');
  if (given.host === '') throw wrong('--host names no address');
  const demo = given.demo ?? (env.HEADWORKS_DEMO ? readFlag(env.HEADWORKS_DEMO) : false);
  const named = given.data ?? (env.HEADWORKS_DATA || undefined);
  const temporary = demo && named === undefined;
  const dataFolder = temporary ? mkdtempSync(join(tmpdir(), 'headworks-demo-')) : resolve(named ?? defaultFolder(env, platform));
  const stateFolder = demo ? undefined : stateFolderOf(env, platform);
  // before the folder is made: what lies in a mount point may keep its disk from being mounted there again
  assertDiskMounted({ dataFolder, stateFolder });
  try {
    makeFolder(dataFolder);
  } catch (error) {
    throw wrong(`data folder ${dataFolder} cannot be made: ${messageOf(error)}`, error);
  }
  const parsed = serverSettings.safeParse(readSettingsFile(dataFolder), { error: reasonOf });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(
      `${join(dataFolder, SETTINGS_FILE)}: ${issue?.path.join('.') || 'settings'}: ${issue?.message ?? 'invalid'}`,
      parsed.error,
    );
  }
  const { data } = parsed;
  const port =
    given.port !== undefined
      ? readPort(given.port, '--port')
      : env.HEADWORKS_PORT
        ? readPort(env.HEADWORKS_PORT, 'HEADWORKS_PORT')
        : data.port;
  return Object.freeze({
    ...data,
    limits: { ...data.limits, profile: data.limits.profile ?? (demo ? 'spec' : 'plant') },
    tls: {
      enabled: data.tls.enabled ?? !demo,
      port: data.tls.port ?? (port === 0 ? 0 : TLS_PORT),
      http: data.tls.http,
    },
    port,
    host: given.host ?? (env.HEADWORKS_HOST || undefined) ?? data.host ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    demo,
    isHub: given.hub ?? false,
    demoDays: env.HEADWORKS_DEMO_DAYS ? readDays(env.HEADWORKS_DEMO_DAYS) : DEMO_DAYS,
    dataFolder,
    stateFolder,
    temporary,
  });
};
