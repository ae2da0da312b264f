import { describe, expect, it } from 'vitest';
import { loginResponse } from '../../contract/user/auth.ts';
import type { AuthRig } from '../../test/authRig.ts';
import { claimsOf, codeOf, restarted, start, stopAfterEach, tokens } from '../../test/signedIn.ts';

stopAfterEach();

const DAY_MS = 86_400_000;

const HOUR_MS = 3_600_000;

describe('a session', () => {
  it('opens what its user’s present permissions allow', async () => {
    const { login, addUser, call } = await start();
    await addUser({ username: 'tech', permissions: ['COMMISSIONING'] });
    const operator = tokens(await login()).access;
    const technician = tokens(await login({ username: 'tech' })).access;
    expect((await call('GET', '/api/user/guarded', technician)).status).toBe(200);
    expect(await call('GET', '/api/user/guarded', operator)).toMatchObject({
      status: 401,
      body: { code: 401, reason: 'permission' },
    });
  });

  it('goes through the checks in their order', async () => {
    const { login, call, clock, industries } = await start();
    const { access, refresh } = tokens(await login());
    const whoamiWith = (token: string) => call('GET', '/api/user/whoami', token);
    expect((await whoamiWith(access)).status).toBe(200);
    expect(await whoamiWith('broken')).toMatchObject({ status: 401, body: { reason: 'token' } });
    expect(await whoamiWith(refresh)).toMatchObject({ status: 401, body: { reason: 'token' } });
    for (const industry of industries) industry.disabled = industry.id === 'DEMO';
    expect((await whoamiWith(access)).status).toBe(420);
    expect((await call('GET', '/api/user/user/refresh', refresh)).status).toBe(403);
    await call('DELETE', '/api/user/user/logout', access);
    for (const industry of industries) industry.disabled = false;
    await call('DELETE', '/api/user/user/logout', access);
    expect((await whoamiWith(access)).status).toBe(440);
    for (const industry of industries) industry.disabled = industry.id === 'DEMO';
    expect((await whoamiWith(access)).status).toBe(420);
    clock.advance(4 * HOUR_MS);
    for (const industry of industries) industry.disabled = false;
    expect(await whoamiWith(access)).toMatchObject({ status: 420, body: { message: 'Token expired' } });
    clock.advance(15 * DAY_MS);
    expect(await whoamiWith(refresh)).toMatchObject({ status: 401, body: { reason: 'token' } });
  });

  it('lives over a restart, and stays ended over one', async () => {
    const first = await start();
    const kept = tokens(await first.login());
    const ended = tokens(await first.login());
    expect((await first.call('DELETE', '/api/user/user/logout', ended.access)).status).toBe(200);
    const rig = await restarted(first);
    expect((await rig.call('GET', '/api/user/whoami', kept.access)).status).toBe(200);
    expect((await rig.call('GET', '/api/user/whoami', ended.access)).status).toBe(440);
    expect((await rig.call('GET', '/api/user/user/refresh', ended.refresh)).status).toBe(440);
  });

  it('leaves no token in the database', async () => {
    const { login, db } = await start();
    const { access, refresh } = tokens(await login({ deviceId: 'phone-1', Baseurl: 'https://x.example' }));
    const text = JSON.stringify(await db.kysely.selectFrom('session').selectAll().execute());
    expect(text).toContain('phone-1');
    for (const part of [...access.split('.'), ...refresh.split('.')]) expect(text).not.toContain(part);
    expect(JSON.stringify(await db.kysely.selectFrom('user').selectAll().execute())).not.toContain('right');
  });
});

describe('logout', () => {
  it('ends both tokens at once, and the sockets that use them', async () => {
    const { login, call, ended } = await start();
    const { access, refresh } = tokens(await login());
    const other = tokens(await login());
    const answer = await call('DELETE', '/api/user/user/logout', access);
    expect([answer.status, answer.body]).toEqual([200, { status: 'success', message: 'Logged out successfully' }]);
    expect(await call('GET', '/api/user/whoami', access)).toMatchObject({ status: 440, body: { code: 440 } });
    expect((await call('GET', '/api/user/user/refresh', refresh)).status).toBe(440);
    expect((await call('DELETE', '/api/user/user/logout', access)).status).toBe(440);
    expect((await call('GET', '/api/user/whoami', other.access)).status).toBe(200);
    expect(ended).toHaveLength(1);
  });

  it('with an expired token is 401 Token already expired', async () => {
    const { login, call, clock } = await start();
    const { access } = tokens(await login());
    clock.advance(4 * HOUR_MS);
    expect(await call('DELETE', '/api/user/user/logout', access)).toMatchObject({
      status: 401,
      body: { code: 401, message: 'Token already expired' },
    });
  });

  it('names the session’s own device or none', async () => {
    const { login, call } = await start();
    const { access } = tokens(await login({ deviceId: 'phone-1' }));
    const leave = (deviceId: string) => call('DELETE', '/api/user/user/logout', access, { headers: { deviceId } });
    expect(await leave('phone-2')).toMatchObject({ status: 400, body: { code: 400 } });
    expect((await leave('phone-1')).status).toBe(200);
  });
});

describe('refresh', () => {
  const renew = (at: AuthRig, token: string) => at.call('GET', '/api/user/user/refresh', token);

  it('gives a new access token and keeps the refresh token while 7 days are left', async () => {
    const at = await start();
    const { access, refresh } = tokens(await at.login());
    at.clock.advance(7 * DAY_MS);
    const answer = await renew(at, refresh);
    expect(answer.status).toBe(200);
    expect(loginResponse.parse(answer.body).refresh_token).toBe(refresh);
    expect(tokens(answer).access).not.toBe(access);
    expect((await at.call('GET', '/api/user/whoami', tokens(answer).access)).status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('replaces the refresh token below 7 days, and ends the session when the old one comes back', async () => {
    const at = await start();
    const { refresh } = tokens(await at.login());
    at.clock.advance(7 * DAY_MS + 1000);
    const renewed = tokens(await renew(at, refresh));
    expect(renewed.refresh).not.toBe(refresh);
    expect(claimsOf(renewed.refresh).exp).toBe(Math.floor(at.clock.now() / 1000) + 14 * 86_400);
    expect((await renew(at, renewed.refresh)).status).toBe(200);
    expect((await renew(at, refresh)).status).toBe(440);
    expect((await renew(at, renewed.refresh)).status).toBe(440);
    expect((await at.call('GET', '/api/user/whoami', renewed.access)).status).toBe(440);
    expect(at.ended).toHaveLength(1);
    const rig = await restarted(at);
    expect((await renew(rig, renewed.refresh)).status).toBe(440);
  });

  it('replaces a token once when two requests bring it at the same time', async () => {
    const at = await start();
    const { refresh } = tokens(await at.login());
    at.clock.advance(8 * DAY_MS);
    const answers = await Promise.all([renew(at, refresh), renew(at, refresh)]);
    expect(answers.filter(({ status }) => status === 440).length).toBeGreaterThanOrEqual(1);
    const rows = await at.db.kysely.selectFrom('session').select(['status', 'ended_by']).execute();
    expect(rows).toEqual([{ status: 'INACTIVE', ended_by: 'reuse' }]);
  });

  it('keeps the 60 days of a phone, but not past 90 days after its login', async () => {
    const at = await start();
    const { refresh } = tokens(await at.login({ 'X-Platform': 'iOS' }));
    const { iat, exp } = claimsOf(refresh);
    expect(exp).toBe(Number(iat) + 60 * 86_400);
    at.clock.advance(55 * DAY_MS);
    const renewed = tokens(await renew(at, refresh));
    expect(claimsOf(renewed.refresh).exp).toBe(Number(iat) + 90 * 86_400);
  });

  it('ends every session 90 days after its login, however often it was renewed', async () => {
    const at = await start();
    let last = tokens(await at.login());
    for (let day = 8; day < 90; day += 8) {
      at.clock.advance(8 * DAY_MS);
      const answer = await renew(at, last.refresh);
      expect(answer.status, `day ${day}`).toBe(200);
      last = tokens(answer);
    }
    at.clock.advance(2 * DAY_MS - 1000);
    const [access, refresh] = [tokens(await renew(at, last.refresh)).access, last.refresh];
    expect((await at.call('GET', '/api/user/whoami', access)).status).toBe(200);
    at.clock.advance(2000);
    expect(await renew(at, refresh)).toMatchObject({ status: 420, body: { code: 420 } });
    expect(await at.call('GET', '/api/user/whoami', access)).toMatchObject({ status: 420 });
    expect((await at.login()).status).toBe(200);
  });

  it('ends a session for good that was stored with a longer life', async () => {
    const at = await start();
    await at.login({ 'X-Platform': 'Android' });
    at.db.sqlite.prepare('update session set created_at = created_at - ?').run(80 * DAY_MS);
    const rig = await restarted(at);
    const { refresh } = tokens(await rig.login({ 'X-Platform': 'Android' }));
    const sid = String(claimsOf(refresh).sid);
    rig.db.sqlite.prepare('update session set created_at = created_at - ? where id = ?').run(89 * DAY_MS, sid);
    const later = await restarted(rig);
    at.clock.advance(DAY_MS);
    expect(await renew(later, refresh)).toMatchObject({ status: 420 });
  });

  it('refuses in its own order', async () => {
    const at = await start();
    const { access, refresh } = tokens(await at.login());
    expect(await at.ask('/api/user/user/refresh')).toMatchObject({ status: 401, body: { code: 401, reason: 'token' } });
    expect(await at.ask(`/api/user/user/refresh?jwt=${refresh}`)).toMatchObject({ status: 401 });
    expect(await renew(at, access)).toMatchObject({ status: 422, body: { code: 422 } });
    at.clock.advance(5 * HOUR_MS);
    expect((await renew(at, access)).status).toBe(422);
    at.clock.advance(14 * DAY_MS);
    expect(await renew(at, refresh)).toMatchObject({ status: 420, body: { code: 420 } });
  });
});

describe('validateCredentials', () => {
  it('needs a token and opens no session', async () => {
    const { login, call, ask, db } = await start();
    const { access } = tokens(await login());
    const headers = { username: 'asha', password: 'right' };
    const check = (given: Record<string, string>) =>
      call('GET', '/api/user/user/validateCredentials', access, { headers: given });
    expect((await ask('/api/user/user/validateCredentials', { headers })).status).toBe(401);
    expect(await check(headers)).toMatchObject({ status: 200, body: { status: 'success', message: 'Credentials are valid' } });
    expect(codeOf(await check({ ...headers, password: 'wrong' }))).toBe(1401);
    expect((await check({ username: 'asha' })).body).toMatchObject({ code: 1403, message: 'password missing' });
    expect(await db.kysely.selectFrom('session').select('id').execute()).toHaveLength(1);
  });
});
