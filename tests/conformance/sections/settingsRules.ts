import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, bodyOf, hasKeys, refused, type Section } from '../sentence.ts';
import { type Json, read, type Settings, unitOf } from './accountsParts.ts';

const save = (at: ConformancePlant, body: object): Promise<Reply> => at.ask('POST', '/accounts/settings', 'admin', { body });
const patch = (at: ConformancePlant, ...operations: object[]): Promise<Reply> =>
  at.ask('PATCH', '/accounts/info', 'admin', { body: { operations } });

const wrong = {
  logo: 'https://elsewhere.invalid/a.png',
  user: [{ name: 'no number' }],
  sso: [{ role: 'viewer' }],
  many: Array.from({ length: 6 }, (_, index) => ({ phoneNo: `95000000${index}0`, active: true, name: 'One' })),
};

export const settingsRules: Section = {
  name: 'POST /accounts/settings: order and limits',
  sentences: [
    [
      'a missing section is said before a wrong logo',
      async (at) => {
        const { account, user, alerts } = await read(at);
        refused(await save(at, { account: { ...account, logo: wrong.logo }, user, alerts }), 1403, 'Reports missing');
      },
    ],
    [
      'a wrong logo is said before a user without phoneNo',
      async (at) => {
        const all = await read(at);
        const account = { ...all.account, logo: wrong.logo };
        refused(await save(at, { ...all, account, user: wrong.user }), 400, 'Invalid logo URL');
      },
    ],
    [
      'a user without phoneNo is said before too many users',
      async (at) => {
        const { message } = bodyOf(await save(at, { ...(await read(at)), user: [...wrong.many, ...wrong.user] }));
        expect(message).not.toMatch(/limit exceeded/);
      },
    ],
    [
      'too many single-sign-on users are 400 "SSO user limit exceeded."',
      async (at) => {
        const sso = Array.from({ length: 11 }, (_, index) => ({
          email: `x${index}@plant.invalid`,
          role: 'viewer',
          active: true,
        }));
        refused(await save(at, { ...(await read(at)), sso }), 400, /^SSO user limit exceeded\./);
      },
    ],
    [
      'users that are not active count to no limit',
      async (at) => {
        const before = await read(at);
        const user = wrong.many.map((one) => ({ ...one, active: false }));
        const after = accepted(await save(at, { ...before, user })) as Settings;
        expect(after.user.filter(({ active }) => active)).toEqual(before.user.filter(({ active }) => active));
      },
    ],
    [
      'phoneNo has digits alone, without a country code',
      async (at) => {
        const all = await read(at);
        for (const phoneNo of ['+919500000001', '95000 00001', 'abc', ''])
          refused(await save(at, { ...all, user: [{ phoneNo, active: true, name: 'One' }] }), 400);
      },
    ],
    [
      'sso may be left out or null',
      async (at) => {
        const { sso: _left, ...rest } = await read(at);
        accepted(await save(at, rest));
        accepted(await save(at, { ...rest, sso: null }));
      },
    ],
    [
      'active is true where it is left out',
      async (at) => {
        const { user } = accepted(
          await save(at, { ...(await read(at)), user: [{ phoneNo: '9511111111', name: 'New' }] }),
        ) as Settings;
        expect(user).toContainEqual(expect.objectContaining({ phoneNo: '9511111111', active: true }));
        accepted(await save(at, { ...(await read(at)), user: [{ phoneNo: '9511111111', name: 'New', active: false }] }));
      },
    ],
    [
      'a section of the wrong kind is refused, never a fault',
      async (at) => {
        const all = await read(at);
        for (const key of ['account', 'user', 'alerts', 'reports', 'sso'] as const)
          for (const value of ['x', 5, true, key === 'user' || key === 'sso' ? {} : []])
            expect((await save(at, { ...all, [key]: value })).status, `${key} ${JSON.stringify(value)}`).toBe(400);
        for (const body of [[], ['x'], {}]) expect((await save(at, body)).status).toBe(400);
      },
    ],
    [
      'the answer is what GET answers next',
      async (at) => expect(accepted(await save(at, await read(at)))).toEqual(await read(at)),
    ],
    [
      'the shift is saved',
      async (at) => {
        const all = await read(at);
        const shift = { startAt: '07:30:00', endAt: '07:29:59', shiftName: 'Day' };
        expect(
          (accepted(await save(at, { ...all, account: { ...all.account, shift } })) as Settings).account.shift,
        ).toMatchObject(shift);
        for (const startAt of ['7:30', '25:00:00', '07:30'])
          refused(await save(at, { ...all, account: { ...all.account, shift: { ...shift, startAt } } }), 1430);
        accepted(await save(at, all));
      },
    ],
    [
      'a unit of measure is one of those that /common lists for the category, and every answer follows it',
      async (at) => {
        const all = await read(at);
        const { standardCategories } = accepted(await at.get('/common')) as { standardCategories: Json[] };
        const choices = standardCategories.find(({ standardCategoryId }) => standardCategoryId === 'SOURCE_CATEGORY')?.siUnits;
        expect(choices).toContain('ML');
        const as = (SOURCE_CATEGORY: string): object => ({ ...all, account: { ...all.account, siUnit: { SOURCE_CATEGORY } } });
        refused(await save(at, as('furlong')), 400, /KL/);
        refused(await patch(at, { path: '/siUnit/SOURCE_CATEGORY', value: 'furlong' }), 1403, /KL/);
        const path = '/deviceData?date1=11/11/2026&category=source&type=HOUR';
        const before = accepted(await at.get(path));
        accepted(await save(at, as('ML')));
        const after = accepted(await at.get(path));
        expect([after.siUnit, accepted(await at.get('/accounts/landingpage')).siUnit]).toEqual(['ML', 'ML']);
        expect(Number(after.total1) * 1000).toBeCloseTo(Number(before.total1), 0);
        accepted(await save(at, as('KL')));
      },
    ],
    [
      'an ETag that is no longer the newest is 409, and nothing is saved',
      async (at) => {
        const { etag } = (await at.get('/accounts/settings')).headers;
        const all = await read(at);
        accepted(await save(at, { ...all, reports: { ...all.reports, includeEstimates: !all.reports.includeEstimates } }));
        const late = await at.ask('POST', '/accounts/settings', 'admin', { body: all, headers: { 'If-Match': String(etag) } });
        refused(late, 409);
        accepted(await save(at, all));
      },
    ],
  ],
};

const asAdmin = async (at: ConformancePlant, path: string, body: object): Promise<Reply> =>
  askAt(at.url, `/api/plant${path}`, { method: 'POST', headers: bearer((await at.tokensOf('admin')).access_token), body });

export const infoRules: Section = {
  name: 'PATCH /accounts/info: batches and checkpoints',
  sentences: [
    [
      'a unit without alert configuration gets one with its first threshold',
      async (at) => {
        const body = {
          name: 'New meter',
          type: 'flow',
          siUnit: 'KL',
          standardCategoryId: 'SOURCE_CATEGORY',
          subCategoryId: 'production',
        };
        const { id, unitId } = accepted(await asAdmin(at, '/units', body), 201);
        const { index } = await unitOf(at, String(id ?? unitId));
        accepted(
          await patch(
            at,
            { path: `/units/${index}/unitThreshold`, value: 12 },
            { path: `/units/${index}/alertEnabled`, value: true },
          ),
        );
        expect(await unitOf(at, String(id ?? unitId))).toMatchObject({
          unitThreshold: 12,
          alertEnabled: true,
          isDeployed: true,
          standardCategoryId: 'SOURCE_CATEGORY',
        });
      },
    ],
    [
      'the answer says what became of each operation, in their order',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        const paths = [`/units/${index}/monthlyThreshold`, `/units/${index}/unitThreshold`];
        const body = accepted(await patch(at, ...paths.map((path, step) => ({ path, value: 3000 - step * 2000 })))) as {
          results: Json[];
        };
        hasKeys(body, 'status', 'message', 'applied', 'failed', 'lastupdated');
        expect(body.results).toEqual(paths.map((path) => ({ path, ok: true })));
      },
    ],
    [
      'a path that is refused leaves nothing of the request applied',
      async (at) => {
        const { index, unitThreshold } = await unitOf(at, 'demo-line3');
        refused(await patch(at, { path: `/units/${index}/unitThreshold`, value: 1 }, { path: '/units/x', value: 1 }), 1403);
        expect((await unitOf(at, 'demo-line3')).unitThreshold).toBe(unitThreshold);
      },
    ],
    [
      'limits that contradict each other are 400 (departure), with the path of the operation',
      async (at) => {
        const { index } = await unitOf(at, 'demo-etpQuality');
        const path = `/units/${index}/lowThreshold/ph`;
        const reply = await patch(at, { path, value: 13.5 });
        refused(reply, 400);
        expect((reply.body as { errors: Json[] }).errors.map((one) => one.path)).toEqual([path]);
      },
    ],
    [
      'a change of a unit’s limits is no change of the industry itself: it leaves no checkpoint',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        accepted(await patch(at, { path: `/units/${index}/unitThreshold`, value: 99 }));
        const body = accepted(await at.get(`/accounts/info/lastupdated?path=/units/${index}/unitThreshold`));
        expect(Object.keys(body)).toEqual(['status']);
      },
    ],
    [
      'indices are those of GET /accounts/info: whole numbers of the list',
      async (at) => {
        for (const index of ['-1', '1.5', 'x', '', '00', '1e1'])
          refused(await patch(at, { path: `/units/${index}/unitThreshold`, value: 1 }), 1403);
      },
    ],
    [
      'a limit is a number of at least 0; null takes it away',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        for (const value of [-1, '5', true, [], {}])
          refused(await patch(at, { path: `/units/${index}/unitThreshold`, value }), 1403);
        accepted(await patch(at, { path: `/units/${index}/maxCapacity`, value: null }));
        expect(await unitOf(at, 'demo-line3')).not.toHaveProperty('maxCapacity');
      },
    ],
    [
      'value may not be left out',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        refused(await patch(at, { path: `/units/${index}/unitThreshold` }), 1403);
      },
    ],
    [
      'a parameter that the unit does not measure is 1403',
      async (at) => {
        const { index } = await unitOf(at, 'demo-etpQuality');
        for (const path of ['lowThreshold/arsenic', 'alertEnabled/arsenic'])
          refused(await patch(at, { path: `/units/${index}/${path}`, value: path.startsWith('alert') ? true : 1 }), 1403);
      },
    ],
  ],
};
