import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '../contract/permissions.ts';
import { Bus, type Events } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { migrate } from '../db/migrate.ts';
import { type Connection, openDatabase } from '../db/open.ts';
import { Passwords } from '../features/auth/passwords.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { AuthService, type NewUser } from '../features/auth/service.ts';
import { AuthStore } from '../features/auth/store.ts';
import type { Category, Industry, Unit, UnitDirectory } from '../features/units/model.ts';
import type { Route } from '../http/route.ts';
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
  service: AuthService;
  db: Connection;
  clock: ManualClock;
  industries: Industry[];
  ended: Events['sessionEnded'][];
  folder: string;
  addUser(fields?: Partial<NewUser>): Promise<void>;
  /** Logs in and answers the whole reply. */
  login(headers?: Record<string, string>): Promise<Reply>;
  call(method: string, path: string, token: string, options?: Ask): Promise<Reply>;
  /** A new service on the same files, as after a restart. */
  restart(): Promise<AuthRig>;
};

export const START_MS = Date.parse('2025-06-15T10:00:00Z');

/** Real database, real keys and real HTTP around the auth feature. */
export const startAuth = async (
  options: RigOptions & { routes?: Route[] } = {},
  kept?: { folder: string; clock: ManualClock; industries: Industry[] },
): Promise<AuthRig> => {
  const { routes = [], ...parts } = options;
  const folder = kept?.folder ?? mkdtempSync(join(tmpdir(), 'headworks-auth-'));
  const clock = kept?.clock ?? new ManualClock(START_MS);
  const industries = kept?.industries ?? [industryOf('DEMO'), industryOf('NORTH'), industryOf('INTERNAL')];
  const db = openDatabase(join(folder, 'headworks.db'));
  migrate(db.sqlite, clock);
  const bus = new Bus(silent);
  const ended: Events['sessionEnded'][] = [];
  bus.on('test', 'sessionEnded', (event) => ended.push(event));
  const service = new AuthService({
    store: new AuthStore(db.kysely),
    passwords: new Passwords(),
    units: directoryOf(industries),
    bus,
    clock,
    log: silent,
    keyFile: join(folder, 'keys', 'tokens.json'),
    leakageEnabled: (id) => id === 'NORTH',
  });
  if (!kept)
    for (const { id, name } of industries) await db.kysely.insertInto('industry').values({ id, name, joined_at: 0 }).execute();
  await service.start();
  const rig = await startRig([...authRoutes(service), ...routes], { ...parts, sessions: service, clock });
  const stop = async (): Promise<void> => {
    await rig.stop();
    db.sqlite.close();
  };
  const call = (method: string, path: string, token: string, asked: Ask = {}): Promise<Reply> =>
    rig.ask(path, { ...asked, method, headers: { authorization: `Bearer ${token}`, ...asked.headers } });
  return {
    ...rig,
    service,
    db,
    clock,
    industries,
    ended,
    folder,
    call,
    login: (headers = {}) =>
      rig.ask('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username: 'asha', password: 'right', ...headers } }),
    async addUser(fields = {}) {
      await service.addUser({
        username: 'asha',
        password: 'right',
        industryId: 'DEMO',
        role: 'operator',
        permissions: ['ALERTS'] satisfies Permission[],
        ...fields,
      });
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
