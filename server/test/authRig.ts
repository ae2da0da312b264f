import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '../contract/permissions.ts';
import { Bus, type Events } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { migrate } from '../db/migrate.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import type { AuditEntry, AuditTrail } from '../features/audit/model.ts';
import { accessRoutes } from '../features/auth/accessRoutes.ts';
import { createAuth, type Logins, type LoginsParts } from '../features/auth/create.ts';
import type { NewUser } from '../features/auth/model.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { IndustryService } from '../features/units/industryService.ts';
import { IndustryStore } from '../features/units/industryStore.ts';
import type { Route } from '../http/route.ts';
import { ConfigurationChanges } from '../plantModel/changes.ts';
import { MemoryUnitDirectory } from '../plantModel/directory.ts';
import { DirectoryStore } from '../plantModel/directoryStore.ts';
import type { Category, Industry, Unit, UnitDirectory } from '../plantModel/model.ts';
import { type Ask, type Reply, type Rig, type RigOptions, silent, startRig } from './httpRig.ts';

const industryOf = (id: string, fields: Partial<Industry> = {}): Industry => ({
  id,
  name: `${id} plant`,
  currency: 'INR',
  joinedAtMs: 0,
  disabled: false,
  meta: {},
  version: 1,
  shifts: [{ validFrom: '2020-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' }],
  ...fields,
});

const category: Category = {
  id: 'SOURCE_CATEGORY',
  displayName: 'Sources',
  standardCategoryId: 'SOURCE_CATEGORY',
  siUnit: 'KL',
  enabled: true,
  position: 0,
  version: 1,
  subCategories: [
    {
      id: 'WELLS',
      categoryId: 'SOURCE_CATEGORY',
      displayName: 'Wells',
      group: 'Sources',
      enabled: true,
      position: 0,
      version: 1,
    },
  ],
};

const unitOf = (industryId: string, id: string): Unit => ({
  id,
  industryId,
  categoryId: category.id,
  subCategoryId: 'WELLS',
  name: `Well ${id}`,
  type: 'flow',
  standardCategoryId: 'SOURCE_CATEGORY',
  standardCategoryIds: ['ID_SOURCE'],
  siUnit: 'KL',
  deployed: true,
  position: 0,
  maxCapacity: null,
  meta: {},
  createdAtMs: 0,
  version: 1,
  series: [],
  feeds: [],
  countedIn: [],
  adds: [],
});

/** A directory with one well in each industry; industries may be changed in place. */
const directoryOf = (industries: Industry[]): UnitDirectory => ({
  industries: () => industries,
  industry: (id) => industries.find((industry) => industry.id === id),
  categories: () => [category],
  units: (id) => [unitOf(id, `${id}-W1`)],
  unit: (id, unitId) => (unitId === `${id}-W1` ? unitOf(id, unitId) : undefined),
  seriesById: () => undefined,
});

export type AuthRig = Rig & {
  logins: Logins;
  db: DatabaseConnection;
  /** Where the entries go; a test may replace its methods. */
  audit: AuditTrail;
  /** What was written to the audit log, refusals too. */
  audited: AuditEntry[];
  clock: ManualClock;
  industries: Industry[];
  ended: Events['sessionEnded'][];
  folder: string;
  /** Answers the user's id. */
  addUser(fields?: Partial<NewUser & { password: string }>): Promise<string>;
  /** Logs in and answers the whole reply. */
  login(headers?: Record<string, string>): Promise<Reply>;
  call(method: string, path: string, token: string, options?: Ask): Promise<Reply>;
  /** A new service on the same files, as after a restart. */
  restart(): Promise<AuthRig>;
};

/** A plant as a QR code names it. */
export const pairingFacts = {
  pin: Buffer.alloc(32, 7).toString('base64url'),
  addresses: ['192.168.1.20:8443', 'plant-42.local:8443'],
  authority: 'PEM',
  site: 'site-1',
};

export const START_MS = Date.parse('2025-06-15T10:00:00Z');

/** Real database, real keys and real HTTP around the auth feature. */
export const startAuth = async (
  options: RigOptions & {
    routes?: Route[];
    otp?: Partial<LoginsParts['otp']>;
    lock?: LoginsParts['lock'];
    strangers?: LoginsParts['strangers'];
  } = {},
  kept?: { folder: string; clock: ManualClock; industries: Industry[] },
): Promise<AuthRig> => {
  const { routes = [], otp = {}, lock = { max: 10, seconds: 900 }, strangers = { max: 20, seconds: 86_400 }, ...parts } = options;
  const folder = kept?.folder ?? mkdtempSync(join(tmpdir(), 'headworks-auth-'));
  const clock = kept?.clock ?? new ManualClock(START_MS);
  const industries = kept?.industries ?? [industryOf('DEMO'), industryOf('NORTH'), industryOf('INTERNAL')];
  const db = openDatabase(join(folder, 'headworks.db'));
  migrate(db.sqlite, clock);
  const bus = new Bus(silent);
  const ended: Events['sessionEnded'][] = [];
  bus.on('test', 'sessionEnded', (event) => ended.push(event));
  const directory = directoryOf(industries);
  const audited: AuditEntry[] = [];
  const keep = (entry: AuditEntry): void => void audited.push(entry);
  const audit: AuditTrail = { record: async (entry) => keep(entry), append: (_, entry) => keep(entry), gather: keep };
  const changes = new ConfigurationChanges(new MemoryUnitDirectory(new DirectoryStore(db.kysely)), bus);
  const readings = { hasReadings: async () => false };
  const logins = createAuth({
    writer: new Writer(db.sqlite),
    keyFolder: join(folder, 'keys'),
    directory,
    industries: new IndustryService({ store: new IndustryStore(new Writer(db.sqlite)), readings, directory, changes, clock }),
    audit,
    bus,
    clock,
    log: parts.log ?? silent,
    leakageEnabled: (id) => id === 'NORTH',
    lock,
    strangers,
    mayAskIssuer: (address) => /^(https:\/\/|http:\/\/127\.0\.0\.1:)/.test(address) && !address.includes('unlisted'),
    confirmedSeconds: 600,
    otp: {
      sms: undefined,
      countryCode: '91',
      text: '{code}',
      limits: { generate: [], verify: [] },
      testCodes: new Map(),
      ...otp,
    },
  });
  if (!kept)
    for (const { id, name } of industries) await db.kysely.insertInto('industry').values({ id, name, joined_at: 0 }).execute();
  await logins.start();
  const mounted = [...authRoutes(logins), ...accessRoutes(logins, () => pairingFacts), ...routes];
  const rig = await startRig(mounted, { ...parts, sessions: logins.auth, confirmer: logins.confirmations, clock });
  const stop = async (): Promise<void> => {
    await rig.stop();
    await logins.stop();
    db.sqlite.close();
  };
  const call = (method: string, path: string, token: string, asked: Ask = {}): Promise<Reply> =>
    rig.ask(path, { ...asked, method, headers: { authorization: `Bearer ${token}`, ...asked.headers } });
  return {
    ...rig,
    logins,
    db,
    audit,
    audited,
    clock,
    industries,
    ended,
    folder,
    call,
    login: (headers = {}) =>
      rig.ask('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username: 'asha', password: 'right', ...headers } }),
    async addUser(fields = {}) {
      const { id } = await logins.users.add({
        username: 'asha',
        password: 'right',
        industryId: 'DEMO',
        role: 'operator',
        permissions: ['ALERTS'] satisfies Permission[],
        ...fields,
      });
      return id;
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
    async restart() {
      await stop();
      return startAuth(options, { folder, clock, industries });
    },
  };
};
