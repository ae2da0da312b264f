import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnitInfo } from '../../contract/model/units.ts';
import { type AccountsRig, startAccounts } from '../../test/accountsRig.ts';
import { METER, someUnit } from '../../test/configuredPlant.ts';
import type { Ask, Reply } from '../../test/httpRig.ts';

type Info = Record<string, UnitInfo[]>;
type Patched = { status: string; applied: number; failed: number; results: { path: string; ok: boolean; error?: string }[] };

const FLOW = 0;
const TANK = 1;
const QUALITY = 2;
const OTHER = 3;

let rig: AccountsRig;
const units: string[] = [];
const start = async (): Promise<void> => {
  rig = await startAccounts();
  const { categories, units: service } = rig.plant;
  const add = async (spec: Record<string, unknown>): Promise<void> => {
    const { id } = await service.create('DEMO', someUnit({ position: units.length, ...spec }), `unit-${units.length}`);
    units.push(id);
  };
  units.length = 0;
  const stock = { displayName: 'Tanks', standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL', enabled: true, position: 1 };
  const { id: categoryId } = await categories.create('DEMO', stock);
  await categories.createSub('DEMO', { categoryId, displayName: 'Tanks', group: 'Storage', enabled: true, position: 0 }, 'tanks');
  const use = { categoryId: 'SOURCE_CATEGORY', displayName: 'Use', group: 'Consumption Points', enabled: true, position: 2 };
  await categories.createSub('DEMO', use, 'use');
  await add({});
  await add({ subCategoryId: 'tanks', type: 'stock', standardCategoryId: 'STOCK_CATEGORY', meta: {} });
  const params = { ph: { name: 'pH', unit: 'pH', lt: null, ht: null }, tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 500 } };
  await add({ type: 'quality', standardCategoryId: 'QUALITY_CATEGORY', meta: { params } });
  await add({ subCategoryId: 'use', name: 'Canteen' });
};
const eachFresh = (): void => {
  beforeEach(start);
  afterEach(() => rig.stop());
};
/** For tests that leave nothing behind. */
const shared = (): void => {
  beforeAll(start);
  afterAll(() => rig.stop());
};

const PATH = '/accounts/info';
const patch = (operations: unknown, asked: Ask & { token?: string } = {}): Promise<Reply> =>
  rig.call('PATCH', PATH, { body: { operations } as object, ...asked });
const set = (path: string, value: unknown): Promise<Reply> => patch([{ path, value }]);
const info = async (): Promise<Info> => (await rig.call('GET', PATH)).body as Info;
const unitAt = async (index: number): Promise<UnitInfo | undefined> =>
  Object.values(await info())
    .flat()
    .find((unit) => unit.index === index);
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

describe('a path of the alert configuration', () => {
  eachFresh();
  it.each<[string, unknown, Record<string, unknown>]>([
    [`/units/${FLOW}/unitThreshold`, 120.5, { unitThreshold: 120.5 }],
    [`units/${FLOW}/monthlyThreshold`, 3000, { monthlyThreshold: 3000 }],
    [`/units/${FLOW}/unitThreshold`, 0, { unitThreshold: 0 }],
    [`/units/${FLOW}/maxCapacity`, 400, { maxCapacity: 400 }],
    [`/units/${FLOW}/alertEnabled`, true, { alertEnabled: true }],
    [`/units/${TANK}/lowThreshold/value`, 10, { lowThreshold: { value: 10 } }],
    [`/units/${TANK}/highThreshold/value`, 95, { highThreshold: { value: 95 } }],
    [`/units/${TANK}/alertEnabled`, true, { alertEnabled: true }],
    [`/units/${QUALITY}/lowThreshold/ph`, 6.5, { lowThreshold: { ph: 6.5, tds: null } }],
    [`/units/${QUALITY}/highThreshold/tds`, null, { highThreshold: { ph: null, tds: null } }],
    [`/units/${QUALITY}/alertEnabled/ph`, true, { alertEnabled: { ph: true, tds: false } }],
  ])('%s takes %s', async (path, value, expected) => {
    const reply = await set(path, value);
    expect(reply.status).toBe(200);
    const normal = `/${path.replace(/^\//, '')}`;
    expect(reply.body).toMatchObject({ status: 'success', applied: 1, failed: 0, results: [{ path: normal, ok: true }] });
    expect(await unitAt(Number(normal.split('/')[2]))).toMatchObject(expected);
    expect(rig.rows('select * from checkpoint')).toEqual([]);
    const index = Number(normal.split('/')[2]);
    expect(rig.audited('unit.threshold')).toMatchObject([{ subject: `unit-${index} ${normal}`, after: JSON.stringify(value) }]);
  });

  it('switches the daily and monthly threshold of a flow, and the level of a tank', async () => {
    await patch([
      { path: `/units/${FLOW}/alertEnabled`, value: true },
      { path: `/units/${TANK}/alertEnabled`, value: true },
    ]);
    const [flow, tank] = rig.plant.directory.units('DEMO').map(({ meta }) => meta.alertEnabled);
    expect(flow).toEqual({ daily_threshold: true, monthly_threshold: true, stable_flow: true });
    expect(tank).toEqual({ level_exceed: true });
  });

  it('keeps the watch for leaks that a new unit has', async () => {
    expect(rig.plant.directory.unit('DEMO', 'unit-0')?.meta.alertEnabled).toEqual({ stable_flow: true });
    await set(`/units/${FLOW}/unitThreshold`, 5);
    expect(rig.plant.directory.unit('DEMO', 'unit-0')?.meta).toMatchObject({
      alertEnabled: { stable_flow: true },
      unitThreshold: 5,
      meter: METER,
    });
  });

  it('takes a threshold away with null', async () => {
    await set(`/units/${FLOW}/unitThreshold`, 5);
    await set(`/units/${FLOW}/unitThreshold`, null);
    expect(await unitAt(FLOW)).toMatchObject({ unitThreshold: null });
  });
});

describe('a path of the industry’s document', () => {
  eachFresh();
  it.each<[string, unknown, Record<string, unknown>]>([
    [`/units/${FLOW}/unitName`, "O'Neil well #3", { unitName: "O'Neil well #3" }],
    [`/units/${FLOW}/subCategoryId`, 'use', { subCategoryId: 'use', group: 'Consumption Points' }],
    [`/units/${FLOW}/group`, 'Wells', { group: 'Wells' }],
    [`/units/${FLOW}/siUnit`, 'm3', { siUnit: 'm3' }],
    [`/units/${FLOW}/isDeployed`, false, { isDeployed: false }],
    [`/units/${FLOW}/meta/waterSource`, 'ground', { meta: { waterSource: 'ground' } }],
    [`/units/${FLOW}/meta/litresPerCount`, 10, { meta: { litresPerCount: 10 } }],
    [`/units/${FLOW}/meta/mpePct`, 1.5, { meta: { mpePct: 1.5 } }],
    [`/units/${FLOW}/meta/minimumFlowM3h`, 0.2, { meta: { minimumFlowM3h: 0.2 } }],
    [
      `/units/${FLOW}/meta/credit`,
      { method: 'metered' },
      { meta: { credit: { method: 'metered', onSite: true, validTo: null } } },
    ],
    [`/units/${FLOW}/meta/ro`, { side: 'feed' }, { meta: { ro: { side: 'feed' } } }],
    [`/units/${TANK}/meta/levelSigmaM`, 0.005, { meta: { levelSigmaM: 0.005 } }],
    [`/units/${TANK}/meta/tank`, { shape: 'vertical_cylinder', diameter: 2, height: 3 }, { meta: { tank: { height: 3 } } }],
  ])('%s is written and noted with who and when', async (path, value, expected) => {
    const reply = await set(path, value);
    expect(reply).toMatchObject({ status: 200, body: { applied: 1 } });
    expect(await unitAt(Number(path.split('/')[2]))).toMatchObject(expected);
    const { body } = await rig.call('GET', `/accounts/info/lastupdated?path=${encodeURIComponent(path)}`);
    const at = new Date(rig.plant.clock.now()).toISOString();
    expect(body).toEqual({ status: 'success', path, lastupdated: at, userId: rig.ids.get('asha') });
    expect(rig.audited('info.change')).toMatchObject([{ user_id: rig.ids.get('asha'), outcome: 'done' }]);
  });

  it('changes name, zone, shift, units and notes of the industry', async () => {
    const reply = await patch([
      { path: '/industryName', value: 'New name' },
      { path: '/timezone', value: 'Europe/Berlin' },
      { path: '/shift/startAt', value: '08:00:00' },
      { path: '/shift/shiftName', value: 'Early' },
      { path: '/siUnit/SOURCE_CATEGORY', value: 'm3' },
      { path: '/meta/address', value: 'Plot 7, MIDC' },
      { path: '/meta/contact', value: { name: 'Asha', phones: ['1', '2'] } },
    ]);
    expect(reply).toMatchObject({ status: 200, body: { applied: 7, failed: 0 } });
    const industry = rig.plant.directory.industry('DEMO');
    expect(industry).toMatchObject({ name: 'New name', meta: { address: 'Plot 7, MIDC', contact: { name: 'Asha' } } });
    expect(industry?.shifts.at(-1)).toEqual({
      validFrom: '2026-11-11',
      timezone: 'Europe/Berlin',
      startAt: '08:00:00',
      endAt: '06:00:00',
      shiftName: 'Early',
    });
    expect(rig.plant.directory.categories('DEMO')[0]?.siUnit).toBe('m3');
    const { body } = await rig.call('GET', '/accounts/info/lastupdated');
    expect(body).toMatchObject({ status: 'success', userId: rig.ids.get('asha') });
  });

  it('answers only the status where nothing was changed yet', async () => {
    expect((await rig.call('GET', '/accounts/info/lastupdated')).body).toEqual({ status: 'success' });
    expect((await rig.call('GET', '/accounts/info/lastupdated?path=/industryName')).body).toEqual({ status: 'success' });
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
    ['/units/0/unitThreshold', 1e300],
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

describe('batches of 10', () => {
  eachFresh();
  const thresholds = (count: number, from = 1) =>
    Array.from({ length: count }, (_, at) => ({ path: `/units/${FLOW}/unitThreshold`, value: from + at }));

  it('are applied each whole or not at all', async () => {
    const upsideDown = { path: `/units/${TANK}/lowThreshold/value`, value: 99 };
    await set(`/units/${TANK}/highThreshold/value`, 90);
    const reply = await patch([...thresholds(10), ...thresholds(9, 100), upsideDown, ...thresholds(2, 200)]);
    expect(reply.status).toBe(200);
    const { applied, failed, results } = reply.body as Patched;
    expect({ applied, failed }).toEqual({ applied: 12, failed: 10 });
    expect(results.map(({ ok }) => ok)).toEqual([...Array(10).fill(true), ...Array(10).fill(false), true, true]);
    expect(results[10]?.error).toMatch(/highThreshold/);
    const alone = await patch([{ path: '/meta/note', value: 'x' }, upsideDown]);
    expect((alone.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([upsideDown.path]);
    const quality = await patch([
      { path: `/units/${QUALITY}/highThreshold/ph`, value: 5 },
      { path: `/units/${QUALITY}/lowThreshold/ph`, value: 6 },
    ]);
    expect(quality.body).toMatchObject({
      code: 400,
      message: expect.stringContaining('ph highThreshold must not be below lowThreshold'),
    });
    expect(await unitAt(FLOW)).toMatchObject({ unitThreshold: 201 });
  });

  it('are refused with the reason when none could be applied', async () => {
    const before = stored();
    const reply = await patch([
      { path: '/industryName', value: 'Not this' },
      { path: `/units/${FLOW}/subCategoryId`, value: 'nowhere' },
    ]);
    expect(reply).toMatchObject({ status: 400, body: { code: 400, message: expect.stringContaining('nowhere') } });
    expect(stored()).toEqual(before);
    expect(rig.rows('select * from checkpoint')).toEqual([]);
  });

  it('mean the units of the list as it was, though an earlier batch moves them', async () => {
    const names = Array.from({ length: 9 }, () => ({ path: '/meta/note', value: 'x' }));
    await patch([{ path: `/units/${FLOW}/order`, value: 50 }, ...names, { path: `/units/${FLOW}/unitName`, value: 'Moved' }]);
    expect(rig.plant.directory.unit('DEMO', 'unit-0')).toMatchObject({ name: 'Moved', position: 50 });
  });

  it('leave nothing half written when the storage fails', async () => {
    rig.plant.sqlite.exec("create trigger broken before insert on checkpoint begin select raise(abort, 'broken'); end");
    const before = stored();
    const reply = await patch([
      { path: `/units/${FLOW}/unitThreshold`, value: 3 },
      { path: `/units/${FLOW}/group`, value: 'Half' },
      { path: '/industryName', value: 'Half' },
    ]);
    expect(reply.status).toBe(500);
    expect(stored()).toEqual(before);
    expect(rig.plant.directory.industry('DEMO')?.name).toBe('Plant DEMO');
    expect(rig.audited('unit.threshold')).toEqual([]);
  });
});

describe('two who patch at once', () => {
  eachFresh();
  it('the later is told when it sends the tag of what it saw', async () => {
    const { headers } = await rig.call('GET', PATH);
    const match = { 'if-match': String(headers.etag) };
    const change = [{ path: `/units/${FLOW}/unitThreshold`, value: 7 }];
    expect((await patch(change, { headers: match })).status).toBe(200);
    expect(told(await patch([{ path: '/industryName', value: 'Late' }], { headers: match }))).toEqual({ status: 409, code: 409 });
    expect((await rig.call('GET', PATH, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(200);
  });
});

describe('any path at all', () => {
  eachFresh();
  const segment = fc.oneof(
    fc.constantFrom(
      'units',
      '0',
      '1',
      '2',
      '9',
      'meta',
      'shift',
      'siUnit',
      '__proto__',
      'constructor',
      'prototype',
      'length',
      'toString',
    ),
    fc.constantFrom(
      'unitThreshold',
      'lowThreshold',
      'value',
      'ph',
      'alertEnabled',
      'params',
      'unitId',
      'maxUsers',
      'disabled',
      '*',
      '',
    ),
    fc.string({ maxLength: 8 }),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(JSON.parse('{"__proto__":{"x":1}}') as fc.JsonValue, true, 5),
  );
  /** What must not move, whatever is sent. */
  const guarded = () => ({
    industry: rig.rows('select id, joined_at, disabled, max_users, max_sso_users, currency from industry order by id'),
    north: rig.rows("select * from industry where id = 'NORTH'"),
    users: rig.rows('select * from user'),
    units: rig.rows(
      'select id, industry_id, type, standard_category_id, standard_category_ids, created_at from unit order by id',
    ),
  });

  it('touches nothing off the list and leaves Object.prototype clean', async () => {
    const before = guarded();
    await fc.assert(
      fc.asyncProperty(path, value, async (sent, wanted) => {
        const { status } = await set(sent, wanted);
        expect([200, 400, 409]).toContain(status);
        expect(guarded()).toEqual(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 300, seed: 11 },
    );
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
