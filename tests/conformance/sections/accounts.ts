import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { samples } from '../../../server/test/imageSamples.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { type ConformancePlant, requestCode } from '../plants.ts';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, utc } from '../sentence.ts';

type Json = Record<string, unknown>;
type Settings = { account: Json; user: Json[]; sso: Json[]; alerts: Json; reports: Json };
const read = async (at: ConformancePlant): Promise<Settings> => accepted(await at.get('/accounts/settings')) as Settings;
const save = (at: ConformancePlant, body: object): Promise<Reply> => at.ask('POST', '/accounts/settings', 'admin', { body });
const phones = (count: number, from: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({ phoneNo: String(from + index), active: true, name: `Phone ${index}` }));
const mails = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({ email: `p${index}@plant.invalid`, role: 'viewer', active: true }));
const patch = (at: ConformancePlant, ...operations: object[]): Promise<Reply> =>
  at.ask('PATCH', '/accounts/info', 'admin', { body: { operations } });

type Unit = Json & { index: number; unitId: string };
const unitOf = async (at: ConformancePlant, unitId: string): Promise<Unit> => {
  const info = accepted(await at.get('/accounts/info')) as Record<string, Unit[]>;
  const found = Object.values(info)
    .flat()
    .find((one) => one.unitId === unitId);
  if (!found) throw new Error(`${unitId} is not in the answer`);
  return found;
};
/** Sets one path of a unit and answers the unit afterwards. */
const set = async (at: ConformancePlant, unitId: string, path: string, value: unknown): Promise<Unit> => {
  const { index } = await unitOf(at, unitId);
  accepted(await patch(at, { path: `/units/${index}/${path}`, value }));
  return await unitOf(at, unitId);
};

export const settings: Section = {
  name: 'GET /accounts/settings',
  sentences: [
    [
      'has the sections account, user, alerts, reports and sso',
      async (at) => hasKeys(await read(at), 'account', 'user', 'alerts', 'reports', 'sso'),
    ],
    [
      'account has the name, logo, shift and units of measure',
      async (at) => hasKeys((await read(at)).account, 'industryName', 'logo', 'shift', 'siUnit'),
    ],
    [
      'the shift has startAt and endAt as HH:MM:SS and a name',
      async (at) => {
        const shift = (await read(at)).account.shift as Json;
        expect([shift.startAt, shift.endAt]).toEqual([
          expect.stringMatching(/^\d\d:\d\d:\d\d$/),
          expect.stringMatching(/^\d\d:\d\d:\d\d$/),
        ]);
        expect(typeof shift.shiftName).toBe('string');
      },
    ],
    [
      'SOURCE_CATEGORY is KL unless it was changed',
      async (at) => expect((await read(at)).account.siUnit).toMatchObject({ SOURCE_CATEGORY: 'KL' }),
    ],
    [
      'each user has id, phoneNo of digits alone, active and name',
      async (at) => {
        const [user] = (await read(at)).user;
        hasKeys(user, 'id', 'phoneNo', 'active', 'name');
        expect(user?.phoneNo).toMatch(/^\d+$/);
      },
    ],
    ['needs ACCOUNT_SETTINGS, else 401', async (at) => refused(await at.get('/accounts/settings', 'viewer'), 401)],
    [
      'a logo at neither allowed prefix cannot come out: it is "" where none is set',
      async (at) => expect((await read(at)).account.logo).toBe(''),
    ],
  ],
};

const missing = (key: keyof Settings, message: string): Section['sentences'][number] => [
  `without ${key} it is 1403 "${message}"`,
  async (at) => {
    const { [key]: _left, ...rest } = await read(at);
    refused(await save(at, rest), 1403, message);
    refused(await save(at, { ...rest, [key]: null }), 1403, message);
  },
];

export const saveSettings: Section = {
  name: 'POST /accounts/settings',
  sentences: [
    missing('account', 'Accounts missing'),
    missing('user', 'Users missing'),
    missing('alerts', 'Alerts missing'),
    missing('reports', 'Reports missing'),
    [
      'the sections are looked for in the order account, user, alerts, reports',
      async (at) => {
        const { account, user, alerts } = await read(at);
        refused(await save(at, {}), 1403, 'Accounts missing');
        refused(await save(at, { account }), 1403, 'Users missing');
        refused(await save(at, { account, user }), 1403, 'Alerts missing');
        refused(await save(at, { account, user, alerts }), 1403, 'Reports missing');
      },
    ],
    [
      'a logo at another address is 400 "Invalid logo URL"',
      async (at) => {
        const all = await read(at);
        for (const logo of ['https://elsewhere.invalid/a.png', '/files/other/a.png'])
          refused(await save(at, { ...all, account: { ...all.account, logo } }), 400, 'Invalid logo URL');
      },
    ],
    [
      'an empty logo and null are not looked at',
      async (at) => {
        const all = await read(at);
        for (const logo of ['', null]) accepted(await save(at, { ...all, account: { ...all.account, logo } }));
      },
    ],
    [
      'an uploaded logo is allowed and comes back',
      async (at) => {
        const all = await read(at);
        const { logourl } = accepted(await upload(at, new Uint8Array(samples.png)));
        expect(accepted(await save(at, { ...all, account: { ...all.account, logo: logourl } })).account).toMatchObject({
          logo: logourl,
        });
      },
    ],
    [
      'a user without phoneNo is 400',
      async (at) => refused(await save(at, { ...(await read(at)), user: [{ name: 'x', active: true }] }), 400),
    ],
    [
      'a single-sign-on user without email is 400',
      async (at) => refused(await save(at, { ...(await read(at)), sso: [{ role: 'viewer', active: true }] }), 400),
    ],
    [
      'a single-sign-on user without role is 400',
      async (at) => refused(await save(at, { ...(await read(at)), sso: [{ email: 'a@b.invalid', active: true }] }), 400),
    ],
    [
      'more than 5 active users are 400 with the message and its number',
      async (at) => {
        const before = await read(at);
        refused(
          await save(at, { ...before, user: phones(6, 9_200_000_000) }),
          400,
          'User limit exceeded. Maximum 5 users allowed.',
        );
        expect((await read(at)).user).toEqual(before.user);
      },
    ],
    [
      'the count takes in active users that were not sent',
      async (at) => {
        const before = await read(at);
        refused(
          await save(at, { ...before, user: phones(5, 9_210_000_000) }),
          400,
          'User limit exceeded. Maximum 5 users allowed.',
        );
      },
    ],
    [
      'more than 10 active single-sign-on users are 400',
      async (at) => {
        const before = await read(at);
        const { message } = bodyOf(await save(at, { ...before, sso: mails(11) }));
        expect(message).toMatch(/^SSO user limit exceeded\./);
        expect((await read(at)).sso).toEqual(before.sso);
      },
    ],
    [
      'a refused save changes nothing',
      async (at) => {
        const before = await read(at);
        await save(at, { ...before, account: { ...before.account, industryName: 'Other' }, user: phones(6, 9_220_000_000) });
        expect(await read(at)).toEqual(before);
      },
    ],
    [
      'saves the name and answers the full updated settings',
      async (at) => {
        const before = await read(at);
        const after = accepted(
          await save(at, { ...before, account: { ...before.account, industryName: 'Renamed' } }),
        ) as Settings;
        expect(after.account.industryName).toBe('Renamed');
        hasKeys(after, 'account', 'user', 'alerts', 'reports', 'sso');
        accepted(await save(at, before));
      },
    ],
    [
      'a user that is sent is added, and changed when sent again',
      async (at) => {
        const before = await read(at);
        const one = { phoneNo: '9333333333', active: true, name: 'First' };
        expect((accepted(await save(at, { ...before, user: [one] })) as Settings).user).toContainEqual(
          expect.objectContaining(one),
        );
        const other = { ...one, name: 'Second' };
        const users = (accepted(await save(at, { ...before, user: [other] })) as Settings).user.filter(
          ({ phoneNo }) => phoneNo === one.phoneNo,
        );
        expect(users).toEqual([expect.objectContaining(other)]);
      },
    ],
    [
      'a single-sign-on user that is sent is added',
      async (at) => {
        const one = { email: 'asha@plant.invalid', role: 'viewer', active: true };
        expect((accepted(await save(at, { ...(await read(at)), sso: [one] })) as Settings).sso).toContainEqual(
          expect.objectContaining(one),
        );
      },
    ],
    [
      'alerts and reports are replaced',
      async (at) => {
        const before = await read(at);
        const reports = { ...before.reports, emailIds: ['reports@plant.invalid'] };
        expect((accepted(await save(at, { ...before, reports })) as Settings).reports).toMatchObject({
          emailIds: ['reports@plant.invalid'],
        });
        accepted(await save(at, before));
      },
    ],
    [
      'a user submitted as not active loses all sessions',
      async (at) => {
        const { otpTimestamp, code } = await requestCode(at, '9333333333');
        const session = accepted(await at.login({ LoginType: 'otp', username: '9333333333', password: code, otpTimestamp }));
        const headers = bearer(String(session.access_token));
        accepted(await askAt(at.url, '/api/user/common', { headers }));
        accepted(await save(at, { ...(await read(at)), user: [{ phoneNo: '9333333333', active: false, name: 'Second' }] }));
        refused(await askAt(at.url, '/api/user/common', { headers }), 440);
      },
    ],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await at.ask('POST', '/accounts/settings', 'viewer', { body: {} }), 401),
    ],
  ],
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

const upload = async (
  at: ConformancePlant,
  bytes: Uint8Array<ArrayBuffer>,
  field = 'image',
  user: 'admin' | 'viewer' = 'admin',
): Promise<Reply> => {
  const body = new FormData();
  body.set(field, new Blob([bytes], { type: 'image/png' }), 'logo.png');
  const headers = bearer((await at.tokensOf(user)).access_token);
  const response = await fetch(`${at.url}/api/user/accounts/logoupdate`, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text) };
};

export const logo: Section = {
  name: 'POST /accounts/logoupdate',
  sentences: [
    [
      'a picture in the field image answers logourl',
      async (at) => expect(typeof accepted(await upload(at, new Uint8Array(samples.png))).logourl).toBe('string'),
    ],
    ['a file of another type is 400', async (at) => refused(await upload(at, new TextEncoder().encode('<svg/>')), 400)],
    [
      'a file that is too large is refused',
      async (at) => expect([400, 413]).toContain((await upload(at, new Uint8Array(2_000_000))).status),
    ],
    ['without image it is 1403', async (at) => refused(await upload(at, new Uint8Array(samples.png), 'other'), 1403)],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await upload(at, new Uint8Array(samples.png), 'image', 'viewer'), 401),
    ],
  ],
};

export const pages: Section = {
  name: 'GET /accounts/joinedDate, landingpage, allUnitThresholdUpdate',
  sentences: [
    ['joinedDate is ISO 8601', async (at) => expect(accepted(await at.get('/accounts/joinedDate')).joinedDate).toMatch(utc)],
    [
      'landingpage has AccountInfoPage, meta, siUnit and joiningDate',
      async (at) =>
        hasKeys(accepted(await at.get('/accounts/landingpage', 'viewer')), 'AccountInfoPage', 'meta', 'siUnit', 'joiningDate'),
    ],
    [
      'AccountInfoPage is what GET /accounts/info answers',
      async (at) => {
        expect(accepted(await at.get('/accounts/landingpage')).AccountInfoPage).toEqual(accepted(await at.get('/accounts/info')));
      },
    ],
    [
      'meta has the categories in the fixed order',
      async (at) => {
        const { meta } = accepted(await at.get('/accounts/landingpage')) as { meta: { categories: { categoryId: string }[] } };
        expect(meta.categories.slice(0, 4).map(({ categoryId }) => categoryId)).toEqual([
          'SOURCE_CATEGORY',
          'STOCK_CATEGORY',
          'GROUND_WATER_LEVEL',
          'QUALITY_CATEGORY',
        ]);
      },
    ],
    [
      'siUnit is that of the source category',
      async (at) => expect(accepted(await at.get('/accounts/landingpage')).siUnit).toBe('KL'),
    ],
    [
      'AccountSettingPage is what GET /accounts/settings answers, for who has ACCOUNT_SETTINGS',
      async (at) => {
        expect(accepted(await at.get('/accounts/landingpage')).AccountSettingPage).toEqual(await read(at));
      },
    ],
    [
      'AccountSettingPage is not there for others',
      async (at) => expect(accepted(await at.get('/accounts/landingpage', 'viewer'))).not.toHaveProperty('AccountSettingPage'),
    ],
    [
      'newThreshold becomes the daily limit of each consumption point',
      async (at) => {
        const body = accepted(await at.get('/accounts/allUnitThresholdUpdate?newThreshold=444'));
        expect(body).toMatchObject({ message: 'Unit threshold updated successfully', status: 'success' });
        const { SOURCE_CATEGORY } = accepted(await at.get('/accounts/info'));
        const points = listOf(SOURCE_CATEGORY).filter(({ group }) => group === 'Consumption Points');
        expect(points.length).toBeGreaterThan(0);
        expect(new Set(points.map(({ unitThreshold }) => unitThreshold))).toEqual(new Set([444]));
      },
    ],
    ['units of other groups keep theirs', async (at) => expect((await unitOf(at, 'demo-borewell1')).unitThreshold).toBe(600)],
    [
      'newThreshold is a whole number',
      async (at) => {
        for (const bad of ['', 'x', '1.5'])
          expect((await at.get(`/accounts/allUnitThresholdUpdate?newThreshold=${bad}`)).status, bad).toBe(400);
      },
    ],
    ['it may be left out', async (at) => void accepted(await at.get('/accounts/allUnitThresholdUpdate'))],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await at.get('/accounts/allUnitThresholdUpdate?newThreshold=1', 'operator'), 401),
    ],
  ],
};

export const sections = [settings, saveSettings, info, patchInfo, lastUpdated, logo, pages];
