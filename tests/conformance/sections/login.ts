import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { type ConformancePlant, requestCode } from '../plants.ts';
import { accepted, hasKeys, refused, type Section } from '../sentence.ts';
import { admin, by, claimsOf, tokensOf } from './authParts.ts';

const HOUR = 3600;

const DAY = 24 * HOUR;

const otp = (plant: ConformancePlant, phNumber: string): Promise<Reply> =>
  plant.ask('POST', '/user/otplogin', undefined, { headers: { phNumber } });

export const login: Section = {
  name: 'GET /user/login',
  sentences: [
    ['DEFAULT with the right name and password is 200', async (at) => void accepted(await at.login(by('DEFAULT')))],
    ['a wrong password is 1401', async (at) => refused(await at.login(by('DEFAULT', { ...admin, password: 'x' })), 1401)],
    [
      'a user that nobody knows is 1401',
      async (at) => refused(await at.login(by('DEFAULT', { username: 'nobody', password: 'x' })), 1401),
    ],
    ['without LoginType it is 1403', async (at) => refused(await at.login(admin), 1403)],
    ['a LoginType outside the list is refused', async (at) => refused(await at.login(by('magic')), 1403)],
    ['sso_tenant without Authorization is 1403', async (at) => refused(await at.login(by('sso_tenant', { tid: 't' })), 1403)],
    [
      'sso_tenant without tid is 1403',
      async (at) => refused(await at.login(by('sso_tenant', { Authorization: 'Bearer x' })), 1403),
    ],
    [
      'sso_tenant with a tenant nobody knows is 1404',
      async (at) => refused(await at.login(by('sso_tenant', { Authorization: 'Bearer x.y.z', tid: 'nope' })), 1404),
    ],
    [
      'sso_idtoken with a token that does not verify is refused as 1401',
      async (at) => refused(await at.login(by('sso_idtoken', { Authorization: 'Bearer x.y.z', targetIndustryId: 'DEMO' })), 1401),
    ],
    [
      'a disabled user is 1405',
      async (at) => refused(await at.login(by('DEFAULT', { username: 'disabled', password: 'demo-disabled' })), 1405),
    ],
    [
      'external checks like DEFAULT and answers 201',
      async (at) => {
        hasKeys(accepted(await at.login(by('external')), 201), 'access_token', 'refresh_token', 'userId');
        refused(await at.login(by('external', { ...admin, password: 'x' })), 1401);
      },
    ],
    [
      'an internal user may name the industry to act in as username/industryId',
      async (at) => {
        const body = accepted(await at.login(by('DEFAULT', { username: 'staff/NORTH', password: 'demo-staff' })));
        expect(body.industryId).toBe('NORTH');
      },
    ],
    [
      'nobody else may name another industry',
      async (at) => refused(await at.login(by('DEFAULT', { username: 'admin/NORTH', password: 'demo-admin' })), 1401),
    ],
    [
      'the claims are userId, email, username, loginType, role and permissions',
      async (at) => {
        const { access_token } = accepted(await at.login(by('DEFAULT')));
        hasKeys(claimsOf(access_token), 'userId', 'email', 'username', 'loginType', 'role', 'permissions');
        expect(claimsOf(access_token).loginType).toBe('DEFAULT');
      },
    ],
    [
      'loginType of an internal user is the admin login type',
      async (at) => {
        const { access_token } = accepted(await at.login(by('DEFAULT', { username: 'staff', password: 'demo-staff' })));
        expect(claimsOf(access_token).loginType).toBe('admin');
      },
    ],
    [
      'the answer has the leakage flag and the WebSocket address',
      async (at) => {
        const body = accepted(await at.login(by('DEFAULT')));
        expect([typeof body.leakageEnabled, String(body.websocketUrl).slice(0, 5)]).toEqual(['boolean', 'ws://']);
      },
    ],
    [
      'deviceId, Baseurl, X-Platform and format v1 are taken',
      async (at) => {
        accepted(
          await at.login({ ...by('DEFAULT'), deviceId: 'd1', Baseurl: 'http://plant', 'X-Platform': 'Android', format: 'v1' }),
        );
      },
    ],
    [
      'X-Platform makes the refresh token live longer',
      async (at) => {
        const [plain, mobile] = [await tokensOf(at), await tokensOf(at, { 'X-Platform': 'iOS' })];
        expect(claimsOf(mobile.refresh).exp).toBeGreaterThan(claimsOf(plain.refresh).exp);
      },
    ],
    ['format other than v1 is refused', async (at) => refused(await at.login({ ...by('DEFAULT'), format: 'v9' }), 1403)],
  ],
};

export const otpSection: Section = {
  name: 'POST /user/otplogin',
  sentences: [
    [
      'a registered number gets a message, status "Success" and a whole otpTimestamp',
      async (at) => {
        const body = accepted(await otp(at, '9000000001'));
        expect(body.status).toBe('Success');
        expect(typeof body.message).toBe('string');
        expect(body.otpTimestamp).toBe(Math.floor(at.clock.now() / 1000));
      },
    ],
    [
      'the code goes by SMS to the number with country code 91 before it',
      async (at) => {
        const { code, text } = await requestCode(at, '9000000001');
        expect(text).toMatch(/^\+?919000000001 /);
        expect(code).toHaveLength(6);
      },
    ],
    [
      'a number that nobody registered is 1401 "Unregistered Number"',
      async (at) => refused(await otp(at, '9999999999'), 1401, 'Unregistered Number'),
    ],
    ['without phNumber it is 1403', async (at) => refused(await at.ask('POST', '/user/otplogin'), 1403)],
    [
      'the code with its otpTimestamp opens a session by LoginType otp',
      async (at) => {
        const { otpTimestamp, code } = await requestCode(at, '9000000001');
        const answer = await at.login(by('otp', { username: '9000000001', password: code, otpTimestamp }));
        expect(claimsOf(accepted(answer).access_token).loginType).toBe('otp');
      },
    ],
    [
      'a wrong code is 1401',
      async (at) => {
        const { otpTimestamp } = await requestCode(at, '9000000001');
        refused(await at.login(by('otp', { username: '9000000001', password: '000000', otpTimestamp })), 1401);
      },
    ],
    [
      'a code without a call of otplogin before it is refused',
      async (at) => {
        refused(await at.login(by('otp', { username: '9000000001', password: '123456', otpTimestamp: '1' })), 1401);
      },
    ],
    [
      'a user that was made inactive is unregistered',
      async (at) => {
        const settings = accepted(await at.get('/accounts/settings'));
        const user = [{ phoneNo: '9111111111', active: false, name: 'Gone' }];
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...settings, user } }));
        refused(await otp(at, '9111111111'), 1401, 'Unregistered Number');
      },
    ],
  ],
};

export const loginModel: Section = {
  name: 'Login response',
  sentences: [
    [
      'has every field of LoginResponseModel',
      async (at) => {
        hasKeys(
          accepted(await at.login(by('DEFAULT'))),
          'access_token',
          'refresh_token',
          'userId',
          'email',
          'username',
          'industryId',
          'industryName',
          'leakageEnabled',
          'websocketUrl',
          'categories',
          'units',
          'reports',
          'permissions',
        );
      },
    ],
    [
      'its texts are strings',
      async (at) => {
        const body = accepted(await at.login(by('DEFAULT')));
        for (const key of [
          'access_token',
          'refresh_token',
          'userId',
          'email',
          'username',
          'industryId',
          'industryName',
          'websocketUrl',
        ])
          expect(typeof body[key], key).toBe('string');
      },
    ],
    [
      'categories and reports are objects, units and permissions arrays',
      async (at) => {
        const { categories, reports, units, permissions } = accepted(await at.login(by('DEFAULT')));
        expect([Array.isArray(units), Array.isArray(permissions), Array.isArray(categories), Array.isArray(reports)]).toEqual([
          true,
          true,
          false,
          false,
        ]);
      },
    ],
    [
      'it lists all users of the industry',
      async (at) => {
        const { users } = accepted(await at.login(by('DEFAULT'))) as { users: { username: string }[] };
        expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(['admin', 'operator', 'viewer']));
      },
    ],
    [
      'it lists all units of the industry and none of another',
      async (at) => {
        const { units } = accepted(await at.login(by('DEFAULT'))) as { units: { unitId: string }[] };
        expect(units.length).toBeGreaterThanOrEqual(35);
        expect(units.every(({ unitId }) => unitId.startsWith('demo-'))).toBe(true);
      },
    ],
    [
      'leakageEnabled is true when a unit has stable_flow alerting',
      async (at) => {
        expect(accepted(await at.login(by('DEFAULT'))).leakageEnabled).toBe(true);
      },
    ],
    [
      'an access token lives 4 hours',
      async (at) => {
        const { exp, iat } = claimsOf((await tokensOf(at)).access);
        expect(exp - iat).toBe(4 * HOUR);
      },
    ],
    [
      'a refresh token lives 14 days',
      async (at) => {
        const { exp, iat } = claimsOf((await tokensOf(at)).refresh);
        expect(exp - iat).toBe(14 * DAY);
      },
    ],
  ],
};
