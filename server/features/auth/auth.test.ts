import { describe, expect, it } from 'vitest';
import { loginResponse } from '../../contract/user/auth.ts';
import { START_MS } from '../../test/authRig.ts';
import { unlimited } from '../../test/httpRig.ts';
import { claimsOf, codeOf, start, stopAfterEach, tokens } from '../../test/signedIn.ts';

stopAfterEach();

describe('login', () => {
  it('answers everything a client needs for its first screen', async () => {
    const { login } = await start();
    const answer = await login({ host: 'localhost:8080' });
    expect(answer.status).toBe(200);
    const body = loginResponse.parse(answer.body);
    expect(body).toMatchObject({
      username: 'asha',
      email: '',
      industryId: 'DEMO',
      industryName: 'DEMO plant',
      leakageEnabled: false,
      websocketUrl: 'ws://localhost:8080/api/user/live',
      permissions: ['ALERTS'],
      timezone: 'Asia/Kolkata',
      shift: { startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' },
      token: `Bearer ${body.access_token}`,
      refreshToken: body.refresh_token,
      services: [{ categoryId: 'SOURCE_CATEGORY', standardCategoryId: 'SOURCE_CATEGORY', displayName: 'Sources', siUnit: 'KL' }],
      categoryUnits: { SOURCE_CATEGORY: [{ id: 'DEMO-W1', displayName: 'Well DEMO-W1' }] },
      startDate: '15/06/2025',
      logo: '',
      type: 'DEFAULT',
      users: [{ username: 'asha', role: 'operator', active: true, email: null }],
    });
    expect(body.categories.SOURCE_CATEGORY?.subCategories[0]).toMatchObject({ id: 'WELLS', units: ['DEMO-W1'] });
    expect(body.units[0]).toMatchObject({ index: 0, unitId: 'DEMO-W1', group: 'Sources' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('that is refused is in the audit log, with its user where the name is known', async () => {
    const { login, audited } = await start();
    await login({ password: 'wrong' });
    await login({ username: 'nobody', password: 'wrong' });
    expect(audited.filter(({ kind }) => kind === 'login')).toMatchObject([
      { outcome: 'refused', industryId: 'DEMO', userId: expect.any(String) },
      { outcome: 'refused', industryId: null, userId: null },
    ]);
  });

  it('lists the people of the industry, as active where they are neither disabled nor inactive', async () => {
    const { login, addUser } = await start();
    await addUser({ username: 'barred', disabled: true });
    await addUser({ username: 'former', active: false });
    await addUser({ username: 'ravi' });
    const { users } = (await login()).body as { users: { username: string; active: boolean }[] };
    expect(users.map(({ username, active }) => `${username} ${active}`).toSorted()).toEqual([
      'asha true',
      'barred false',
      'former false',
      'ravi true',
    ]);
  });

  it('puts the running shift date, which before the shift starts is yesterday’s', async () => {
    const { login, clock } = await start();
    clock.set(Date.parse('2025-06-16T00:29:59Z'));
    expect((await login()).body).toMatchObject({ startDate: '15/06/2025' });
    clock.set(Date.parse('2025-06-16T00:30:00Z'));
    expect((await login()).body).toMatchObject({ startDate: '16/06/2025' });
  });

  it('makes tokens with the claims of the document and their lifetimes', async () => {
    const { login } = await start();
    const { access, refresh } = tokens(await login());
    const second = START_MS / 1000;
    expect(claimsOf(access)).toMatchObject({
      username: 'asha',
      email: '',
      loginType: 'DEFAULT',
      role: 'operator',
      permissions: ['ALERTS'],
      industryId: 'DEMO',
      token_use: 'access',
      iat: second,
      exp: second + 4 * 3600,
    });
    expect(claimsOf(refresh)).toMatchObject({ token_use: 'refresh', exp: second + 14 * 86_400 });
    expect(claimsOf(access).jti).not.toBe(claimsOf(refresh).jti);
  });

  it.each([
    ['Android', 60],
    ['iOS', 60],
    ['ios', 60],
    ['Web', 14],
  ])('on %s gives a refresh token of %i days', async (platform, days) => {
    const { login } = await start();
    const { refresh } = tokens(await login({ 'X-Platform': platform }));
    expect(claimsOf(refresh).exp).toBe(START_MS / 1000 + days * 86_400);
  });

  it.each([
    [{ LoginType: '' }, 400, 1403, 'LoginType missing'],
    [{ LoginType: 'magic' }, 400, 1403, 'LoginType must be one of DEFAULT, sso_tenant, sso_idtoken, otp, external'],
    [{ username: '' }, 400, 1403, 'username missing'],
    [{ password: '' }, 400, 1403, 'password missing'],
    [{ format: 'v9' }, 400, 1403, 'format must be v1'],
    [{ LoginType: 'otp' }, 400, 1403, 'otpTimestamp missing'],
    [{ LoginType: 'SSO_TENANT' }, 400, 1403, 'Authorization missing'],
    [{ password: 'wrong' }, 401, 1401, 'Invalid username or password'],
    [{ username: 'nobody' }, 401, 1401, 'Invalid username or password'],
    [{ username: 'ASHA' }, 401, 1401, 'Invalid username or password'],
    [{ username: 'asha/NORTH' }, 401, 1401, 'Invalid username or password'],
  ])('with %o is answered %i %i', async (headers, http, code, message) => {
    const { login } = await start();
    const answer = await login(headers as Record<string, string>);
    expect([answer.status, answer.body]).toMatchObject([http, { status: 'error', code, message }]);
    expect(answer.headers['x-service-code']).toBe(String(code));
  });

  it.each(['default', 'Default', 'WEB', 'web'])('reads LoginType %s as DEFAULT', async (type) => {
    const { login } = await start();
    expect((await login({ LoginType: type })).body).toMatchObject({ type: 'DEFAULT' });
  });

  it('answers 201 and the tokens alone for external', async () => {
    const { login, call } = await start();
    const answer = await login({ LoginType: 'External' });
    expect(answer.status).toBe(201);
    const body = answer.body as { access_token: string };
    expect(body).toEqual({
      token: `Bearer ${body.access_token}`,
      access_token: body.access_token,
      refresh_token: expect.any(String),
      userId: expect.any(String),
      industryId: 'DEMO',
      expiresIn: 14_400,
      permissions: ['ALERTS'],
    });
    expect((await call('GET', '/api/user/whoami', body.access_token)).body).toMatchObject({ loginType: 'external' });
    expect((await login({ LoginType: 'external', password: 'wrong' })).status).toBe(401);
  });

  it('says that a user or industry is disabled only to who knows the password', async () => {
    const { login, addUser, industries } = await start();
    await addUser({ username: 'former', disabled: true });
    expect(await login({ username: 'former' })).toMatchObject({ status: 403, body: { code: 1405 } });
    expect(codeOf(await login({ username: 'former', password: 'wrong' }))).toBe(1401);
    for (const industry of industries) industry.disabled = industry.id === 'DEMO';
    expect(await login()).toMatchObject({ status: 403, body: { code: 1405, message: 'Industry is disabled' } });
  });

  it('takes percent-encoded secrets', async () => {
    const { login, addUser } = await start();
    await addUser({ username: 'jürgen', password: 'पानी €' });
    const headers = {
      username: encodeURIComponent('jürgen'),
      password: encodeURIComponent('पानी €'),
      'X-Header-Encoding': 'percent',
    };
    expect((await login(headers)).status).toBe(200);
  });

  it('lets an internal user act in an industry that they name, as admin', async () => {
    const { login, addUser, call } = await start();
    await addUser({ username: 'staff', industryId: 'INTERNAL', internal: true });
    const answer = await login({ username: 'staff/NORTH' });
    expect(answer.body).toMatchObject({ industryId: 'NORTH', type: 'admin', leakageEnabled: true });
    expect(claimsOf(tokens(answer).access)).toMatchObject({ industryId: 'NORTH', loginType: 'admin' });
    expect((await call('GET', '/api/user/whoami', tokens(answer).access)).body).toMatchObject({ industryId: 'NORTH' });
    expect((await login({ username: 'staff' })).body).toMatchObject({ industryId: 'INTERNAL' });
    expect(codeOf(await login({ username: 'staff/NOWHERE' }))).toBe(1401);
  });

  it('shares its limit with validateCredentials', async () => {
    const { login, call } = await start({ limits: { ...unlimited, login: [{ max: 3, seconds: 60 }] } });
    const { access } = tokens(await login());
    const check = () =>
      call('GET', '/api/user/user/validateCredentials', access, { headers: { username: 'asha', password: 'wrong' } });
    expect([(await check()).status, (await login()).status, (await check()).status, (await login()).status]).toEqual([
      401, 200, 429, 429,
    ]);
  });

  it('gives a panel its own limit', async () => {
    const limits = { ...unlimited, default: [{ max: 1, seconds: 60 }], panel: [{ max: 3, seconds: 60 }] };
    const { login, call } = await start({ limits });
    const count = async (token: string): Promise<number> => {
      const statuses = [];
      for (let i = 0; i < 5; i += 1) statuses.push((await call('GET', '/api/user/limited', token)).status);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await count(tokens(await login({ 'X-Headworks-Panel': '1' })).access)).toBe(3);
    expect(await count(tokens(await login()).access)).toBe(1);
  });
});

describe('the processor time a login takes', () => {
  it('does not tell whether the user exists', async () => {
    const { logins } = await start();
    const timeOf = async (username: string): Promise<number> => {
      const before = process.cpuUsage();
      await logins.credentials.verify(username, 'wrong', { ip: '127.0.0.1', requestId: 'r' }).catch(() => undefined);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 25; i += 1) {
      known.push(await timeOf('asha'));
      unknown.push(await timeOf('nobody'));
    }
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[12] ?? 0;
    expect(median(unknown)).toBeGreaterThan(0.5 * median(known));
    expect(median(unknown)).toBeLessThan(2 * median(known));
  });
});
