import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { type ConformancePlant, requestCode } from '../plants.ts';
import { accepted, listOf, refused, type Section } from '../sentence.ts';
import { read } from './accountsParts.ts';
import { by, claimsOf, tokensOf } from './authParts.ts';

/** The plant API as the admin, whose password stands beside what grants rights. */
const plant = async (at: ConformancePlant, method: string, path: string, body?: object): Promise<Reply> =>
  askAt(at.url, `/api/plant${path}`, {
    method,
    headers: { ...bearer((await at.tokensOf('admin')).access_token), 'X-Confirm-Password': 'demo-admin' },
    ...(body && { body }),
  });

const password = 'quiet harbour 71';
const phoneNo = '9444444444';
const ravi = { username: 'ravi', password };

/** Disables or enables a user by name or phone number. */
const setDisabled = async (
  at: ConformancePlant,
  matches: (user: Record<string, unknown>) => boolean,
  disabled: boolean,
): Promise<void> => {
  const { users } = accepted(await plant(at, 'GET', '/users')) as { users: Record<string, unknown>[] };
  const found = users.find(matches);
  accepted(await plant(at, 'PATCH', `/users/${found?.id}`, { disabled }));
};
const isRavi = ({ username }: Record<string, unknown>): boolean => username === 'ravi';
const withPhone = ({ name }: Record<string, unknown>): boolean => name === 'Field phone';

export const sessionStates: Section = {
  name: 'Session states',
  sentences: [
    [
      'a login keeps deviceId and Baseurl with the session',
      async (at) => {
        const { access } = await tokensOf(at, { deviceId: 'tablet-7', Baseurl: 'http://panel.plant' });
        const { sessions } = accepted(await askAt(at.url, '/api/plant/me/sessions', { headers: bearer(access) })) as {
          sessions: Record<string, unknown>[];
        };
        expect(sessions).toContainEqual(expect.objectContaining({ deviceId: 'tablet-7', baseUrl: 'http://panel.plant' }));
      },
    ],
    [
      'a refresh carries over each claim of the session',
      async (at) => {
        const tokens = await tokensOf(at);
        at.clock.advance(1000);
        const { access_token } = accepted(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(tokens.refresh) }));
        const [before, after] = [claimsOf(tokens.access), claimsOf(access_token)].map((claims) => ({
          ...claims,
          iat: 0,
          exp: 0,
          jti: '',
        }));
        expect(after).toEqual(before);
      },
    ],
    [
      'a refresh of a session that was logged out is 440',
      async (at) => {
        const { access, refresh } = await tokensOf(at);
        accepted(await at.ask('DELETE', '/user/logout', undefined, { headers: bearer(access) }));
        refused(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(refresh) }), 440);
        refused(await at.ask('DELETE', '/user/logout', undefined, { headers: bearer(access) }), 440);
      },
    ],
    [
      'a user who is disabled is 1405 at login, validateCredentials and refresh, and 420 with a token',
      async (at) => {
        accepted(await plant(at, 'POST', '/users', { ...ravi, role: 'viewer' }), 201);
        const { access_token, refresh_token } = accepted(await at.login(by('DEFAULT', ravi))) as Record<string, string>;
        await setDisabled(at, isRavi, true);
        refused(await at.login(by('DEFAULT', ravi)), 1405);
        refused(await at.login(by('external', ravi)), 1405);
        refused(await at.ask('GET', '/user/validateCredentials', 'admin', { headers: ravi }), 1405);
        refused(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(String(refresh_token)) }), 1405);
        refused(await at.ask('GET', '/common', undefined, { headers: bearer(String(access_token)) }), 420);
      },
    ],
    [
      'a wrong password of a disabled user is 1401',
      async (at) => refused(await at.login(by('DEFAULT', { ...ravi, password: 'x' })), 1401),
    ],
    [
      'once enabled again the user logs in; the sessions of before stay ended',
      async (at) => {
        await setDisabled(at, isRavi, false);
        accepted(await at.login(by('DEFAULT', ravi)));
      },
    ],
    [
      'a disabled user with a phone number is 1405 at otplogin, and at login with a code',
      async (at) => {
        const user = [{ phoneNo, active: true, name: 'Field phone' }];
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...(await read(at)), user } }));
        const { otpTimestamp, code } = await requestCode(at, phoneNo);
        await setDisabled(at, withPhone, true);
        at.clock.advance(1000);
        refused(await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: phoneNo } }), 1405);
        refused(await at.login(by('otp', { username: phoneNo, password: code, otpTimestamp })), 1405);
        await setDisabled(at, withPhone, false);
        const off = [{ phoneNo, active: false, name: 'Field phone' }];
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...(await read(at)), user: off } }));
      },
    ],
    [
      'a logout names the message and no other session',
      async (at) => {
        const { access } = await tokensOf(at, { deviceId: 'tablet-8' });
        const { sessions } = accepted(await askAt(at.url, '/api/plant/me/sessions', { headers: bearer(access) })) as {
          sessions: object[];
        };
        accepted(await at.ask('DELETE', '/user/logout', undefined, { headers: bearer(access) }));
        const { access: other } = await tokensOf(at);
        const after = accepted(await askAt(at.url, '/api/plant/me/sessions', { headers: bearer(other) }));
        expect(listOf(after.sessions)).toHaveLength(sessions.length);
      },
    ],
  ],
};

export const tokenRules: Section = {
  name: 'Tokens on a request',
  sentences: [
    [
      'a header and a jwt that differ are 400, the same twice is not',
      async (at) => {
        const [admin, viewer] = [await at.tokensOf('admin'), await at.tokensOf('viewer')];
        refused(await at.get(`/common?jwt=${viewer.access_token}`), 400);
        accepted(await at.get(`/common?jwt=${admin.access_token}`));
      },
    ],
    [
      'the scheme Bearer is read without regard to case, another one is not',
      async (at) => {
        const { access_token } = await at.tokensOf('viewer');
        const by = (authorization: string): Promise<Reply> => at.ask('GET', '/common', undefined, { headers: { authorization } });
        accepted(await by(`bearer ${access_token}`));
        refused(await by(`Basic ${access_token}`), 401);
        refused(await by(String(access_token)), 401);
      },
    ],
    [
      '420 and 440 come with WWW-Authenticate, and 401 says whether it was the token or a permission',
      async (at) => {
        const { access } = await tokensOf(at);
        accepted(await at.ask('DELETE', '/user/logout', undefined, { headers: bearer(access) }));
        const ended = await at.ask('GET', '/common', undefined, { headers: bearer(access) });
        refused(ended, 440);
        expect(ended.headers['www-authenticate']).toMatch(/^Bearer/);
        expect((await at.ask('GET', '/common')).body).toMatchObject({ reason: 'token' });
        expect((await at.get('/accounts/settings', 'viewer')).body).toMatchObject({ reason: 'permission' });
      },
    ],
    [
      'a ticket or token of one kind opens nothing of the other: refresh takes no access token, the API no refresh token',
      async (at) => {
        const { access, refresh } = await tokensOf(at);
        refused(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(access) }), 422);
        refused(await at.ask('GET', `/common?jwt=${refresh}`), 401);
      },
    ],
    [
      'LoginType is read without regard to case',
      async (at) => {
        for (const LoginType of ['default', 'Default', 'EXTERNAL'])
          expect([200, 201]).toContain((await at.login(by(LoginType))).status);
      },
    ],
    [
      'what a LoginType needs is 1403 where it is missing, with its name',
      async (at) => {
        refused(await at.login({ LoginType: 'DEFAULT', password: 'x' }), 1403, 'username missing');
        refused(await at.login({ LoginType: 'DEFAULT', username: 'admin' }), 1403, 'password missing');
        refused(await at.login({ LoginType: 'otp', username: phoneNo, password: '1' }), 1403, 'otpTimestamp missing');
        refused(await at.login({ LoginType: 'sso_idtoken', targetIndustryId: 'DEMO' }), 1403, 'Authorization missing');
        refused(await at.login({ LoginType: 'sso_idtoken', Authorization: 'Bearer x' }), 1403, 'targetIndustryId missing');
        refused(await at.login({ username: 'admin', password: 'x' }), 1403, 'LoginType missing');
      },
    ],
    [
      'X-Platform Android or iOS makes the refresh token live longer, and nothing else does',
      async (at) => {
        const lifeOf = async (more: Record<string, string>): Promise<number> => {
          const { exp, iat } = claimsOf((await tokensOf(at, more)).refresh);
          return exp - iat;
        };
        const plain = await lifeOf({});
        for (const platform of ['Android', 'iOS']) expect(await lifeOf({ 'X-Platform': platform })).toBeGreaterThan(plain);
        expect(await lifeOf({ 'X-Platform': 'Windows' })).toBe(plain);
      },
    ],
  ],
};
