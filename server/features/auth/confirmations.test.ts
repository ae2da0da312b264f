import { afterEach, describe, expect, it } from 'vitest';
import { type AuthRig, startAuth } from '../../test/authRig.ts';

const MINUTE_MS = 60_000;
const GOOD = 'mango tractor violin 7';
const person = { username: 'meera', role: 'viewer', password: GOOD };
const header = (password: string): Record<string, string> => ({ 'X-Confirm-Password': password });

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());

const start = async () => {
  const at = await startAuth();
  rig = at;
  await at.addUser({ permissions: ['ACCOUNT_SETTINGS', 'SYSTEM', 'LANDING_PAGE'] });
  const token = ((await at.login()).body as { access_token: string }).access_token;
  const add = (headers: Record<string, string> = {}, username = 'meera') =>
    at.call('POST', '/api/plant/users', token, { headers, body: { ...person, permissions: [], username } });
  return { at, token, add };
};
const asked = { status: 403, body: { code: 403, reason: 'confirmation' } };

describe('what grants rights', () => {
  it('is done within ten minutes of a login, and then asks for the password', async () => {
    const { at, add } = await start();
    at.clock.advance(10 * MINUTE_MS - 1);
    expect((await add()).status).toBe(201);
    at.clock.advance(1);
    expect(await add({}, 'ravi')).toMatchObject(asked);
    expect(at.logins.users.usersOf('DEMO').map(({ username }) => username)).toEqual(['asha', 'meera']);
    expect((await add(header('right'), 'ravi')).status).toBe(201);
    at.clock.advance(10 * MINUTE_MS - 1);
    expect((await add({}, 'sita')).status).toBe(201);
    at.clock.advance(1);
    expect(await add({}, 'usha')).toMatchObject(asked);
  });

  it('refuses a wrong password even right after the login, counts it, and writes it down', async () => {
    const { at, add } = await start();
    expect(await add(header('wrong'))).toMatchObject(asked);
    expect(at.audited.filter(({ kind }) => kind === 'confirm')).toMatchObject([{ outcome: 'refused', industryId: 'DEMO' }]);
    for (let n = 0; n < 9; n += 1) await add(header(`wrong ${n}`));
    expect(await add(header('right'))).toMatchObject(asked);
    at.clock.advance(15 * MINUTE_MS);
    expect((await add(header('right'))).status).toBe(201);
  });

  it('is confirmed for the session that asks alone', async () => {
    const { at, add, token } = await start();
    const other = ((await at.login()).body as { access_token: string }).access_token;
    at.clock.advance(11 * MINUTE_MS);
    expect((await add(header('right'))).status).toBe(201);
    const rows = { method: 'POST', path: '/api/plant/keys/rotate' };
    expect(await at.call(rows.method, rows.path, other)).toMatchObject(asked);
    expect((await at.call(rows.method, rows.path, token)).status).toBe(200);
  });

  it('asks where the address that a login may come by changes, not where it is sent as it was', async () => {
    const { at, token } = await start();
    const id = await at.addUser({ username: 'meera', email: 'meera@plant.example', permissions: [] });
    const change = (email: string) => at.call('PATCH', `/api/plant/users/${id}`, token, { body: { email } });
    at.clock.advance(11 * MINUTE_MS);
    expect((await change('meera@plant.example')).status).toBe(200);
    expect(await change('other@plant.example')).toMatchObject(asked);
  });

  it('asks where permissions change or an account is enabled, not for a name', async () => {
    const { at, token } = await start();
    const id = await at.addUser({ username: 'meera', permissions: [] });
    at.clock.advance(11 * MINUTE_MS);
    const change = (body: object) => at.call('PATCH', `/api/plant/users/${id}`, token, { body });
    expect((await change({ name: 'Meera', email: null })).status).toBe(200);
    expect((await change({ disabled: true })).status).toBe(200);
    for (const body of [
      { permissions: ['LANDING_PAGE'] },
      { role: 'viewer' },
      { disabled: false },
      { email: 'thief@example.com' },
    ])
      expect(await change(body), JSON.stringify(body)).toMatchObject(asked);
  });

  it('asks at every row that adds a person, an issuer or a key', async () => {
    const { at, token } = await start();
    at.clock.advance(11 * MINUTE_MS);
    for (const [method, path] of [
      ['POST', '/api/plant/users'],
      ['PUT', '/api/plant/users/x/password'],
      ['POST', '/api/plant/sso/issuers'],
      ['PUT', '/api/plant/sso/issuers/x'],
      ['POST', '/api/plant/keys/rotate'],
    ] as const)
      expect(await at.call(method, path, token, { body: {} }), `${method} ${path}`).toMatchObject(asked);
  });

  it('is done by one of two who take each other’s rights at the same moment: somebody is left who may give them', async () => {
    const { at, token } = await start();
    const meera = await at.addUser({ username: 'meera', permissions: ['ACCOUNT_SETTINGS', 'SYSTEM', 'LANDING_PAGE'] });
    const other = ((await at.login({ username: 'meera' })).body as { access_token: string }).access_token;
    const asha = at.logins.users.usersOf('DEMO').find(({ username }) => username === 'asha')?.id;
    const demote = (id: string | undefined, as: string) =>
      at.call('PATCH', `/api/plant/users/${id}`, as, { headers: header('right'), body: { permissions: [] } });
    const answers = await Promise.all([demote(meera, token), demote(asha, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(at.logins.users.hasOwner()).toBe(true);
  });

  it.each<[string, string, (id: string) => string, { headers?: Record<string, string>; body?: object }]>([
    ['adds nobody', 'POST', () => '/api/plant/users', { body: { ...person, username: 'ravi', permissions: [] } }],
    ['sets no password', 'PUT', (id) => `/api/plant/users/${id}/password`, { body: { newPassword: GOOD } }],
    ['makes no link', 'POST', (id) => `/api/plant/users/${id}/password-links`, { headers: header('right') }],
  ])('%s for an admin who loses the account while a password is hashed', async (_, method, path, request) => {
    const { at, token } = await start();
    const meera = await at.addUser({ username: 'meera', permissions: ['ACCOUNT_SETTINGS'] });
    const usha = await at.addUser({ username: 'usha', permissions: [] });
    const other = ((await at.login({ username: 'meera' })).body as { access_token: string }).access_token;
    const [late, disabled] = await Promise.all([
      at.call(method, path(usha), other, request),
      at.call('PATCH', `/api/plant/users/${meera}`, token, { body: { disabled: true } }),
    ]);
    expect(disabled.status).toBe(200);
    // 420 where the account was gone before the request had arrived as a whole
    expect([420, 440]).toContain(late.status);
    expect(at.logins.users.usersOf('DEMO').map(({ username }) => username)).not.toContain('ravi');
  });

  it('takes a password with any letters, percent-encoded', async () => {
    const { at, add } = await start();
    await at.addUser({ username: 'jörg', password: 'süß ₹ 7 mangos', permissions: ['ACCOUNT_SETTINGS'] });
    const encoded = { 'X-Header-Encoding': 'percent' };
    const signIn = await at.login({
      ...encoded,
      username: encodeURIComponent('jörg'),
      password: encodeURIComponent('süß ₹ 7 mangos'),
    });
    const token = (signIn.body as { access_token: string }).access_token;
    at.clock.advance(11 * MINUTE_MS);
    const headers = { ...encoded, ...header(encodeURIComponent('süß ₹ 7 mangos')) };
    const answer = await at.call('POST', '/api/plant/users', token, { headers, body: { ...person, permissions: [] } });
    expect([answer.status, (await add({}, 'ravi')).status]).toEqual([201, 403]);
  });
});
