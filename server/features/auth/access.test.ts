import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '../../contract/user/auth.ts';
import { type AuthRig, startAuth } from '../../test/authRig.ts';
import type { Reply } from '../../test/httpRig.ts';

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());
const start = async (): Promise<AuthRig> => {
  rig = await startAuth();
  return rig;
};
const accessOf = ({ body }: Reply): string => (body as LoginResponse).access_token;
const refreshOf = ({ body }: Reply): string => (body as LoginResponse).refresh_token;
type Listed = { sessions: { id: string; current: boolean; deviceId: string | null }[] };
const GOOD = 'a new password';
const DAY_MS = 86_400_000;

describe('one’s own sessions', () => {
  it('are listed newest first and ended one by one, and nobody else’s', async () => {
    const at = await start();
    await at.addUser();
    await at.addUser({ username: 'ravi' });
    const first = accessOf(await at.login({ deviceId: 'phone' }));
    at.clock.advance(1000);
    const second = accessOf(await at.login({ deviceId: 'panel' }));
    const foreign = accessOf(await at.login({ username: 'ravi' }));
    const list = async (token: string) => ((await at.call('GET', '/api/plant/me/sessions', token)).body as Listed).sessions;
    const mine = await list(second);
    expect(mine.map(({ current, deviceId }) => [current, deviceId])).toEqual([
      [true, 'panel'],
      [false, 'phone'],
    ]);
    const [theirs] = await list(foreign);
    const end = (id = '') => at.call('DELETE', `/api/plant/me/sessions/${id}`, second);
    expect(await end(theirs?.id)).toMatchObject({ status: 404, body: { code: 404 } });
    expect(await end('nowhere')).toMatchObject({ status: 404 });
    expect(await end(mine[1]?.id)).toMatchObject({ status: 200, body: { message: 'Session ended' } });
    expect((await at.call('GET', '/api/plant/me/sessions', first)).status).toBe(440);
    expect(at.ended.map(({ sessionId }) => sessionId)).toEqual([mine[1]?.id]);
    expect(await list(second)).toHaveLength(1);
    expect(await list(foreign)).toHaveLength(1);
  });
});

describe('what a session may do now', () => {
  it('follows its user’s permissions, and ends with the session, the user and the industry', async () => {
    const at = await start();
    const id = await at.addUser({ permissions: ['PLC_WRITE', 'ALERTS'] });
    const { auth, users } = at.logins;
    const opened = async (): Promise<{ token: string; sessionId: string }> => {
      const token = accessOf(await at.login());
      const { sessions } = (await at.call('GET', '/api/plant/me/sessions', token)).body as Listed;
      return { token, sessionId: sessions.find(({ current }) => current)?.id ?? '' };
    };
    const held = (sessionId: string) => {
      const now = auth.permissionsNow(sessionId);
      return now && [...now].sort();
    };
    const { token, sessionId } = await opened();
    expect(held(sessionId)).toEqual(['ALERTS', 'PLC_WRITE']);
    await users.change(id, { permissions: ['ALERTS'] }, 'settings');
    expect(held(sessionId)).toEqual(['ALERTS']);
    const industry = at.industries.find((one) => one.id === 'DEMO');
    if (!industry) throw new Error('no DEMO');
    industry.disabled = true;
    expect(held(sessionId)).toBeNull();
    industry.disabled = false;
    await at.call('DELETE', '/api/user/user/logout', token);
    expect(held(sessionId)).toBeNull();
    for (const change of [{ active: false }, { disabled: true }]) {
      await users.change(id, { active: true, disabled: false }, 'settings');
      const again = await opened();
      expect(held(again.sessionId)).toEqual(['ALERTS']);
      await users.change(id, change, 'settings');
      expect(held(again.sessionId)).toBeNull();
    }
    expect(held('nowhere')).toBeNull();
  });
});

describe('a password', () => {
  const change = (at: AuthRig, token: string, password: string, newPassword = GOOD): Promise<Reply> =>
    at.call('PUT', '/api/plant/me/password', token, { body: { password, newPassword } });

  it('is changed by who knows the present one, and ends the other sessions', async () => {
    const at = await start();
    await at.addUser();
    const [here, there] = [accessOf(await at.login()), accessOf(await at.login())];
    expect(await change(at, here, 'wrong')).toMatchObject({
      status: 401,
      body: { code: 1401, message: 'The present password is wrong' },
    });
    expect(await change(at, here, 'right', 'short')).toMatchObject({ body: { code: 1430 } });
    expect((await change(at, here, 'right')).status).toBe(200);
    expect((await at.call('GET', '/api/plant/me/sessions', here)).status).toBe(200);
    expect((await at.call('GET', '/api/plant/me/sessions', there)).status).toBe(440);
    expect((await at.login()).status).toBe(401);
    expect((await at.login({ password: GOOD })).status).toBe(200);
    expect(await change(at, here, GOOD)).toMatchObject({ body: { code: 400, message: 'newPassword must be another one' } });
    expect(JSON.stringify(at.audited)).not.toContain(GOOD);
    rig = await at.restart();
    expect((await rig.login({ password: GOOD })).status).toBe(200);
    expect((await rig.call('GET', '/api/plant/me/sessions', there)).status).toBe(440);
  });

  it('is reset by an admin of the same industry who may do as much', async () => {
    const at = await start();
    const asha = await at.addUser();
    const owner = await at.addUser({ username: 'owner', permissions: ['ACCOUNT_SETTINGS', 'SYSTEM'] });
    const sso = await at.addUser({ username: 'sso', kind: 'sso', email: 'sso@example.com' });
    await at.addUser({ username: 'admin', permissions: ['ACCOUNT_SETTINGS', 'ALERTS'] });
    await at.addUser({ username: 'north', industryId: 'NORTH', permissions: ['ACCOUNT_SETTINGS', 'ALERTS'] });
    const session = accessOf(await at.login());
    const [admin, north] = [accessOf(await at.login({ username: 'admin' })), accessOf(await at.login({ username: 'north' }))];
    const reset = (token: string, id: string) =>
      at.call('PUT', `/api/plant/users/${id}/password`, token, { body: { newPassword: GOOD } });
    expect(await reset(session, asha)).toMatchObject({ status: 401, body: { reason: 'permission' } });
    expect(await reset(north, asha)).toMatchObject({ status: 404 });
    expect(await reset(admin, owner)).toMatchObject({ status: 401, body: { reason: 'permission' } });
    expect(await reset(admin, sso)).toMatchObject({ status: 400 });
    for (let i = 0; i < 10; i += 1) await at.login({ password: 'wrong' });
    expect((await at.login()).status).toBe(401);
    expect((await reset(admin, asha)).status).toBe(200);
    expect((await at.call('GET', '/api/plant/me/sessions', session)).status).toBe(440);
    expect((await at.login({ password: GOOD })).status).toBe(200);
  });
});

describe('an account', () => {
  it('is locked for the console by ten wrong passwords, at login and validateCredentials together, over a restart, for 15 minutes', async () => {
    const at = await start();
    await at.addUser();
    await at.addUser({ username: 'ravi' });
    const token = accessOf(await at.login({ username: 'ravi' }));
    const validate = (password: string) =>
      at.call('GET', '/api/user/user/validateCredentials', token, { headers: { username: 'asha', password } });
    for (let i = 0; i < 5; i += 1) await at.login({ password: 'wrong' });
    expect((await at.login()).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await at.login({ password: 'wrong' });
    for (let i = 0; i < 4; i += 1) await validate('wrong');
    at.clock.advance(10 * 60_000);
    await validate('wrong');
    const locked = await at.login();
    expect([locked.status, locked.body]).toMatchObject([401, { code: 1401, message: 'Invalid username or password' }]);
    expect((await validate('right')).status).toBe(401);
    expect((await at.login({ username: 'ravi' })).status).toBe(200);
    rig = await at.restart();
    at.clock.advance(15 * 60_000 - 1);
    expect((await rig.login()).status).toBe(401);
    at.clock.advance(1);
    expect((await rig.login()).status).toBe(200);
  });

  it('that is switched off loses its sessions at once, and for ever', async () => {
    const at = await start();
    const id = await at.addUser();
    const answer = await at.login();
    await at.logins.users.change(id, { active: false }, 'settings');
    expect(at.ended).toHaveLength(1);
    expect((await at.call('GET', '/api/plant/me/sessions', accessOf(answer))).status).toBe(440);
    expect((await at.call('GET', '/api/user/user/refresh', refreshOf(answer))).status).toBe(440);
    expect((await at.login()).status).toBe(401);
    await at.logins.users.change(id, { active: true }, 'settings');
    expect((await at.call('GET', '/api/plant/me/sessions', accessOf(answer))).status).toBe(440);
    rig = await at.restart();
    expect((await rig.call('GET', '/api/plant/me/sessions', accessOf(answer))).status).toBe(440);
    expect((await rig.login()).status).toBe(200);
  });

  it('has its new permissions in sessions that are open', async () => {
    const at = await start();
    const id = await at.addUser();
    const token = accessOf(await at.login());
    const issuers = () => at.call('GET', '/api/plant/sso/issuers', token);
    expect((await issuers()).status).toBe(401);
    await at.logins.users.change(id, { permissions: ['ACCOUNT_SETTINGS'] }, 'settings');
    expect((await issuers()).status).toBe(200);
  });

  it('keeps phone number and e-mail address to itself', async () => {
    const at = await start();
    await at.addUser({ username: 'ravi', phone: '9820098200' });
    await at.addUser({ username: 'sso', kind: 'sso', email: 'a@example.com' });
    const conflict = { code: 'conflict' };
    await expect(at.addUser({ username: 'meera', phone: '9820098200' })).rejects.toMatchObject(conflict);
    await expect(at.addUser({ username: 'meera', kind: 'sso', email: 'A@Example.com' })).rejects.toMatchObject(conflict);
    expect(at.logins.users.usersOf('DEMO')).toHaveLength(2);
    await at.addUser({ username: 'meera', industryId: 'NORTH', kind: 'sso', email: 'a@example.com' });
  });
});

describe('signing keys', () => {
  it('are replaced by the owner; older tokens live until they expire', async () => {
    const at = await start();
    await at.addUser({ permissions: ['SYSTEM'] });
    await at.addUser({ username: 'ravi' });
    const before = await at.login();
    const rotate = (token: string) => at.call('POST', '/api/plant/keys/rotate', token);
    expect(await rotate(accessOf(await at.login({ username: 'ravi' })))).toMatchObject({ status: 401 });
    expect((await rotate(accessOf(before))).status).toBe(200);
    const after = await at.login();
    const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    expect(kidOf(accessOf(after))).not.toBe(kidOf(accessOf(before)));
    rig = await at.restart();
    const status = async (answer: Reply) => (await rig?.call('GET', '/api/plant/me/sessions', accessOf(answer)))?.status;
    expect([await status(before), await status(after)]).toEqual([200, 200]);
    expect((await rig.call('GET', '/api/user/user/refresh', refreshOf(before))).status).toBe(200);
    expect(statSync(join(at.folder, 'keys', 'token-keys.json')).mode & 0o077).toBe(0);
  });

  it('that signed nothing still alive are thrown away', async () => {
    const at = await start();
    await at.addUser({ permissions: ['SYSTEM'] });
    const before = await at.login();
    const actor = { userId: 'u', industryId: 'DEMO', sessionId: 's', ip: '', requestId: '' };
    at.logins.auth.rotateKeys(actor);
    at.clock.advance(61 * DAY_MS);
    at.logins.auth.rotateKeys(actor);
    expect(await at.call('GET', '/api/user/user/refresh', refreshOf(before))).toMatchObject({
      status: 401,
      body: { reason: 'token' },
    });
  });
});

describe('a new signing key', () => {
  const actor = { userId: 'u', industryId: 'DEMO', sessionId: 's', ip: '', requestId: '' };
  const kidIn = (at: AuthRig): string => JSON.parse(readFileSync(join(at.folder, 'keys', 'token-keys.json'), 'utf8')).current;

  it('is not taken while the audit log cannot be written', async () => {
    const at = await start();
    const before = kidIn(at);
    at.audit.append = () => {
      throw new Error('disk full');
    };
    expect(() => at.logins.auth.rotateKeys(actor)).toThrow('disk full');
    expect(kidIn(at)).toBe(before);
  });

  it('that cannot be stored leaves no audit entry', async () => {
    const at = await start();
    at.audit.append = (tx, { kind }) => {
      tx.run(at.db.kysely.insertInto('industry').values({ id: kind, name: 'stands for the entry', joined_at: 0 }));
    };
    mkdirSync(join(at.folder, 'keys', 'token-keys.json.tmp'));
    expect(() => at.logins.auth.rotateKeys(actor)).toThrow('EISDIR');
    const kept = await at.db.kysely.selectFrom('industry').select('id').where('id', '=', 'keys.rotate').execute();
    expect(kept).toEqual([]);
  });
});

describe('an internal user', () => {
  it('who acts in another industry is written down', async () => {
    const at = await start();
    await at.addUser({ username: 'staff', industryId: 'INTERNAL', internal: true });
    await at.login({ username: 'staff/NORTH' });
    expect(at.audited).toMatchObject([
      { kind: 'login.internal', outcome: 'done', industryId: 'NORTH', after: { homeIndustryId: 'INTERNAL' } },
    ]);
  });
});
