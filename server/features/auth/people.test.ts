import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../contract/permissions.ts';
import type { Person } from '../../contract/plant/accounts/people.ts';
import { type AuthRig, startAuth } from '../../test/authRig.ts';
import type { NewUser } from './model.ts';

let rig: AuthRig;
let token: string;
const holding: Permission[] = ['ACCOUNT_SETTINGS', 'ALERTS', 'REPORTS', 'RELAY_CONTROL', 'LANDING_PAGE'];
beforeEach(async () => {
  rig = await startAuth();
  await addUser('chief', { role: 'admin', permissions: holding });
  token = await login('chief');
});
afterEach(() => rig.stop());

const ids = new Map<string, string>();
const addUser = async (username: string, fields: Partial<NewUser>): Promise<void> => {
  ids.set(username, await rig.addUser({ username, ...fields }));
};
const idOf = (username: string): string => ids.get(username) ?? '';
const login = async (username: string, password = 'right'): Promise<string> =>
  ((await rig.login({ username, password })).body as { access_token: string }).access_token;
const audited = (kind: string) => rig.audited.filter((entry) => entry.kind === kind);

const call = (method: string, path: string, body?: object, as = token) =>
  rig.ask(`/api/plant/users${path}`, { method, headers: { authorization: `Bearer ${as}` }, ...(body && { body }) });
const person = {
  username: 'ravi',
  name: 'Ravi',
  role: 'operator',
  permissions: ['ALERTS', 'RELAY_CONTROL'],
  password: 'ten-letters-1',
};
const add = async (fields: object = {}): Promise<{ user: Person; password?: string }> => {
  const { status, body, text } = await call('POST', '', { ...person, ...fields });
  expect(status, text).toBe(201);
  return body as { user: Person; password?: string };
};
const loginStatus = async (username: string, password: string): Promise<number> =>
  (await rig.ask('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username, password } })).status;

describe('the people of an industry', () => {
  it('are added with permissions by name, can log in at once and are in the list', async () => {
    const { user } = await add();
    expect(user).toMatchObject({
      username: 'ravi',
      role: 'operator',
      permissions: ['ALERTS', 'RELAY_CONTROL'],
      login: 'password',
    });
    expect(await loginStatus('ravi', 'ten-letters-1')).toBe(200);
    const { users, presets } = (await call('GET', '')).body as { users: Person[]; presets: Record<string, string[]> };
    expect(users.find(({ username }) => username === 'ravi')).toMatchObject({ sessions: 1, disabled: false });
    expect(Object.keys(presets)).toEqual(['operator', 'technician', 'viewer', 'manager', 'admin']);
  });

  it('get no name that differs from another one in capitals alone', async () => {
    for (const username of ['Chief', 'CHIEF', 'chief']) {
      const { status, body } = await call('POST', '', { ...person, username });
      expect({ status, body }).toMatchObject({ status: 409, body: { errors: [{ path: 'username' }] } });
    }
  });

  it('get one name alone of those that differ in capitals, also where they are added at once', async () => {
    const names = ['meera', 'Meera', 'MEERA', 'meera'];
    const answers = await Promise.all(names.map((username) => call('POST', '', { ...person, username })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ errors: [{ path: 'username' }] });
    const { users } = (await call('GET', '')).body as { users: Person[] };
    expect(users.filter(({ username }) => username.toLowerCase() === 'meera')).toHaveLength(1);
  });

  it('get a password that is drawn and shown once where none is given', async () => {
    const { password = '' } = await add({ password: undefined });
    expect(password.length).toBeGreaterThan(12);
    expect(await loginStatus('ravi', password)).toBe(200);
    expect((await call('GET', '')).text).not.toContain(password);
    expect(JSON.stringify(audited('user.add'))).not.toContain(password);
  });

  it('get no permission that the giver lacks, by name or by role', async () => {
    for (const fields of [
      { permissions: ['PLC_WRITE'] },
      { permissions: undefined, role: 'technician' },
      { permissions: undefined, role: 'admin' },
    ]) {
      const { status, body } = await call('POST', '', { ...person, ...fields });
      expect([status, body]).toMatchObject([401, { code: 401, reason: 'permission' }]);
    }
    const { user } = await add();
    expect((await call('PATCH', `/${user.id}`, { permissions: ['SYSTEM'] })).status).toBe(401);
    expect((await call('PATCH', `/${user.id}`, { role: 'technician' })).status).toBe(401);
  });

  it('cannot be changed by somebody who may do less', async () => {
    await addUser('owner', { role: 'admin', permissions: [...holding, 'SYSTEM'] });
    const owner = idOf('owner');
    for (const [method, body] of [
      ['PATCH', { disabled: true }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/${owner}`, body)).status).toBe(401);
    expect((await call('DELETE', `/${owner}/sessions`)).status).toBe(401);
    expect(await loginStatus('owner', 'right')).toBe(200);
  });

  it('are not changed by a field that says how they are: whoever sends active: false means to disable them', async () => {
    const { user } = await add();
    for (const [body, path] of [
      [{ active: false }, 'active'],
      [{ name: 'Ravi K', sessions: 0 }, 'sessions'],
      [{ username: 'other' }, 'username'],
    ] as const)
      expect((await call('PATCH', `/${user.id}`, body)).body).toMatchObject({
        code: 1430,
        errors: [{ path, message: `${path} is no field here` }],
      });
    const { users } = (await call('GET', '')).body as { users: Person[] };
    expect(users.find(({ id }) => id === user.id)).toMatchObject({ name: 'Ravi', username: 'ravi', active: true });
  });

  it('are not given a permission twice', async () => {
    const { user } = await add();
    expect((await call('PATCH', `/${user.id}`, { permissions: ['ALERTS', 'REPORTS', 'ALERTS'] })).body).toMatchObject({
      code: 1430,
      errors: [{ path: 'permissions.2', message: 'permissions.2 ALERTS is given more than once' }],
    });
  });

  it('lose their sessions at once when they are disabled, and their name when they are deleted', async () => {
    const { user } = await add();
    const theirs = await login('ravi', 'ten-letters-1');
    expect((await call('PATCH', `/${user.id}`, { disabled: true })).body).toMatchObject({ disabled: true, sessions: 0 });
    expect([420, 440]).toContain(
      (await rig.ask('/api/plant/me/sessions', { headers: { authorization: `Bearer ${theirs}` } })).status,
    );
    expect(await loginStatus('ravi', 'ten-letters-1')).toBe(403);
    expect((await call('DELETE', `/${user.id}`)).status).toBe(200);
    expect((await call('GET', '')).text).not.toContain('ravi');
    expect(await loginStatus('ravi', 'ten-letters-1')).toBe(401);
    expect((await call('PATCH', `/${user.id}`, { name: 'x' })).status).toBe(404);
    await add();
  });

  it('lose their sessions and their addresses at once when they are deleted while logged in', async () => {
    const { user } = await add({ email: 'ravi@plant.example' });
    const theirs = await login('ravi', 'ten-letters-1');
    expect((await call('DELETE', `/${user.id}`)).status).toBe(200);
    expect(rig.ended.map(({ userId }) => userId)).toEqual([user.id]);
    expect([420, 440]).toContain(
      (await rig.ask('/api/plant/me/sessions', { headers: { authorization: `Bearer ${theirs}` } })).status,
    );
    expect((await add({ email: 'ravi@plant.example' })).user.id).not.toBe(user.id);
  });

  it('are added, changed, logged out and deleted with one row each in the audit log: who, whom, what it was and what it is', async () => {
    const { user } = await add();
    await login('ravi', 'ten-letters-1');
    await call('PATCH', `/${user.id}`, { name: 'Ravi K', permissions: ['ALERTS'] });
    await login('ravi', 'ten-letters-1');
    expect((await call('DELETE', `/${user.id}/sessions`)).body).toMatchObject({ ended: 2 });
    expect((await call('DELETE', `/${user.id}`)).status).toBe(200);
    const common = { outcome: 'done', industryId: 'DEMO', userId: idOf('chief') };
    const rows = rig.audited.filter(({ kind }) => /^(user\.|session\.end)/.test(kind));
    expect(rows).toMatchObject([
      { ...common, kind: 'user.add', subject: 'ravi', after: { name: 'Ravi', permissions: ['ALERTS', 'RELAY_CONTROL'] } },
      {
        ...{ ...common, kind: 'user.change', subject: user.id },
        before: { name: 'Ravi', permissions: ['ALERTS', 'RELAY_CONTROL'] },
        after: { name: 'Ravi K', permissions: ['ALERTS'] },
      },
      { ...common, kind: 'session.end', subject: user.id, after: { ended: 2 } },
      { ...common, kind: 'user.delete', subject: user.id, before: { username: 'ravi', role: 'operator' } },
    ]);
  });

  it('have sessions that can be listed and ended one by one', async () => {
    const { user } = await add();
    const one = await login('ravi', 'ten-letters-1');
    rig.clock.advance(1000);
    await login('ravi', 'ten-letters-1');
    const { sessions } = (await call('GET', `/${user.id}/sessions`)).body as { sessions: { id: string }[] };
    expect(sessions).toHaveLength(2);
    const oldest = sessions.at(-1)?.id ?? '';
    expect((await call('DELETE', `/${user.id}/sessions?sessionId=${oldest}`)).body).toMatchObject({ ended: 1 });
    expect((await rig.ask('/api/plant/me/sessions', { headers: { authorization: `Bearer ${one}` } })).status).toBe(440);
    expect((await call('DELETE', `/${user.id}/sessions`)).body).toMatchObject({ ended: 1 });
  });

  it('do not change or delete themselves out of their account', async () => {
    const me = idOf('chief');
    expect((await call('PATCH', `/${me}`, { disabled: true })).status).toBe(400);
    expect((await call('PATCH', `/${me}`, { permissions: ['ALERTS'] })).status).toBe(400);
    expect((await call('DELETE', `/${me}`)).status).toBe(400);
    expect((await call('PATCH', `/${me}`, { name: 'Asha' })).body).toMatchObject({ name: 'Asha' });
  });

  it('are changed from the state that was read alone, so that of two who change one at once neither loses a change', async () => {
    const { user } = await add();
    const patch = (tag: string, body: object) =>
      rig.ask(`/api/plant/users/${user.id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'If-Match': `"${tag}"` },
        body,
      });
    const first = await patch(user.tag, { name: 'Ravi K' });
    expect(first.status, first.text).toBe(200);
    expect((await patch(user.tag, { email: 'ravi@plant.example' })).status).toBe(409);
    // a session more or less is no other state of the user
    await login('ravi', 'ten-letters-1');
    const second = await patch((first.body as Person).tag, { email: 'ravi@plant.example' });
    expect(second.body).toMatchObject({ name: 'Ravi K', email: 'ravi@plant.example' });
    for (const change of [{ permissions: ['ALERTS'] }, { disabled: true }]) {
      const { users } = (await call('GET', '')).body as { users: Person[] };
      const { tag } = users.find(({ id }) => id === user.id) ?? user;
      expect((await patch(tag, change)).status).toBe(200);
      expect((await patch(tag, { name: 'late' })).status).toBe(409);
    }
  });

  it('are invisible to another industry, and every grant is in the audit log', async () => {
    const { user } = await add();
    await call('PATCH', `/${user.id}`, { permissions: ['ALERTS'] });
    await addUser('north', { industryId: 'NORTH', role: 'admin', permissions: holding });
    const north = await login('north');
    expect((await call('GET', '', undefined, north)).text).not.toContain('ravi');
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/sessions', undefined],
      ['DELETE', '/sessions', undefined],
    ] as const)
      expect((await call(method, `/${user.id}${path}`, body, north)).status).toBe(404);
    expect(JSON.stringify(audited('user.add').at(-1)?.after)).toContain('RELAY_CONTROL');
    expect(audited('user.change').at(-1)).toMatchObject({ subject: user.id });
    expect(JSON.stringify(audited('user.change').at(-1)?.before)).toContain('RELAY_CONTROL');
  });
});
