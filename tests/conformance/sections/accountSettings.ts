import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { samples } from '../../../server/test/imageSamples.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { type ConformancePlant, requestCode } from '../plants.ts';
import { accepted, bodyOf, hasKeys, refused, type Section } from '../sentence.ts';
import { type Json, read, type Settings, upload } from './accountsParts.ts';

const save = (at: ConformancePlant, body: object): Promise<Reply> => at.ask('POST', '/accounts/settings', 'admin', { body });

const phones = (count: number, from: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({ phoneNo: String(from + index), active: true, name: `Phone ${index}` }));

const mails = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({ email: `p${index}@plant.invalid`, role: 'viewer', active: true }));

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
