import { join } from 'node:path';
import type { Permission } from '../contract/permissions.ts';
import { Writer } from '../db/writer.ts';
import { type AccountsParts, createAccounts } from '../features/accounts/create.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { AuditService } from '../features/audit/service.ts';
import { AuditStore } from '../features/audit/store.ts';
import { createAuth } from '../features/auth/create.ts';
import type { NewUser } from '../features/auth/model.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { addIndustry, type Plant, startPlant } from './configuredPlant.ts';
import { type Ask, type Reply, type Rig, type RigOptions, silent, startRig } from './httpRig.ts';

/** A row of the audit log, as far as tests ask. */
export type Audited = {
  kind: string;
  outcome: string;
  user_id: string | null;
  industry_id: string;
  subject: string | null;
  before: string | null;
  after: string | null;
};

export type AccountsRig = Rig & {
  audit: AuditService;
  plant: Plant;
  /** Ids of users by username. */
  ids: ReadonlyMap<string, string>;
  /** Access tokens by username; a new one at each call of `login`. */
  login(username: string): Promise<string>;
  addUser(username: string, fields?: Partial<NewUser>): Promise<string>;
  call(method: string, path: string, asked?: Ask & { token?: string }): Promise<Reply>;
  audited(kind?: string): Audited[];
  /** Sessions that ended, in their order. */
  ended: string[];
  /** Relays there are, as `INDUSTRY id`. */
  relays: Set<string>;
  /** Rows of a table as plain objects. */
  rows(sql: string): Record<string, unknown>[];
  stop(): Promise<void>;
};

type Options = RigOptions & { wrap?: (parts: AccountsParts) => AccountsParts };

/** Two industries and an admin `asha` of DEMO, every service on a real database behind real HTTP. */
export const startAccounts = async ({ wrap = (parts) => parts, ...options }: Options = {}): Promise<AccountsRig> => {
  const plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  const { sqlite, clock, bus, directory, industries, changes, folder } = plant;
  const writer = new Writer(sqlite);
  const audit = new AuditService({ store: new AuditStore(new Writer(sqlite), sqlite), clock, log: silent });
  const ended: string[] = [];
  bus.on('test', 'sessionEnded', ({ userId }) => ended.push(userId));
  const logins = createAuth({
    writer,
    keyFolder: join(folder, 'keys'),
    industries,
    directory,
    audit,
    bus,
    clock,
    log: silent,
    leakageEnabled: () => false,
    lock: { max: 10, seconds: 900 },
    strangers: { max: 20, seconds: 86_400 },
    mayAskIssuer: () => false,
    confirmedSeconds: 600,
    otp: { sms: undefined, countryCode: '91', text: '{code}', limits: { generate: [], verify: [] }, testCodes: new Map() },
  });
  await logins.start();
  const { publicUrl } = options;
  const relays = new Set(['DEMO siren', 'NORTH north-siren']);
  const parts = {
    isRelay: (industryId: string, id: string) => relays.has(`${industryId} ${id}`),
    writer,
    dataFolder: folder,
    publicUrl,
    directory,
    changes,
    industries,
    units: plant.units,
    audit,
    lastChanges: audit,
    clock,
  };
  const accounts = createAccounts(wrap({ ...parts, users: logins.users }));
  const rig = await startRig([...authRoutes(logins), ...accountRoutes(accounts)], { ...options, sessions: logins.auth, clock });
  const ids = new Map<string, string>();
  const addUser = async (username: string, fields: Partial<NewUser> = {}): Promise<string> => {
    const user = { username, industryId: 'DEMO', role: 'operator', permissions: ['ALERTS'] satisfies Permission[], ...fields };
    const { id } = await logins.users.add({ ...user, password: 'right' });
    ids.set(username, id);
    return id;
  };
  const login = async (username: string): Promise<string> => {
    const headers = { LoginType: 'DEFAULT', username, password: 'right' };
    const { body } = await rig.ask('/api/user/user/login', { headers });
    return (body as { access_token: string }).access_token;
  };
  const admin: Permission[] = ['ACCOUNT_SETTINGS', 'ALERTS', 'PLC_WRITE', 'RELAY_CONTROL', 'COMMISSIONING', 'SYSTEM', 'AUDIT'];
  await addUser('asha', { role: 'admin', permissions: admin });
  const token = await login('asha');
  const rows = (sql: string) => sqlite.prepare(sql).all() as Record<string, unknown>[];
  return {
    ...rig,
    plant,
    audit,
    ids,
    login,
    addUser,
    ended,
    relays,
    rows,
    call: (method, path, { token: other = token, ...asked } = {}) =>
      rig.ask(`/api/user${path}`, { ...asked, method, headers: { authorization: `Bearer ${other}`, ...asked.headers } }),
    audited: (kind) =>
      (rows('select * from audit order by id') as unknown as Audited[]).filter((row) => kind === undefined || row.kind === kind),
    async stop() {
      await rig.stop();
      await logins.stop();
      await audit.stop();
      plant.close();
      plant.remove();
    },
  };
};

type Sections = Record<'account' | 'user' | 'alerts' | 'reports' | 'sso', unknown>;
/** A body of POST /accounts/settings that changes nothing but what it is given. */
export const someSettings = (fields: Partial<Sections> = {}): Partial<Sections> => ({
  account: {},
  user: [],
  alerts: {},
  reports: {},
  sso: [],
  ...fields,
});
