import { describe, expect, it } from 'vitest';
import { someSettings } from '../../test/accountsRig.ts';
import { eachFresh, mails, PATH, people, phone, read, rig, save, told } from '../../test/settingsRig.ts';

eachFresh();

describe('reading settings', () => {
  it('answers a new industry with the defaults of the domain', async () => {
    const settings = await read();
    expect(settings.account).toEqual({
      industryName: 'Plant DEMO',
      logo: '',
      shift: { startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' },
      siUnit: { SOURCE_CATEGORY: 'KL', STOCK_CATEGORY: 'KL' },
    });
    expect(settings).toMatchObject({
      user: [],
      sso: [],
      alerts: {
        email: { enabled: false, emailIds: [] },
        channels: { web: { enabled: true, minPriority: 4 }, sms: { enabled: false, minPriority: 1 } },
        categories: { flow_rate: { enabled: true, onDelaySlots: 2, offDelaySlots: 2, deadbandPct: 5, reAlarmMinutes: 240 } },
        flood: { perTenMinutes: 10, digest: true },
      },
      reports: { enabled: false, includeEstimates: true, fiscalYearStartMonth: 4 },
    });
  });

  it('is for those with ACCOUNT_SETTINGS, as is saving', async () => {
    await rig.addUser('ravi');
    const token = await rig.login('ravi');
    for (const method of ['GET', 'POST']) {
      const reply = await rig.call(method, PATH, { token, ...(method === 'POST' && { body: someSettings() }) });
      expect(reply).toMatchObject({ status: 401, body: { code: 401, reason: 'permission' } });
    }
  });

  it.each(['https://evil.example/files/industry-logo/a.png', '//evil.example/a.png', 'javascript:alert(1)', 42])(
    'shows no logo whose stored address is %s',
    async (logo) => {
      rig.plant.sqlite.prepare("update industry set meta = ? where id = 'DEMO'").run(JSON.stringify({ logo }));
      await rig.plant.directory.refresh('DEMO');
      expect((await read()).account.logo).toBe('');
    },
  );
});

describe('saving', () => {
  it('writes every section and answers what is stored now', async () => {
    const reply = await save({
      account: {
        industryName: "O'Neil & Söhne",
        logo: '/files/industry-logo/a1.png',
        shift: { startAt: '07:30:00', endAt: '19:30:00', shiftName: 'Long' },
        siUnit: { SOURCE_CATEGORY: 'm3', STOCK_CATEGORY: 'L' },
      },
      user: [{ phoneNo: phone(1), name: 'Ravi', active: true }],
      alerts: { channels: { sms: { enabled: true, recipients: [phone(1)] } }, flood: { perTenMinutes: 20 } },
      reports: { enabled: true, emailIds: ['a@b.example'], services: { water: true } },
      sso: [{ email: 'Meera@Plant.example', role: 'manager' }],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(await read());
    expect(reply.body).toMatchObject({
      account: {
        industryName: "O'Neil & Söhne",
        logo: '/files/industry-logo/a1.png',
        shift: { startAt: '07:30:00', endAt: '19:30:00', shiftName: 'Long' },
        siUnit: { SOURCE_CATEGORY: 'm3', STOCK_CATEGORY: 'L' },
      },
      user: [{ id: expect.any(String), phoneNo: phone(1), active: true, name: 'Ravi' }],
      alerts: { channels: { sms: { enabled: true, minPriority: 1 } }, flood: { perTenMinutes: 20, digest: true } },
      reports: { enabled: true, services: { water: true } },
      sso: [{ email: 'meera@plant.example', role: 'manager', active: true }],
    });
  });

  it.each([
    ['a unit that nothing measures', { SOURCE_CATEGORY: 'furlong' }],
    ['a unit of something else', { STOCK_CATEGORY: 'kWh' }],
    ['no text', { SOURCE_CATEGORY: 51.5 }],
  ])('refuses %s as unit of measure, names the field and the choices, and changes nothing', async (_, siUnit) => {
    const [category = ''] = Object.keys(siUnit);
    const { status, body } = await save({ account: { siUnit } });
    expect([status, body]).toMatchObject([
      400,
      { code: 400, errors: [{ path: `account.siUnit.${category}`, message: `${category} must be one of KL, m3, L, ML` }] },
    ]);
    expect(JSON.stringify(await read())).not.toContain(String(Object.values(siUnit)[0]));
  });

  it.each<[string, object]>([
    ['account.siUnit.X', { account: { siUnit: { X: 'ML' } } }],
    ['account.industryNmae', { account: { industryNmae: 'Works' } }],
    ['account.shift.begins', { account: { shift: { startAt: '06:00:00', endAt: '06:00:00', begins: '07:00:00' } } }],
    ['alerts.categories.unit_treshold', { alerts: { categories: { unit_treshold: { enabled: false } } } }],
    ['reports.emials', { reports: { emials: [] } }],
    ['user.0.mail', { user: [{ phoneNo: '9811111111', mail: 'x' }] }],
    ['later', { later: 1 }],
  ])('refuses %s, which nothing reads, and changes nothing', async (path, fields) => {
    const before = await read();
    expect(await save(fields)).toMatchObject({ status: 400, body: { code: 1430, errors: [{ path }] } });
    expect(await read()).toEqual(before);
  });

  it('lets a changed shift begin with the coming day, and says nothing of one that is the same', async () => {
    await save({ account: { shift: { startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' } } });
    expect(rig.rows("select valid_from from industry_shift where industry_id = 'DEMO'")).toHaveLength(1);
    await save({ account: { shift: { startAt: '08:00:00', endAt: '20:00:00' } } });
    expect(rig.plant.directory.industry('DEMO')?.shifts.at(-1)).toEqual({
      validFrom: '2026-11-11',
      timezone: 'Asia/Kolkata',
      startAt: '08:00:00',
      endAt: '20:00:00',
      shiftName: 'Day',
    });
  });

  it('gives users by number the reading permissions, and SSO users those of their creator but the dangerous ones', async () => {
    await save({ user: people(1), sso: mails(1) });
    const rows = rig.rows("select kind, role, permissions from user where phone is not null or kind = 'sso' order by kind");
    const [otp, sso] = rows.map((row) => ({ ...row, permissions: JSON.parse(String(row.permissions)) as string[] }));
    expect(otp).toMatchObject({ kind: 'regular', role: 'user' });
    expect(otp?.permissions).toContain('ALERTS');
    expect(otp?.permissions).not.toContain('ACCOUNT_SETTINGS');
    expect(sso).toMatchObject({ kind: 'sso', role: 'manager', permissions: ['ACCOUNT_SETTINGS', 'ALERTS'] });
  });

  it('changes users by id or number and leaves those that are not sent', async () => {
    await save({ user: people(3) });
    const [first, second, third] = (await read()).user;
    await save({
      user: [
        { id: first?.id, phoneNo: phone(30), active: true, name: 'Moved' },
        { phoneNo: second?.phoneNo, active: false },
      ],
    });
    expect((await read()).user).toEqual([{ ...first, phoneNo: phone(30), name: 'Moved' }, { ...second, active: false }, third]);
  });

  it('counts users that are not sent and those that are', async () => {
    await save({ user: people(4) });
    expect(told(await save({ user: people(2, 10) })).message).toBe('User limit exceeded. Maximum 5 users allowed.');
    expect((await save({ user: [{ phoneNo: phone(0), active: false }, ...people(2, 10)] })).status).toBe(200);
    expect((await read()).user.filter(({ active }) => active)).toHaveLength(5);
    rig.plant.sqlite.exec("update industry set max_users = 2 where id = 'DEMO'");
    expect((await save({ account: { industryName: 'Still saved' } })).status).toBe(200);
    expect(told(await save({ user: [{ phoneNo: phone(0), active: true }] })).message).toBe(
      'User limit exceeded. Maximum 2 users allowed.',
    );
  });

  it('ends every session of a user who is no longer active, and nobody else’s', async () => {
    await rig.addUser('ravi', { phone: phone(1) });
    await rig.addUser('meera', { phone: phone(2) });
    const [one, two, other] = [await rig.login('ravi'), await rig.login('ravi'), await rig.login('meera')];
    expect((await save({ user: [{ phoneNo: phone(1), active: false }] })).status).toBe(200);
    for (const token of [one, two])
      expect((await rig.call('GET', '/accounts/joinedDate', { token })).body).toMatchObject({ code: 440 });
    expect((await rig.call('GET', '/accounts/joinedDate', { token: other })).status).toBe(200);
    expect(rig.ended).toEqual([rig.ids.get('ravi'), rig.ids.get('ravi')]);
    expect(rig.rows("select status, ended_by from session where status = 'INACTIVE'")).toEqual([
      { status: 'INACTIVE', ended_by: 'deactivated' },
      { status: 'INACTIVE', ended_by: 'deactivated' },
    ]);
  });

  it('does not touch users of another industry, whatever ids are sent', async () => {
    await rig.addUser('north', { phone: phone(7), industryId: 'NORTH' });
    const id = rig.ids.get('north');
    const reply = await save({ user: [{ id, phoneNo: phone(8), active: false }] });
    expect(reply.status).toBe(200);
    expect(rig.rows(`select active, phone from user where id = '${id}'`)).toEqual([{ active: 1, phone: phone(7) }]);
    expect(told(await save({ user: [{ phoneNo: phone(7) }] }))).toMatchObject({ status: 409, code: 409 });
    expect((await read()).user.map(({ phoneNo }) => phoneNo)).toEqual([phone(8)]);
  });

  it('refuses a number that somebody else of the industry has', async () => {
    await rig.addUser('ravi', { phone: phone(1) });
    await rig.addUser('meera', { phone: phone(2) });
    expect(told(await save({ user: [{ id: rig.ids.get('ravi'), phoneNo: phone(2) }] }))).toMatchObject({
      status: 409,
      code: 409,
    });
  });

  it('keeps alerts.email and channels.email in step, whichever was edited', async () => {
    await save({ alerts: { email: { enabled: true, emailIds: ['a@b.example'] } } });
    const old = await read();
    expect(old.alerts.channels.email).toMatchObject({ enabled: true, recipients: ['a@b.example'] });
    const edited = structuredClone(old.alerts);
    if (edited.channels.email) edited.channels.email.recipients = ['c@d.example'];
    await save({ alerts: edited });
    expect((await read()).alerts).toMatchObject({
      email: { enabled: true, emailIds: ['c@d.example'] },
      channels: { email: { recipients: ['c@d.example'] } },
    });
  });

  it('keeps every earlier version of alerts and reports, with author and time', async () => {
    await save({ reports: { fiscalYearStartMonth: 1 } });
    rig.plant.clock.advance(60_000);
    await save({ reports: { fiscalYearStartMonth: 7 } });
    await save({ reports: { fiscalYearStartMonth: 7 } });
    const rows = rig.rows(
      "select version, document, saved_at, saved_by from settings_document where section = 'reports' order by version",
    );
    expect(rows.map(({ document, ...row }) => ({ ...row, month: JSON.parse(String(document)).fiscalYearStartMonth }))).toEqual([
      { version: 1, month: 1, saved_at: rig.plant.clock.now() - 60_000, saved_by: rig.ids.get('asha') },
      { version: 2, month: 7, saved_at: rig.plant.clock.now(), saved_by: rig.ids.get('asha') },
    ]);
  });

  it('is audited with what was there before and is there after', async () => {
    await save({ account: { industryName: 'New' }, user: people(1), reports: { fiscalYearStartMonth: 1 } });
    expect(rig.audited().map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['settings.account', 'settings.reports', 'user.add']),
    );
    const [account] = rig.audited('settings.account');
    expect(account).toMatchObject({ user_id: rig.ids.get('asha'), industry_id: 'DEMO', outcome: 'done' });
    expect(JSON.parse(account?.before ?? '')).toMatchObject({ industryName: 'Plant DEMO' });
    expect(JSON.parse(account?.after ?? '')).toMatchObject({ industryName: 'New' });
    await save({ account: {}, user: [{ phoneNo: phone(0), active: false }], reports: { fiscalYearStartMonth: 1 } });
    expect(rig.audited('settings.account')).toHaveLength(1);
    expect(rig.audited('user.change').map(({ before, after }) => [before, after])).toEqual([
      ['{"active":true}', '{"active":false}'],
    ]);
  });
});

it('lets a relay be set as the horn only by whoever may switch it, and keeps one that is already set', async () => {
  await rig.addUser('clerk', { permissions: ['ACCOUNT_SETTINGS'] });
  await rig.addUser('engineer', { permissions: ['ACCOUNT_SETTINGS', 'RELAY_CONTROL'] });
  const [clerk, engineer] = [await rig.login('clerk'), await rig.login('engineer')];
  const alerts = { escalation: [{ afterMinutes: 5, recipients: ['horn:siren'] }] };
  expect(told(await save({ alerts }, { token: clerk }))).toMatchObject({ status: 401, code: 401 });
  expect((await read(clerk)).alerts).toMatchObject({ escalation: [] });
  expect((await save({ alerts }, { token: engineer })).status).toBe(200);
  const later = { escalation: [{ afterMinutes: 9, recipients: ['horn:siren'] }] };
  expect((await save({ alerts: later }, { token: clerk })).status).toBe(200);
});

describe('a horn of the escalation', () => {
  const step = (...recipients: string[]) => ({ escalation: [{ afterMinutes: 5, recipients }] });
  const turn = { days: [1], from: '06:00', to: '14:00' };

  it.each([
    ['of another plant', step('a@plant.example', 'horn:north-siren'), 'escalation.0.recipients.1'],
    ['that is a valve', step('horn:inlet-valve'), 'escalation.0.recipients.0'],
    ['without an id', step('horn:'), 'escalation.0.recipients.0'],
    [
      'in a rota',
      { rotas: [{ name: 'night', turns: [{ ...turn, recipients: ['horn:nowhere'] }] }] },
      'rotas.0.turns.0.recipients.0',
    ],
    ['in a rota, else', { rotas: [{ name: 'night', turns: [], otherwise: ['horn:nowhere'] }] }, 'rotas.0.otherwise.0'],
  ])('%s is not saved, as nobody would hear it', async (_, alerts, path) => {
    const { status, body } = await save({ alerts });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 400, errors: [{ path: `alerts.${path}` }] } });
  });

  it('that was taken away keeps nobody from saving the rest', async () => {
    expect((await save({ alerts: step('horn:siren') })).status).toBe(200);
    rig.relays.clear();
    expect((await save({ alerts: step('horn:siren', 'a@plant.example') })).status).toBe(200);
  });
});
