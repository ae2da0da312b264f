import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Application } from '../application.ts';
import { type Config, readConfig } from '../config.ts';
import { type Permission, permissions } from '../contract/permissions.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Sqlite } from '../db/open.ts';
import { rawConnectionOf } from '../db/writer.ts';
import { Passwords } from '../features/auth/passwords/passwords.ts';
import { createPlant } from '../plant.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';
import { addIndustry, canaries, type IndustryId, idsOf } from './twinIndustries.ts';

const resources = resolve(import.meta.dirname, '../../resources');
/** Limits are not what is tested here. */
const noLimits = {
  limits: {
    default: [],
    login: [],
    otp: [],
    otpVerify: [],
    refresh: [],
    plant: [],
    panel: [],
    priority: [],
    userCreate: [],
    passwordLock: { max: 1_000_000, seconds: 1 },
  },
};

const configOf = (folder: string): Config => readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});

const reading: readonly Permission[] = [
  'LANDING_PAGE',
  'DAILY_SUMMARY',
  'WATER_BALANCE',
  'SCADA_VIEWER',
  'WATER_NEUTRALITY',
  'EFFICIENCY',
  'GWI',
  'FWI',
  'RWI_EFFICIENCY_SAVINGS',
  'EXECUTIVE_SUMMARY',
];
const operating: readonly Permission[] = [...reading, 'ALERTS', 'REPORTS', 'RELAY_CONTROL'];
type User = { industryId: IndustryId; role: string; granted: readonly Permission[]; internal?: true };
const user = (industryId: IndustryId, role: string, granted: readonly Permission[]): User => ({ industryId, role, granted });

/** One of each role, by username; the password is `demo-` and the name. */
export const users = {
  admin: user('DEMO', 'admin', permissions),
  operator: user('DEMO', 'operator', operating),
  technician: user('DEMO', 'technician', [...operating, 'COMMISSIONING', 'PLC_READ', 'PLC_WRITE']),
  viewer: user('DEMO', 'ground_staff', reading),
  north: user(
    'NORTH',
    'admin',
    permissions.filter((one) => one !== 'SYSTEM' && one !== 'AUDIT'),
  ),
  disabled: user('DEMO', 'viewer', []),
  staff: { ...user('INTERNAL', 'internal', permissions), internal: true },
} as const satisfies Record<string, User>;
export type Username = keyof typeof users;
export const phoneOf = (username: Username): string => `900000010${Object.keys(users).indexOf(username)}`;

/** A user of each role, and one more in each industry, whose password hash is a canary too. */
const addUsers = async (sqlite: Sqlite): Promise<void> => {
  const passwords = new Passwords();
  const insert = sqlite.prepare(
    `insert into user (id, industry_id, username, email, phone, name, role, permissions, password_hash, active, disabled, internal, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, ?, 0)`,
  );
  for (const username of Object.keys(users) as Username[]) {
    const one: User = users[username];
    const c = canaries[one.industryId];
    const hash = await passwords.hash(`demo-${username}`);
    const values = [`${c} ${username}`, one.role, JSON.stringify(one.granted), hash, one.internal ? 1 : 0];
    insert.run(username, one.industryId, username, `${username}@${c}.invalid`, phoneOf(username), ...values);
  }
  sqlite.exec('update industry set max_users = 50');
  const issue = sqlite.prepare(
    'insert into sso_issuer (id, industry_id, name, issuer, audience, created_at) values (?, ?, ?, ?, ?, 0)',
  );
  for (const industryId of ['DEMO', 'NORTH', 'INTERNAL'] as const) {
    const c = canaries[industryId];
    const { userId, issuerId } = idsOf(industryId);
    insert.run(userId, industryId, `${c}-user`, `x@${c}.invalid`, null, c, 'operator', '["ALERTS"]', `$${c}`, 0);
    issue.run(issuerId, industryId, `${c} provider`, `https://${c}.invalid/`, `${c} audience`);
  }
};

/** Rows that were changed past the writer have their checksums with its next transaction. */
const settle = ({ writer }: Storage): void => writer.run(() => undefined);

/** Fills a folder with the industries DEMO, NORTH and INTERNAL, twins of each other. */
export const makeWholePlant = async (folder: string): Promise<void> => {
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify(noLimits));
  const storage = new Storage(folder, systemClock, silent);
  const plant = createPlant({ config: configOf(folder), storage, resources, clock: systemClock, log: silent });
  try {
    await plant.directory.load();
    await plant.commissioning.configurator.start();
    for (const industryId of ['DEMO', 'NORTH', 'INTERNAL'] as const) await addIndustry(plant, industryId);
    await addUsers(rawConnectionOf(storage.writer));
    settle(storage);
  } finally {
    plant.commissioning.configurator.stop();
    await plant.audit.stop();
    storage.stop();
  }
};

export type WholePlant = {
  folder: string;
  /** `http://127.0.0.1:port`, another one after a restart. */
  url(): string;
  /** Moves the server's clock against this machine's. */
  setOffset(ms: number): void;
  /** The time by the server's clock. */
  now(): number;
  /** Runs SQL on the database while the server is down, then starts it again. */
  restart(sql: string): Promise<void>;
  stop(): Promise<void>;
};

/** The whole server, as it is started for a customer, on a folder of its own. */
export const startWholePlant = async (): Promise<WholePlant> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-whole-'));
  await makeWholePlant(folder);
  let offsetMs = 0;
  const clock: Clock = { now: () => systemClock.now() + offsetMs, monotonicMs: () => systemClock.monotonicMs() };
  const start = async () => {
    const application = new Application({
      config: configOf(folder),
      clock,
      log: silent,
      resources,
      panelFolder: folder,
      version: '0.0.0',
    });
    return { application, url: await application.start() };
  };
  let running = await start();
  return {
    folder,
    url: () => running.url,
    setOffset: (ms) => {
      offsetMs = ms;
    },
    now: () => clock.now(),
    restart: async (sql) => {
      await running.application.stop();
      const storage = new Storage(folder, clock, silent);
      rawConnectionOf(storage.writer).exec(sql);
      settle(storage);
      storage.stop();
      running = await start();
    },
    stop: async () => {
      await running.application.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
