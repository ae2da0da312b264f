import { describe, expect, it } from 'vitest';
import { someSettings } from '../../test/accountsRig.ts';
import { eachFresh, mails, PATH, people, rig, save, told } from '../../test/settingsRig.ts';

eachFresh();

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
      'a shift off the 5 minutes',
      someSettings({ account: { shift: { startAt: '06:02:00', endAt: '06:00:00' } } }),
      400,
      400,
      expect.stringMatching(/startAt/) as never,
    ],
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

  it.each([null, ''])('does not look at a logo that is %j', async (logo) => {
    expect((await save({ account: { logo } })).status).toBe(200);
  });
});
