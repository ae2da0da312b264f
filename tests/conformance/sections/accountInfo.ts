import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, hasKeys, refused, type Section, utc } from '../sentence.ts';
import { type Json, read, type Unit, unitOf } from './accountsParts.ts';

const patch = (at: ConformancePlant, ...operations: object[]): Promise<Reply> =>
  at.ask('PATCH', '/accounts/info', 'admin', { body: { operations } });

/** Sets one path of a unit and answers the unit afterwards. */
const set = async (at: ConformancePlant, unitId: string, path: string, value: unknown): Promise<Unit> => {
  const { index } = await unitOf(at, unitId);
  accepted(await patch(at, { path: `/units/${index}/${path}`, value }));
  return await unitOf(at, unitId);
};

export const info: Section = {
  name: 'GET /accounts/info',
  sentences: [
    [
      'is an object of categories, each with a list of units',
      async (at) => {
        for (const units of Object.values(accepted(await at.get('/accounts/info')))) expect(Array.isArray(units)).toBe(true);
      },
    ],
    [
      'the categories come in the fixed order',
      async (at) => {
        const keys = Object.keys(accepted(await at.get('/accounts/info')));
        expect(keys.slice(0, 4)).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'QUALITY_CATEGORY']);
      },
    ],
    [
      'units have unitThreshold, monthlyThreshold and alertEnabled',
      async (at) => {
        const all = Object.values(accepted(await at.get('/accounts/info'))).flat();
        for (const unit of all) hasKeys(unit, 'unitThreshold', 'monthlyThreshold', 'alertEnabled');
      },
    ],
    [
      'maxCapacity is there only where one is set',
      async (at) => {
        const all = Object.values(accepted(await at.get('/accounts/info'))).flat() as Json[];
        const sizes = all.filter((unit) => 'maxCapacity' in unit).map(({ maxCapacity }) => typeof maxCapacity);
        expect(new Set(sizes)).toEqual(new Set(['number']));
        expect(sizes.length).toBeLessThan(all.length);
      },
    ],
    [
      'limits of a tank are one value each',
      async (at) => {
        const tank = await unitOf(at, 'demo-rawTank');
        hasKeys(tank.lowThreshold, 'value');
        hasKeys(tank.highThreshold, 'value');
      },
    ],
    [
      'limits of a quality unit go by parameter',
      async (at) => {
        const { lowThreshold, highThreshold } = await unitOf(at, 'demo-etpQuality');
        hasKeys(lowThreshold, 'ph');
        hasKeys(highThreshold, 'ph');
      },
    ],
    [
      'alertEnabled is one flag for meters and tanks',
      async (at) => {
        for (const id of ['demo-line3', 'demo-rawTank']) expect(typeof (await unitOf(at, id)).alertEnabled).toBe('boolean');
      },
    ],
    [
      'alertEnabled of a quality unit is a map by parameter',
      async (at) => {
        const { alertEnabled } = await unitOf(at, 'demo-etpQuality');
        expect(Object.values(alertEnabled as Json).every((one) => typeof one === 'boolean')).toBe(true);
      },
    ],
  ],
};

export const patchInfo: Section = {
  name: 'PATCH /accounts/info',
  sentences: [
    [
      'unitThreshold of a unit by its index',
      async (at) => expect((await set(at, 'demo-line3', 'unitThreshold', 77)).unitThreshold).toBe(77),
    ],
    [
      'monthlyThreshold',
      async (at) => expect((await set(at, 'demo-line3', 'monthlyThreshold', 2222)).monthlyThreshold).toBe(2222),
    ],
    ['maxCapacity', async (at) => expect((await set(at, 'demo-line3', 'maxCapacity', 888)).maxCapacity).toBe(888)],
    [
      'lowThreshold/value of a tank',
      async (at) => expect((await set(at, 'demo-rawTank', 'lowThreshold/value', 11)).lowThreshold).toEqual({ value: 11 }),
    ],
    [
      'highThreshold/value of a tank',
      async (at) => expect((await set(at, 'demo-rawTank', 'highThreshold/value', 91)).highThreshold).toEqual({ value: 91 }),
    ],
    [
      'lowThreshold/{param} of a quality unit',
      async (at) => expect((await set(at, 'demo-etpQuality', 'lowThreshold/ph', 6)).lowThreshold).toMatchObject({ ph: 6 }),
    ],
    [
      'highThreshold/{param} of a quality unit',
      async (at) => expect((await set(at, 'demo-etpQuality', 'highThreshold/ph', 8)).highThreshold).toMatchObject({ ph: 8 }),
    ],
    [
      'alertEnabled of a meter',
      async (at) => {
        expect((await set(at, 'demo-line3', 'alertEnabled', false)).alertEnabled).toBe(false);
        expect((await set(at, 'demo-line3', 'alertEnabled', true)).alertEnabled).toBe(true);
      },
    ],
    [
      'alertEnabled of a tank',
      async (at) => {
        expect((await set(at, 'demo-rawTank', 'alertEnabled', false)).alertEnabled).toBe(false);
        expect((await set(at, 'demo-rawTank', 'alertEnabled', true)).alertEnabled).toBe(true);
      },
    ],
    [
      'alertEnabled/{param} of a quality unit',
      async (at) => {
        expect((await set(at, 'demo-etpQuality', 'alertEnabled/ph', false)).alertEnabled).toMatchObject({ ph: false });
        await set(at, 'demo-etpQuality', 'alertEnabled/ph', true);
      },
    ],
    [
      'a path of the industry itself is changed directly (departure: from an allow-list)',
      async (at) => {
        accepted(await patch(at, { path: '/industryName', value: 'Patched' }));
        expect((await read(at)).account.industryName).toBe('Patched');
        refused(await patch(at, { path: '/maxUsers', value: 99 }), 1403);
        refused(await patch(at, { path: '/__proto__/x', value: 1 }), 1403);
      },
    ],
    [
      'more than 10 operations are taken, in batches of 10',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        const many = Array.from({ length: 23 }, (_, step) => ({ path: `/units/${index}/unitThreshold`, value: 100 + step }));
        expect(accepted(await patch(at, ...many)).applied).toBe(23);
        expect((await unitOf(at, 'demo-line3')).unitThreshold).toBe(122);
      },
    ],
    [
      'an index outside the list is 1403',
      async (at) => refused(await patch(at, { path: '/units/9999/unitThreshold', value: 1 }), 1403),
    ],
    [
      'an operation of the wrong form is 1403',
      async (at) => {
        refused(await patch(at, { value: 1 }), 1403);
        refused(await at.ask('PATCH', '/accounts/info', 'admin', { body: { operations: 'x' } }), 1403);
        refused(await at.ask('PATCH', '/accounts/info', 'admin', { body: {} }), 1403);
      },
    ],
    [
      'a value of the wrong kind is 1403',
      async (at) => {
        const { index } = await unitOf(at, 'demo-line3');
        refused(await patch(at, { path: `/units/${index}/unitThreshold`, value: 'much' }), 1403);
        refused(await patch(at, { path: `/units/${index}/alertEnabled`, value: 'yes' }), 1403);
      },
    ],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await at.ask('PATCH', '/accounts/info', 'operator', { body: { operations: [] } }), 401),
    ],
  ],
};

export const lastUpdated: Section = {
  name: 'GET /accounts/info/lastupdated and Checkpoint',
  sentences: [
    [
      'a path that nobody changed is an empty success',
      async (at) => expect(Object.keys(accepted(await at.get('/accounts/info/lastupdated?path=/never')))).toEqual(['status']),
    ],
    [
      'a direct change of the industry leaves path, lastupdated and userId',
      async (at) => {
        accepted(await patch(at, { path: '/industryName', value: 'Again' }));
        const body = accepted(await at.get('/accounts/info/lastupdated?path=/industryName'));
        expect([body.path, typeof body.userId]).toEqual(['/industryName', 'string']);
        expect(body.lastupdated).toMatch(utc);
      },
    ],
    [
      'path may be left out',
      async (at) => hasKeys(accepted(await at.get('/accounts/info/lastupdated')), 'path', 'lastupdated', 'userId'),
    ],
  ],
};
