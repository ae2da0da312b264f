import { describe, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../contract/model/alertSettings.ts';
import { someSettings } from '../../test/accountsRig.ts';
import { someUnit } from '../../test/configuredPlant.ts';
import { eachFresh, mails, PATH, people, rig, save, told } from '../../test/settingsRig.ts';
import { refuseUnfitParams } from './alertParamRules.ts';
import { refuseUnfitReaders } from './recipientRules.ts';

eachFresh();

const daily = (id: string) => ({
  ...{ id, reportType: 'daily', service: 'water', reportFormat: 'pdf', at: '06:00', enabled: true, recipients: [] },
});

describe('the order of validation', () => {
  const wrong = { account: { logo: 'https://evil.example/x.png' }, user: [{}], alerts: {}, reports: {} };
  it.each<[string, unknown, number, number, string]>([
    ['no body', undefined, 400, 1403, 'Accounts missing'],
    ['a list', [], 400, 1403, 'Accounts missing'],
    ['nothing', {}, 400, 1403, 'Accounts missing'],
    ['account null', { ...wrong, account: null }, 400, 1403, 'Accounts missing'],
    ['no user', { ...wrong, user: undefined }, 400, 1403, 'Users missing'],
    ['user null, no alerts', { account: {}, user: null, reports: {} }, 400, 1403, 'Users missing'],
    ['no alerts', { ...wrong, alerts: undefined }, 400, 1403, 'Alerts missing'],
    ['no reports', { ...wrong, reports: null }, 400, 1403, 'Reports missing'],
    ['a foreign logo', wrong, 400, 400, 'Invalid logo URL'],
    ['a logo that is no text', someSettings({ account: { logo: {} } }), 400, 400, 'Invalid logo URL'],
    ['a user without a number', someSettings({ user: [{ name: 'A' }] }), 400, 400, 'phoneNo is required'],
    ['a user with an empty number', someSettings({ user: [{ phoneNo: '' }] }), 400, 400, 'phoneNo is required'],
    ['an SSO user without e-mail', someSettings({ sso: [{ role: 'x' }] }), 400, 400, 'email is required'],
    ['an SSO user without role', someSettings({ sso: [{ email: 'a@b.example' }] }), 400, 400, 'role is required'],
    [
      'a number with a country code',
      someSettings({ user: [{ phoneNo: '+919800000000' }] }),
      400,
      400,
      'phoneNo must be digits only, without country code',
    ],
    ['no e-mail address', someSettings({ sso: [{ email: 'plant', role: 'x' }] }), 400, 400, 'email must be an e-mail address'],
    [
      'one number twice',
      someSettings({ user: [{ phoneNo: '9800000000' }, { phoneNo: '9800000000' }] }),
      400,
      400,
      'phoneNo 9800000000 is given more than once',
    ],
    ['users that are no list', someSettings({ user: 'all' }), 400, 1430, 'user must be a list'],
    [
      'a shift without end',
      someSettings({ account: { shift: { startAt: '06:00:00' } } }),
      400,
      1430,
      'account.shift.endAt missing',
    ],
    [
      'a fifth priority',
      someSettings({ alerts: { channels: { sms: { minPriority: 5 } } } }),
      400,
      1430,
      expect.any(String) as never,
    ],
    [
      'two schedules of one id',
      someSettings({ reports: { schedules: [daily('day'), daily('night'), daily('day')] } }),
      400,
      400,
      'there is another schedule day',
    ],
    [
      'a shift off the 5 minutes',
      someSettings({ account: { shift: { startAt: '06:02:00', endAt: '06:00:00' } } }),
      400,
      400,
      expect.stringMatching(/startAt/) as never,
    ],
    ...(
      [
        ['unit_threshold', { warnPct: '80' }, 'warnPct must be a number'],
        ['unit_threshold', { warnPct: 1e99 }, 'warnPct must be at most 1000'],
        ['monthly_threshold', { warnPct: 80, stepPct: 0 }, 'stepPct must be at least 1'],
        ['stable_flow', { quietFrom: 'night' }, 'quietFrom must be HH:MM'],
        ['stable_flow', { mode: 'nightly' }, 'mode must be one of continuous, night, learned'],
        ['unit_threshold', { warnpct: 90 }, ' has unknown fields: warnpct'],
        // of each well, as its pages and returns count it
        ['borewell_threshold', { permitYearStartMonth: 7 }, ' has unknown fields: permitYearStartMonth'],
      ] as const
    ).map(([category, params, why]): [string, unknown, number, number, string] => [
      `${category} with ${JSON.stringify(params)}`,
      someSettings({ alerts: { categories: { [category]: { params } } } }),
      400,
      1430,
      `alerts.categories.${category}.params${why.startsWith(' ') ? '' : '.'}${why}`,
    ]),
    ['too many users', someSettings({ user: people(6) }), 400, 400, 'User limit exceeded. Maximum 5 users allowed.'],
    ['too many SSO users', someSettings({ sso: mails(11) }), 400, 400, 'SSO user limit exceeded.'],
  ])('answers %s with its own code and message, and writes nothing', async (_, body, status, code, message) => {
    const before = rig.rows(
      'select (select count(*) from user) users, (select count(*) from settings_document) documents, (select max(version) from industry) version',
    );
    const reply = await rig.call('POST', PATH, body === undefined ? {} : { body: body as object });
    expect(told(reply)).toEqual({ status, code, message });
    expect(reply.headers['x-service-code']).toBe(String(code));
    expect(
      rig.rows(
        'select (select count(*) from user) users, (select count(*) from settings_document) documents, (select max(version) from industry) version',
      ),
    ).toEqual(before);
  });

  it('keeps parameters of alerts that fit, and those that are there already', async () => {
    const categories = { stable_flow: { params: { mode: 'night', quietFrom: 'always', nightUseM3h: 1.5 } } };
    expect((await save({ alerts: { categories } })).body).toMatchObject({ alerts: { categories } });
    const old = alertSettings.parse({ categories: { stable_flow: { params: { mode: 'old' } } } }) as AlertSettings;
    expect(refuseUnfitParams(old, { ...old, escalation: [] })).toBeUndefined();
  });

  it('takes no recipient of reports that no mail can reach, and keeps those of before', async () => {
    const save = (reports: object) => rig.call('POST', '/accounts/settings', { body: someSettings({ reports }) });
    const mailed = (...recipients: string[]) => ({ schedules: [{ ...daily('day'), recipients }] });
    const refused: [object, string][] = [
      [{ emailIds: ['asha@plant.example', 'nobody'] }, 'reports.emailIds.1'],
      [{ emailIds: ['919820098200'] }, 'reports.emailIds.0'],
      [mailed('rota:Night'), 'reports.schedules.0.recipients.0'],
      [mailed('asha@plant.example', '1e400', 'a@b@c'), 'reports.schedules.0.recipients.1'],
    ];
    for (const [reports, path] of refused) {
      const { status, body } = await save(reports);
      expect([status, (body as { errors: { path: string }[] }).errors[0]?.path]).toEqual([400, path]);
    }
    expect((await save(mailed('asha@plant.example', 'gate@plant.example'))).status).toBe(200);
    const old = { emailIds: ['nobody'], schedules: [] };
    expect(refuseUnfitReaders(old, { ...old, emailIds: ['nobody', 'gate@plant.example'] })).toBeUndefined();
  });

  it('takes schedules of the own units alone, and keeps one whose unit went since', async () => {
    const { units } = rig.plant;
    for (const id of ['well', 'pond']) await units.create('DEMO', someUnit(), id);
    await units.create('NORTH', someUnit({ subCategoryId: 'NORTH-sub' }), 'north-well');
    const of = (...unitIds: string[]) => ({ reports: { schedules: [{ ...daily('day'), unitIds }] } });
    for (const [at, unit] of [
      [0, 'north-well'],
      [1, 'nowhere'],
    ] as const) {
      const { status, body } = await save(of(...['well'].slice(0, at), unit));
      const path = `reports.schedules.0.unitIds.${at}`;
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 400, errors: [{ path }] } });
    }
    expect((await save(of('well', 'pond'))).status).toBe(200);
    await units.delete('DEMO', 'pond');
    expect((await save(of('pond'))).body).toMatchObject({ reports: { schedules: [{ unitIds: ['pond'] }] } });
  });

  it.each([null, ''])('does not look at a logo that is %j', async (logo) => {
    expect((await save({ account: { logo } })).status).toBe(200);
  });
});
