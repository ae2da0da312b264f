import { describe, expect, it } from 'vitest';
import { unlimited } from '../../test/httpRig.ts';
import {
  eachFresh,
  mails,
  PATH,
  people,
  phone,
  read,
  rig,
  type Settings,
  save,
  startAnew,
  told,
} from '../../test/settingsRig.ts';
import type { AccountsParts } from './create.ts';

eachFresh();

describe('two admins at once', () => {
  it('the later is answered with a conflict, and what the first saved stays', async () => {
    const { headers } = await rig.call('GET', PATH);
    const match = { 'if-match': String(headers.etag) };
    const first = await save({ account: { industryName: 'First' } }, { headers: match });
    expect(first.status).toBe(200);
    expect(told(await save({ account: { industryName: 'Second' } }, { headers: match }))).toMatchObject({
      status: 409,
      code: 409,
    });
    expect(told(await save({ account: { industryName: 'Second' } }, { headers: { 'if-match': '' } }))).toMatchObject({
      status: 400,
      code: 1403,
    });
    expect((await read()).account.industryName).toBe('First');
    expect(
      (await save({ account: { industryName: 'Third' } }, { headers: { 'if-match': String(first.headers.etag) } })).status,
    ).toBe(200);
  });

  it('get the conflict without If-Match too, when their requests overlap', async () => {
    await rig.stop();
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    // the first change waits until all three have come
    const wrap = (parts: AccountsParts): AccountsParts => ({
      ...parts,
      changes: {
        run: (industryId, change) => {
          waiting += 1;
          if (waiting === 3) all.resolve();
          return parts.changes.run(industryId, () => all.promise.then(change));
        },
      },
    });
    await startAnew({ wrap });
    const replies = await Promise.all(['A', 'B', 'C'].map((industryName) => save({ account: { industryName } })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const saved = replies.find(({ status }) => status === 200)?.body as Settings;
    expect((await read()).account.industryName).toBe(saved.account.industryName);
  });

  it('a client that has the present state is answered 304', async () => {
    const { headers } = await rig.call('GET', PATH);
    expect((await rig.call('GET', PATH, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
  });
});

describe('a save that fails on its way', () => {
  it.each([
    [
      'the last user',
      "create trigger broken before insert on user when new.kind = 'sso' begin select raise(abort, 'broken'); end",
    ],
    ['the documents', "create trigger broken before insert on settings_document begin select raise(abort, 'broken'); end"],
    [
      'the audit log',
      "create trigger broken before insert on audit when new.kind = 'user.add' begin select raise(abort, 'broken'); end",
    ],
  ])('leaves nothing half written: %s', async (_, trigger) => {
    await rig.addUser('ravi', { phone: phone(1) });
    const token = await rig.login('ravi');
    const all =
      'select (select group_concat(id || active || permissions) from user) users, (select count(*) from settings_document) documents, (select group_concat(name || version || meta) from industry) industries, (select group_concat(status) from session) sessions';
    const before = rig.rows(all);
    rig.plant.sqlite.exec(trigger);
    const reply = await save({
      account: { industryName: 'Half' },
      user: [{ phoneNo: phone(1), active: false }, ...people(1, 5)],
      reports: { fiscalYearStartMonth: 2 },
      sso: mails(1),
    });
    expect(reply.status).toBeGreaterThanOrEqual(409);
    rig.plant.sqlite.exec('drop trigger broken');
    expect(rig.rows(all)).toEqual(before);
    expect((await rig.call('GET', '/accounts/joinedDate', { token })).status).toBe(200);
    expect((await read()).account.industryName).toBe('Plant DEMO');
    expect((await save({ account: { industryName: 'Whole' } })).status).toBe(200);
  });
});

describe('the limit of user creation', () => {
  it('counts requests that add a user, and no others', async () => {
    await rig.stop();
    await startAnew({
      limits: { ...unlimited, userCreate: [{ max: 2, seconds: 3600 }] },
    });
    for (let at = 0; at < 2; at += 1) expect((await save({ user: people(1, at) })).status).toBe(200);
    expect(told(await save({ user: people(9) })).message).toMatch(/User limit/);
    const refused = await save({ user: people(1, 3), account: { industryName: 'Not this' } });
    expect(refused).toMatchObject({ status: 429, body: { code: 429 } });
    expect(refused.headers['retry-after']).toBe('3600');
    expect((await read()).account.industryName).toBe('Plant DEMO');
    expect((await save({ user: people(1), account: { industryName: 'This' } })).status).toBe(200);
    rig.plant.clock.advance(3_600_000);
    expect((await save({ user: people(1, 3) })).status).toBe(200);
  });
});
