import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { audience, tenant } from '../identityProvider.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, refused, type Section } from '../sentence.ts';
import { read } from './accountsParts.ts';
import { claimsOf } from './authParts.ts';

const email = 'meera@plant.invalid';
type Person = { sub: string; email: string; email_verified: boolean };
const meera: Person = { sub: 'meera', email, email_verified: true };

const tokenOf = (at: ConformancePlant, person: Person = meera, key: 'own' | 'other' = 'own'): Promise<string> =>
  at.provider.token(at.clock.now(), person, key);
const byTenant = async (at: ConformancePlant, token: string, tid = tenant): Promise<Reply> =>
  at.login({ LoginType: 'sso_tenant', Authorization: `Bearer ${token}`, tid });
const byIndustry = async (at: ConformancePlant, token: string, targetIndustryId = 'DEMO'): Promise<Reply> =>
  at.login({ LoginType: 'sso_idtoken', Authorization: `Bearer ${token}`, targetIndustryId });

/** Adds the user, or changes it: in use or not. */
const save = async (at: ConformancePlant, active: boolean): Promise<void> => {
  const sso = [{ email, role: 'supervisor', active }];
  accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...(await read(at)), sso } }));
};

export const singleSignOn: Section = {
  name: 'Login by an identity provider',
  sentences: [
    [
      'an industry names a provider, and adds a user by e-mail address and role',
      async (at) => {
        const headers = {
          ...bearer((await at.tokensOf('admin')).access_token),
          'X-Confirm-Password': 'demo-admin',
        };
        const body = { name: 'Directory', issuer: at.provider.issuer, audience, jwksUrl: null, tenantId: tenant };
        accepted(await askAt(at.url, '/api/plant/sso/issuers', { method: 'POST', headers, body }), 201);
        await save(at, true);
      },
    ],
    [
      'sso_tenant: the token is checked by the keys of the tenant’s provider',
      async (at) => {
        expect(accepted(await byTenant(at, await tokenOf(at))).industryId).toBe('DEMO');
        refused(await byTenant(at, await tokenOf(at, meera, 'other')), 1401);
      },
    ],
    ['sso_tenant: a tenant that nobody has is 1404', async (at) => refused(await byTenant(at, await tokenOf(at), 'other'), 1404)],
    [
      'sso_idtoken: the token opens the industry that is named in targetIndustryId',
      async (at) => {
        expect(accepted(await byIndustry(at, await tokenOf(at))).industryId).toBe('DEMO');
        refused(await byIndustry(at, await tokenOf(at), 'NORTH'), 1401);
        refused(await byIndustry(at, await tokenOf(at, meera, 'other')), 1401);
      },
    ],
    [
      'an e-mail address that is not registered is 1401, and the message says so',
      async (at) => {
        const eve = { sub: 'eve', email: 'eve@plant.invalid', email_verified: true };
        refused(await byTenant(at, await tokenOf(at, eve)), 1401, /eve@plant\.invalid.*not authorized/);
      },
    ],
    [
      'the claims have the login type and the role of the user',
      async (at) => {
        const claims = claimsOf(accepted(await byTenant(at, await tokenOf(at))).access_token);
        expect([claims.loginType, claims.role]).toEqual(['sso_tenant', 'supervisor']);
        expect(claimsOf(accepted(await byIndustry(at, await tokenOf(at))).access_token).loginType).toBe('sso_idtoken');
      },
    ],
    [
      'a user whom an admin added inherits the permissions of that admin (departure: but those that are given by name)',
      async (at) => {
        const { permissions } = accepted(await byTenant(at, await tokenOf(at))) as { permissions: string[] };
        const creator = accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })) as {
          permissions: string[];
        };
        const byName = ['PLC_WRITE', 'RELAY_CONTROL', 'COMMISSIONING', 'SYSTEM', 'AUDIT'];
        expect(permissions.toSorted()).toEqual(creator.permissions.filter((one) => !byName.includes(one)).toSorted());
      },
    ],
    [
      'a role is required wherever such a user is added, so nobody is without one (departure: none becomes ground_staff)',
      async (at) => {
        for (const role of ['', null, undefined]) {
          const sso = [{ email: 'rahul@plant.invalid', role, active: true }];
          refused(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...(await read(at)), sso } }), 400);
        }
      },
    ],
    [
      'one who is submitted as not active loses all sessions, and cannot log in',
      async (at) => {
        const sessions = [await byTenant(at, await tokenOf(at)), await byIndustry(at, await tokenOf(at))];
        await save(at, false);
        for (const one of sessions)
          refused(await at.ask('GET', '/common', undefined, { headers: bearer(String(accepted(one).access_token)) }), 440);
        refused(await byTenant(at, await tokenOf(at)), 1401);
        await save(at, true);
        accepted(await byTenant(at, await tokenOf(at)));
      },
    ],
  ],
};
