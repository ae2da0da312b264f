import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, bodyOf, hasKeys, refused, type Section } from '../sentence.ts';
import { admin, claimsOf, tokensOf } from './authParts.ts';

const refresh = (plant: ConformancePlant, token: string, headers: Record<string, string> = {}): Promise<Reply> =>
  plant.ask('GET', '/user/refresh', undefined, { headers: { ...bearer(token), ...headers } });

const logOut = (plant: ConformancePlant, token: string, headers: Record<string, string> = {}): Promise<Reply> =>
  plant.ask('DELETE', '/user/logout', undefined, { headers: { ...bearer(token), ...headers } });

export const refreshSection: Section = {
  name: 'GET /user/refresh',
  sentences: [
    [
      'a refresh token gets a new access token with the same claims, in the shape of a login',
      async (at) => {
        const tokens = await tokensOf(at);
        at.clock.advance(1000);
        const body = accepted(await refresh(at, tokens.refresh));
        hasKeys(
          body,
          'access_token',
          'refresh_token',
          'userId',
          'industryId',
          'websocketUrl',
          'units',
          'permissions',
          'leakageEnabled',
        );
        const [before, after] = [claimsOf(tokens.access), claimsOf(body.access_token)];
        expect([after.role, after.permissions, after.loginType]).toEqual([before.role, before.permissions, before.loginType]);
        expect(body.access_token).not.toBe(tokens.access);
      },
    ],
    ['an access token there is 422', async (at) => refused(await refresh(at, (await tokensOf(at)).access), 422)],
    ['no token is refused', async (at) => expect((await at.ask('GET', '/user/refresh')).status).toBeGreaterThanOrEqual(400)],
    [
      'with 7 days or more left the refresh token stays',
      async (at) => {
        const tokens = await tokensOf(at);
        expect(accepted(await refresh(at, tokens.refresh)).refresh_token).toBe(tokens.refresh);
      },
    ],
    [
      'deviceId, Baseurl, X-Platform and format are taken',
      async (at) => {
        accepted(
          await refresh(at, (await tokensOf(at)).refresh, {
            deviceId: 'd',
            Baseurl: 'http://x',
            'X-Platform': 'iOS',
            format: 'v1',
          }),
        );
      },
    ],
  ],
};

export const logoutSection: Section = {
  name: 'DELETE /user/logout',
  sentences: [
    [
      'answers a message and status "success"',
      async (at) => {
        const body = accepted(await logOut(at, (await tokensOf(at)).access));
        expect([typeof body.message, body.status]).toEqual(['string', 'success']);
      },
    ],
    [
      'the token is dead from then on: 440',
      async (at) => {
        const { access } = await tokensOf(at);
        await logOut(at, access);
        refused(await askAt(at.url, '/api/user/common', { headers: bearer(access) }), 440);
      },
    ],
    [
      'other sessions of the user live on',
      async (at) => {
        const [one, other] = [await tokensOf(at), await tokensOf(at)];
        await logOut(at, one.access);
        accepted(await askAt(at.url, '/api/user/common', { headers: bearer(other.access) }));
      },
    ],
    [
      'deviceId scopes it to a session: that of another device is refused with 400',
      async (at) => {
        const { access } = await tokensOf(at, { deviceId: 'mine' });
        refused(await logOut(at, access, { deviceId: 'other' }), 400);
        accepted(await logOut(at, access, { deviceId: 'mine' }));
      },
    ],
    ['without a token it is 401', async (at) => refused(await at.ask('DELETE', '/user/logout'), 401)],
  ],
};

const validate = (plant: ConformancePlant, headers: Record<string, string>): Promise<Reply> =>
  plant.ask('GET', '/user/validateCredentials', 'admin', { headers });

export const validateSection: Section = {
  name: 'GET /user/validateCredentials',
  sentences: [
    [
      'right credentials answer "Credentials are valid" and status "success"',
      async (at) => {
        expect(accepted(await validate(at, admin))).toMatchObject({ message: 'Credentials are valid', status: 'success' });
      },
    ],
    ['no token comes with it', async (at) => expect(bodyOf(await validate(at, admin))).not.toHaveProperty('access_token')],
    ['a wrong password is 1401', async (at) => refused(await validate(at, { ...admin, password: 'x' }), 1401)],
    ['an unknown user is 1401', async (at) => refused(await validate(at, { username: 'nobody', password: 'x' }), 1401)],
    [
      'a disabled user is 1405',
      async (at) => refused(await validate(at, { username: 'disabled', password: 'demo-disabled' }), 1405),
    ],
    ['username is required', async (at) => refused(await validate(at, { password: 'x' }), 1403)],
    ['password is required', async (at) => refused(await validate(at, { username: 'admin' }), 1403)],
    [
      'an internal user may write username/industryId',
      async (at) => void accepted(await validate(at, { username: 'staff/NORTH', password: 'demo-staff' })),
    ],
  ],
};
