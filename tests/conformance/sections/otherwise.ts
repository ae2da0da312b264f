import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { audience, tenant } from '../identityProvider.ts';
import { type ConformancePlant, requestCode } from '../plants.ts';
import { accepted, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { until } from '../until.ts';
import { read } from './accountsParts.ts';
import { type Json, plainEvent, post } from './alertsParts.ts';
import { admin, by } from './authParts.ts';

const plant = async (at: ConformancePlant, method: string, path: string, body?: object): Promise<Reply> =>
  askAt(at.url, `/api/plant${path}`, {
    method,
    headers: { ...bearer((await at.tokensOf('admin')).access_token), 'X-Confirm-Password': 'demo-admin' },
    ...(body && { body }),
  });

/** Takes standard categories from all units that count as one of them. */
const uncount = async (at: ConformancePlant, gone: string, isMeant: (unit: Json) => boolean = () => true): Promise<number> => {
  const units = listOf(accepted(await plant(at, 'GET', '/units')).units).filter(
    (unit) => (unit.standardCategoryIds as string[]).includes(gone) && isMeant(unit),
  );
  for (const { id, ...unit } of units) {
    const standardCategoryIds = (unit.standardCategoryIds as string[]).filter((one) => one !== gone);
    accepted(await plant(at, 'PUT', `/units/${id}`, { ...unit, standardCategoryIds }));
  }
  return units.length;
};

const lineGraph = async (at: ConformancePlant): Promise<Json | undefined> =>
  accepted(await at.get(`/summaryPage?date1=${yesterday}`)).lineGraph as Json | undefined;

const phoneNo = '9555555555';
const email = 'meera@plant.invalid';
const ssoToken = (at: ConformancePlant): Promise<string> =>
  at.provider.token(at.clock.now(), { sub: 'meera', email, email_verified: true });
const byTenant = async (at: ConformancePlant): Promise<Reply> =>
  at.login({ LoginType: 'sso_tenant', Authorization: `Bearer ${await ssoToken(at)}`, tid: tenant });

export const otherwise: Section = {
  name: 'Plants that are set up otherwise',
  sentences: [
    [
      'RO efficiency: the key energy is taken out of a plant without an energy unit',
      async (at) => {
        const plants = async () =>
          listOf((accepted(await at.get(`/roEfficiency?date1=${yesterday}`)).data1 as Json).plants).map((one) =>
            Object.keys(one),
          );
        expect((await plants()).flat()).toContain('energy');
        expect(await uncount(at, 'RO_EFFICIENCY_PLANT', ({ type }) => type === 'energy')).toBe(1);
        const [keys, ...others] = await plants();
        expect(keys).toEqual(expect.arrayContaining(['recoveryPct', 'saltRejectionPct']));
        expect([keys, ...others].flat()).not.toContain('energy');
      },
    ],
    [
      'RO efficiency: 1401 where RO_EFFICIENCY_PLANT is not configured',
      async (at) => {
        expect(await uncount(at, 'RO_EFFICIENCY_PLANT')).toBeGreaterThan(2);
        refused(await at.get(`/roEfficiency?date1=${yesterday}`), 1401);
      },
    ],
    [
      'summary page: each line graph is there only while the industry has its standard category',
      async (at) => {
        const lines = ['rawWaterStock', 'source', 'consumption'];
        expect(Object.keys((await lineGraph(at)) ?? {})).toEqual(lines);
        for (const [gone, key] of [
          ['ID_CONSUMPTION', 'consumption'],
          ['ID_RAW_WATER_STOCK', 'rawWaterStock'],
        ] as const) {
          await uncount(at, gone);
          lines.splice(lines.indexOf(key), 1);
          expect(Object.keys((await lineGraph(at)) ?? {})).toEqual(lines);
        }
        await uncount(at, 'ID_SOURCE');
        expect(await lineGraph(at)).toBeUndefined();
      },
    ],
    [
      'neutrality: 1401 "Category doesn\'t exist" as soon as one of the two categories is not there',
      async (at) => {
        const path = `/neutrality?date1=${yesterday}&date2=${today}`;
        accepted(await at.get(path));
        await uncount(at, 'ID_WATER_CREDITED');
        refused(await at.get(path), 1401, "Category doesn't exist");
      },
    ],
    [
      'push: a token that was registered gets the alerts of later, each phone of a person its own, until it is replaced',
      async (at) => {
        const before = await read(at);
        const { push, ...channels } = before.alerts.channels as Record<string, Json>;
        const alerts = { ...before.alerts, channels: { ...channels, push: { ...push, enabled: true, minPriority: 4 } } };
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...before, alerts } }));
        for (const [device, fcmToken] of [
          ['phone-1', 'token-old'],
          ['phone-1', 'token-new'],
          ['phone-2', 'token-two'],
        ] as const)
          accepted(
            await at.ask('POST', '/notification/register/fcm', 'admin', {
              headers: { 'X-Device-Id': device },
              body: { fcmToken },
            }),
          );
        accepted(await post(at, { ...plainEvent, type: 'by_push', meta: { alertType: 'quality_threshold', value: 1 } }));
        await until(() => at.pushes.length >= 2);
        expect(at.pushes.map(({ token }) => token).toSorted()).toEqual(['token-new', 'token-two']);
        expect(at.pushes[0]?.notification.title).toMatch(/Line 3/);
      },
    ],
    [
      'a stored logo at neither allowed prefix comes out as "", with no error',
      async (at) => {
        await at.whileStopped((tx) =>
          tx.run(
            tx.query
              .updateTable('industry')
              .set({ meta: JSON.stringify({ logo: 'https://elsewhere.invalid/logo.png' }) })
              .where('id', '=', 'NORTH'),
          ),
        );
        const { account } = accepted(await at.get('/accounts/settings', 'north')) as { account: Json };
        expect(account.logo).toBe('');
        expect(accepted(await at.get('/accounts/landingpage', 'north')).AccountSettingPage).toMatchObject({
          account: { logo: '' },
        });
      },
    ],
    [
      'a disabled industry is 1405 at login of each type, otplogin, validateCredentials and refresh, and 420 with a token',
      async (at) => {
        const issuer = { name: 'Directory', issuer: at.provider.issuer, audience, jwksUrl: null, tenantId: tenant };
        accepted(await plant(at, 'POST', '/sso/issuers', issuer), 201);
        const people = { user: [{ phoneNo, active: true, name: 'Field' }], sso: [{ email, role: 'viewer', active: true }] };
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...(await read(at)), ...people } }));
        accepted(await byTenant(at));
        const { code, otpTimestamp } = await requestCode(at, phoneNo);
        const { access_token, refresh_token } = await at.tokensOf('admin');
        await at.whileStopped((tx) => tx.run(tx.query.updateTable('industry').set({ disabled: 1 }).where('id', '=', 'DEMO')));
        refused(await at.login(by('DEFAULT')), 1405);
        refused(await at.login(by('external')), 1405);
        refused(await at.login(by('otp', { username: phoneNo, password: code, otpTimestamp })), 1405);
        refused(await byTenant(at), 1405);
        refused(
          await at.login({ LoginType: 'sso_idtoken', Authorization: `Bearer ${await ssoToken(at)}`, targetIndustryId: 'DEMO' }),
          1405,
        );
        refused(await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: phoneNo } }), 1405);
        refused(await at.ask('GET', '/user/validateCredentials', 'north', { headers: admin }), 1405);
        refused(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(refresh_token) }), 1405);
        refused(await at.ask('GET', '/common', undefined, { headers: bearer(access_token) }), 420);
        refused(await at.login(by('DEFAULT', { ...admin, password: 'wrong' })), 1401);
      },
    ],
    [
      'a disabled industry: no internal user acts in it, and the others go on',
      async (at) => {
        refused(await at.login(by('DEFAULT', { username: 'staff/DEMO', password: 'demo-staff' })), 1405);
        const headers = { targetIndustryId: 'DEMO' };
        for (const path of [`/report?startDate=${yesterday}`, `/report/dailySummary?startDate=${yesterday}`])
          refused(await at.ask('GET', path, 'staff', { headers }), 1405);
        refused(await at.ask('POST', '/alerts', 'staff', { headers, body: plainEvent }), 1405);
        accepted(await at.get('/accounts/settings', 'north'));
      },
    ],
    [
      'allIndustries covers active industries only',
      async (at) => {
        const body = accepted(await at.get(`/alerts/allIndustries?startDate=${today}`, 'staff'));
        expect(Object.keys(body.alertsByIndustry as Json)).toContain('NORTH');
        expect(Object.keys(body.alertsByIndustry as Json)).not.toContain('DEMO');
        expect(body.totalIndustries).toBe(Object.keys(body.alertsByIndustry as Json).length);
      },
    ],
  ],
};
