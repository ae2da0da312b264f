import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../test/httpRig.ts';
import { eachFresh, type Info, info, PATH, patch, rig, start, unitAt } from '../../test/infoRig.ts';

const OTHER = 3;

/** For tests that leave nothing behind. */
const shared = (): void => {
  beforeAll(start);
  afterAll(() => rig.stop());
};

const stored = (): unknown =>
  rig.rows(
    "select * from unit union all select id, id, name, meta, version, joined_at, disabled, max_users, max_sso_users, currency, 0, 0, 0, 0 from industry where id = 'DEMO'",
  );

const told = ({ status, body }: Reply) => ({ status, code: (body as { code?: number }).code });

describe('the info of an account', () => {
  eachFresh();
  it('lists units by category in the fixed order, each with its place in the list', async () => {
    const answer = await info();
    expect(Object.keys(answer)).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'QUALITY_CATEGORY']);
    expect(Object.values(answer).map((list) => list.map(({ index, unitId }) => `${index} ${unitId}`))).toEqual([
      ['0 unit-0', '2 unit-2', '3 unit-3'],
      ['1 unit-1'],
      [],
      [],
    ]);
    expect(await unitAt(OTHER)).toMatchObject({ group: 'Consumption Points', alertEnabled: false, unitThreshold: null });
  });

  it('shows nothing of another industry', async () => {
    await rig.addUser('kavita', { industryId: 'NORTH' });
    const token = await rig.login('kavita');
    const { body } = await rig.call('GET', PATH, { token });
    expect(Object.values(body as Info).flat()).toEqual([]);
  });
});

describe('what is refused with 1403, audited, and changes nothing', () => {
  shared();
  it.each<[string, unknown]>([
    ['/industryId', 'NORTH'],
    ['/id', 'NORTH'],
    ['/maxUsers', 500],
    ['/maxSsoUsers', 500],
    ['/disabled', true],
    ['/permissions', ['SYSTEM']],
    ['/meta/logo', 'https://evil.example/x.png'],
    ['/meta/siUnit', {}],
    ['/meta/ssoIssuer', 'https://evil.example'],
    ['/meta/a/b', 1],
    ['/meta/__proto__', { polluted: true }],
    ['/meta/constructor', 1],
    ['/meta/prototype', 1],
    ['/__proto__/polluted', true],
    ['/constructor/prototype/polluted', true],
    ['/shift', {}],
    ['/shift/validFrom', '2020-01-01'],
    ['/siUnit/toString', 'x'],
    ['/siUnit/SOURCE_CATEGORY', 'furlong'],
    ['/siUnit/STOCK_CATEGORY', 'kWh'],
    ['/units/0/siUnit', 'furlong'],
    ['/units', []],
    ['/units/length', 0],
    ['/units/0', {}],
    ['/units/4/unitThreshold', 1],
    ['/units/4294967294/unitThreshold', 1],
    ['/units/-1/unitThreshold', 1],
    ['/units/00/unitThreshold', 1],
    ['/units/1e0/unitThreshold', 1],
    ['/units/__proto__/unitThreshold', 1],
    ['/units/0/unitId', 'unit-9'],
    ['/units/0/industryId', 'NORTH'],
    ['/units/0/type', 'stock'],
    ['/units/0/unitType', 'stock'],
    ['/units/0/alertEnabled/ph', true],
    ['/units/0/alertEnabled/*', true],
    ['/units/2/alertEnabled', true],
    ['/units/2/lowThreshold/value', 1],
    ['/units/2/lowThreshold/*', 1],
    ['/units/2/lowThreshold/iron', 1],
    ['/units/2/lowThreshold/toString', 1],
    ['/units/2/lowThreshold/__proto__', 1],
    ['/units/0/meta/meter', {}],
    ['/units/0/meta/params', {}],
    ['/units/0/meta/alertEnabled', {}],
    ['/units/0/meta/__proto__', {}],
    ['/units/0/unitThreshold/', 1],
    ['/units//unitThreshold', 1],
    ['/units/0/unitThreshold~1x', 1],
    ['/units/0/unitThreshold', '12'],
    ['/units/0/unitThreshold', -1],
    ['/units/0/unitThreshold', 1e99],
    ['/units/0/alertEnabled', 'yes'],
    ['/units/0/unitName', ''],
    ['/units/0/unitName', { a: 1 }],
    ['/units/0/order', 1.5],
    ['/industryName', null],
    ['/timezone', 5],
    ['/shift/startAt', '6 am'],
    ['/meta/note', 'x'.repeat(5000)],
  ])('%s with %j', async (path, value) => {
    const audited = rig.audited('info.change').length;
    const before = stored();
    const reply = await patch([
      { path: '/industryName', value: 'Not this' },
      { path, value },
    ]);
    expect(told(reply)).toEqual({ status: 400, code: 1403 });
    expect(stored()).toEqual(before);
    const entries = rig.audited('info.change');
    expect(entries).toHaveLength(audited + 1);
    expect(entries.at(-1)).toMatchObject({ outcome: 'refused', user_id: rig.ids.get('asha') });
  });

  it.each([
    ['no body', undefined],
    ['a list', []],
    ['no operations', {}],
    ['none', { operations: [] }],
    ['no list', { operations: 'all' }],
    ['no path', { operations: [{ value: 1 }] }],
    ['no value', { operations: [{ path: '/industryName' }] }],
    ['an operation that is null', { operations: [null] }],
    ['a path of 300 characters', { operations: [{ path: `/${'a'.repeat(300)}`, value: 1 }] }],
    ['a trial that there is not', { operations: [{ path: '/industryName', value: 'x' }], dryRun: true }],
    ['an operation of another kind', { operations: [{ op: 'test', path: '/industryName', value: 'x' }] }],
    ['a condition that nothing reads', { operations: [{ path: '/industryName', value: 'x', was: 'y' }] }],
    ['501 operations', { operations: Array.from({ length: 501 }, () => ({ path: '/industryName', value: 'x' })) }],
  ])('%s', async (_, body) => {
    expect(told(await rig.call('PATCH', PATH, body === undefined ? {} : { body }))).toEqual({ status: 400, code: 1403 });
  });

  it('keys in a value that reach a prototype', async () => {
    const body = `{"operations":[{"path":"/meta/note","value":{"a":[{"__proto__":{"polluted":1}}]}}]}`;
    const reply = await rig.call('PATCH', PATH, { body, headers: { 'content-type': 'application/json' } });
    expect(told(reply)).toEqual({ status: 400, code: 1403 });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('anybody without ACCOUNT_SETTINGS', async () => {
    await rig.addUser('ravi');
    const reply = await patch([{ path: '/industryName', value: 'x' }], { token: await rig.login('ravi') });
    expect(reply).toMatchObject({ status: 401, body: { code: 401, reason: 'permission' } });
  });
});

describe('one threshold for every consumption point', () => {
  eachFresh();
  const THRESHOLD = '/accounts/allUnitThresholdUpdate';
  const limits = (): unknown[] => rig.plant.directory.units('DEMO').map(({ meta }) => meta.unitThreshold);

  it('is set on the units of that group of the source category, and on no others', async () => {
    const reply = await rig.call('GET', `${THRESHOLD}?newThreshold=42`);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Unit threshold updated successfully', status: 'success' } });
    expect(limits()).toEqual([undefined, undefined, undefined, 42]);
    expect(rig.audited('unit.threshold')).toMatchObject([{ subject: 'unit-3/unitThreshold', before: 'null', after: '42' }]);
  });

  it('changes nothing without a number', async () => {
    const before = stored();
    expect((await rig.call('GET', THRESHOLD)).body).toEqual({
      status: 'success',
      message: 'Unit threshold updated successfully',
    });
    expect(stored()).toEqual(before);
  });

  it.each(['', '%20', '1.5', '-3', 'many', '12abc', 'NaN', '1e13'])('refuses %s with 1403', async (wanted) => {
    expect(told(await rig.call('GET', `${THRESHOLD}?newThreshold=${wanted}`))).toEqual({ status: 400, code: 1403 });
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }])(
    'refuses a request with %j',
    async (headers) => {
      expect((await rig.call('GET', `${THRESHOLD}?newThreshold=9`, { headers: headers as Record<string, string> })).status).toBe(
        400,
      );
      expect(limits()).toEqual([undefined, undefined, undefined, undefined]);
    },
  );

  it('needs ACCOUNT_SETTINGS', async () => {
    await rig.addUser('ravi');
    const reply = await rig.call('GET', `${THRESHOLD}?newThreshold=9`, { token: await rig.login('ravi') });
    expect(reply).toMatchObject({ status: 401, body: { reason: 'permission' } });
  });
});

describe('the landing page', () => {
  eachFresh();
  it('has the settings only for those who may change them', async () => {
    await rig.addUser('ravi');
    const { body } = await rig.call('GET', '/accounts/landingpage');
    expect(body).toMatchObject({
      AccountSettingPage: { account: { industryName: 'Plant DEMO' } },
      meta: {
        categories: [
          { categoryId: 'SOURCE_CATEGORY', name: 'Source', order: 0 },
          { categoryId: 'STOCK_CATEGORY', name: 'Tanks', order: 1 },
        ],
      },
      siUnit: 'KL',
      joiningDate: '1970-01-01T00:00:00.000Z',
    });
    expect((body as { AccountInfoPage: Info }).AccountInfoPage).toEqual(await info());
    const other = await rig.call('GET', '/accounts/landingpage', { token: await rig.login('ravi') });
    expect(Object.keys(other.body as object)).not.toContain('AccountSettingPage');
  });

  it('and the joined date are there for everybody', async () => {
    await rig.addUser('ravi');
    const { body } = await rig.call('GET', '/accounts/joinedDate', { token: await rig.login('ravi') });
    expect(body).toEqual({ joinedDate: '1970-01-01T00:00:00.000Z' });
  });
});
