import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { migrate } from '../../db/migrate.ts';
import { type DatabaseConnection, openDatabase } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import type { StoredSession, User } from './model.ts';
import { AuthStore } from './store.ts';

const START = 1_750_000_000_000;
const DAY_MS = 86_400_000;
let folder: string;
let db: DatabaseConnection;
let store: AuthStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-auth-store-'));
  db = openDatabase(join(folder, 'headworks.db'));
  migrate(db.sqlite, new ManualClock(START));
  db.sqlite.exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
  store = new AuthStore(new Writer(db.sqlite));
});
afterEach(() => {
  db.sqlite.close();
  rmSync(folder, { recursive: true });
});

const user = (id: string, more: Partial<User> = {}): User => ({
  id,
  industryId: 'DEMO',
  username: `name of ${id}`,
  email: null,
  phone: null,
  name: '',
  role: 'operator',
  permissions: new Set(['ALERTS', 'REPORTS']),
  kind: 'regular',
  active: true,
  disabled: false,
  internal: false,
  ...more,
});
const put = (one: User, nowMs = START): void => store.transaction((tx) => store.putUser(tx, one, nowMs));
const open = async (id: string, more: Partial<StoredSession> = {}): Promise<StoredSession> => {
  const session: StoredSession = {
    id,
    userId: 'u1',
    industryId: 'DEMO',
    loginType: 'DEFAULT',
    deviceId: 'd1',
    baseUrl: 'https://x',
    platform: 'ios',
    panel: true,
    createdAtMs: START,
    refreshHash: `hash of ${id}`,
    refreshExpiresAtMs: START + DAY_MS,
    ...more,
  };
  await store.insertSession(session, () => undefined);
  return session;
};
const active = async (nowMs = START): Promise<string[]> => (await store.activeSessions(nowMs)).map(({ id }) => id).toSorted();

describe('users', () => {
  it('are read back as they were put, the oldest first, whatever is changed of them', async () => {
    const all = [
      user('u1', { email: 'a@p.example', phone: '98', name: 'Asha', kind: 'sso', internal: true }),
      user('u2', { active: false, disabled: true, permissions: new Set() }),
    ];
    put(all[1] as User, START + 1);
    put(all[0] as User, START);
    expect(await store.users()).toEqual(all);
    const changed = user('u2', {
      email: 'b@p.example',
      phone: '99',
      name: 'Ravi',
      role: 'admin',
      permissions: new Set(['SYSTEM']),
    });
    put({ ...changed, username: 'not changed' }, START - 5);
    expect(await store.users()).toEqual([all[0], changed]);
  });

  it('have a password, which a change keeps, and which is gone with them', async () => {
    put(user('u1'));
    expect([await store.passwordHash('u1'), await store.passwordHash('none')]).toEqual([null, null]);
    store.transaction((tx) => store.setPassword(tx, 'u1', 'h1'));
    put(user('u1', { name: 'N' }));
    expect(await store.passwordHash('u1')).toBe('h1');
    store.transaction((tx) => store.setPasswordOf(tx, 'name of u1', 'h2'));
    expect(await store.passwordHash('u1')).toBe('h2');
    put(user('u2'));
    store.transaction((tx) => store.forgetUser(tx, 'u1'));
    expect([await store.passwordHash('u1'), (await store.users()).map(({ id }) => id)]).toEqual([null, ['u2']]);
    expect(db.sqlite.prepare("select username, name, email, phone, permissions from user where id = 'u1'").get()).toEqual({
      username: 'deleted u1',
      name: '',
      email: null,
      phone: null,
      permissions: '[]',
    });
  });
});

describe('sessions', () => {
  beforeEach(() => {
    put(user('u1'));
    put(user('u2'));
  });

  it('are read back as they were opened, until their refresh token ends', async () => {
    const session = await open('s1');
    expect(await store.activeSessions(START + DAY_MS - 1)).toEqual([session]);
    expect(await active(START + DAY_MS)).toEqual([]);
    const bare = await open('s2', { deviceId: null, baseUrl: null, platform: null, panel: false });
    expect((await store.activeSessions(START)).find(({ id }) => id === 's2')).toEqual(bare);
  });

  it('are opened with what else is written, or not at all', async () => {
    const failing = store.insertSession({ ...(await open('s1')), id: 's2' }, () => {
      throw new Error('no audit row');
    });
    await expect(failing).rejects.toThrow('no audit row');
    expect(await active()).toEqual(['s1']);
  });

  it('are ended by id, by user but for one, and by device, each alone, and with the reason', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await open(id, { userId: id < 'c' ? 'u1' : 'u2', deviceId: id === 'b' ? 'd2' : 'd1' });
    const also: string[] = [];
    await store.endSessions([], 'x', START, () => void also.push('also'));
    expect([await active(), also]).toEqual([['a', 'b', 'c', 'd'], ['also']]);
    await store.endSessions(['a'], 'admin', START + 1);
    expect(await active()).toEqual(['b', 'c', 'd']);
    store.transaction((tx) => store.endSessionsOfDevice(tx, 'd1', START + 2));
    expect(await active()).toEqual(['b']);
    await open('e', { userId: 'u1' });
    await open('f', { userId: 'u2' });
    store.transaction((tx) => store.endSessionsOf(tx, 'u1', { endedBy: 'password', but: 'e' }, START + 3));
    expect(await active()).toEqual(['e', 'f']);
    store.transaction((tx) => store.endSessionsOf(tx, 'u1', { endedBy: 'password' }, START + 4));
    expect(await active()).toEqual(['f']);
    expect(db.sqlite.prepare('select id, ended_at - ? as at, ended_by as why from session order by id').all(START)).toEqual([
      { id: 'a', at: 1, why: 'admin' },
      { id: 'b', at: 3, why: 'password' },
      { id: 'c', at: 2, why: 'phone.revoke' },
      { id: 'd', at: 2, why: 'phone.revoke' },
      { id: 'e', at: 4, why: 'password' },
      { id: 'f', at: null, why: null },
    ]);
  });

  it('have their token replaced once, by who knows it, while they live', async () => {
    await open('s1');
    expect(await store.replaceRefresh('s1', 'wrong', 'new', START + 9)).toBe(false);
    expect(await store.replaceRefresh('s2', 'hash of s1', 'new', START + 9)).toBe(false);
    expect(await store.replaceRefresh('s1', 'hash of s1', 'new', START + 2 * DAY_MS)).toBe(true);
    expect(await store.replaceRefresh('s1', 'hash of s1', 'newer', START + 9)).toBe(false);
    expect(await store.activeSessions(START)).toMatchObject([{ refreshHash: 'new', refreshExpiresAtMs: START + 2 * DAY_MS }]);
    await store.endSessions(['s1'], 'x', START);
    expect(await store.replaceRefresh('s1', 'new', 'newer', START + 9)).toBe(false);
  });

  it('make a device known to their user, also after a logout, but not where somebody took them away', async () => {
    const isKnown = (userId = 'u1', deviceId = 'd1') => store.isKnownDevice(userId, deviceId);
    expect(await isKnown()).toBe(false);
    await open('s1');
    expect([await isKnown(), await isKnown('u2'), await isKnown('u1', 'd2')]).toEqual([true, false, false]);
    await store.endSessions(['s1'], 'logout', START);
    expect(await isKnown()).toBe(true);
    await open('s2', { deviceId: 'd2' });
    await store.endSessions(['s2'], 'admin', START);
    expect(await isKnown('u1', 'd2')).toBe(false);
  });

  it('are forgotten 90 days after they could last be used', async () => {
    await open('s1');
    const left = (): number => (db.sqlite.prepare('select count(*) as n from session').get() as { n: number }).n;
    await store.purge(START + 91 * DAY_MS);
    expect(left()).toBe(1);
    await store.purge(START + 91 * DAY_MS + 1);
    expect(left()).toBe(0);
  });
});
