import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthRig, startAuth } from '../../../test/authRig.ts';
import { Passwords } from './passwords.ts';

let rig: AuthRig;
let asha: string;
let chief: string;
beforeEach(async () => {
  rig = await startAuth();
  asha = await rig.addUser();
  await rig.addUser({ username: 'chief', role: 'admin', permissions: ['ACCOUNT_SETTINGS', 'ALERTS'] });
  chief = await tokenOf('chief', 'right');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.stop();
});

const tokenOf = async (username: string, password: string): Promise<string> =>
  ((await rig.login({ username, password })).body as { access_token: string }).access_token;
const statusOf = async (password: string): Promise<number> => (await rig.login({ password })).status;

const THEIRS = 'given by the chief 1';
const OWN = 'chosen by a thief 1';
const reset = async (): Promise<void> => {
  const answer = await rig.call('PUT', `/api/plant/users/${asha}/password`, chief, { body: { newPassword: THEIRS } });
  expect(answer.status, answer.text).toBe(200);
};
const sessions = () => rig.logins.auth.sessionsOf(asha).length;

/** The first time: the work is done, and before its caller goes on something else happens. */
const afterFirst = (name: 'hash' | 'verify', then: () => Promise<void>): void => {
  let isFirst = true;
  const goOn = async <T>(work: Promise<T>): Promise<T> => {
    const mine = isFirst;
    isFirst = false;
    const result = await work;
    if (mine) await then();
    return result;
  };
  const { hash, verify } = Passwords.prototype;
  if (name === 'hash')
    vi.spyOn(Passwords.prototype, 'hash').mockImplementation(function (this: Passwords, password) {
      return goOn(hash.call(this, password));
    });
  else
    vi.spyOn(Passwords.prototype, 'verify').mockImplementation(function (this: Passwords, ...asked) {
      return goOn(verify.apply(this, asked));
    });
};

describe('a password that somebody else sets', () => {
  it('while a login with the one before is looked at opens no session by that', async () => {
    afterFirst('verify', reset);
    expect(await statusOf('right')).toBe(401);
    expect(sessions()).toBe(0);
    expect(await statusOf(THEIRS)).toBe(200);
  });

  it('while the user changes it themselves is the one that stays', async () => {
    const token = await tokenOf('asha', 'right');
    afterFirst('hash', reset);
    const body = { password: 'right', newPassword: OWN };
    const answer = await rig.call('PUT', '/api/plant/me/password', token, { body });
    expect(answer.status, answer.text).toBe(440);
    expect([await statusOf(OWN), await statusOf(THEIRS)]).toEqual([401, 200]);
  });

  it('from another session at once is set once', async () => {
    const tokens = [await tokenOf('asha', 'right'), await tokenOf('asha', 'right')];
    const set = (token: string, newPassword: string) =>
      rig.call('PUT', '/api/plant/me/password', token, { body: { password: 'right', newPassword } });
    afterFirst('hash', async () => {
      expect((await set(tokens[1] ?? '', THEIRS)).status).toBe(200);
    });
    expect((await set(tokens[0] ?? '', OWN)).status).toBe(440);
    expect([await statusOf(OWN), await statusOf(THEIRS)]).toEqual([401, 200]);
  });

  it('while a link made before is used is the one that stays', async () => {
    const made = await rig.call('POST', `/api/plant/users/${asha}/password-links`, chief);
    const { token } = made.body as { token: string };
    afterFirst('hash', reset);
    const answer = await rig.ask('/api/plant/password-links/use', { method: 'POST', body: { token, newPassword: OWN } });
    expect(answer.status, answer.text).toBe(401);
    expect([await statusOf(OWN), await statusOf(THEIRS)]).toEqual([401, 200]);
  });
});

it('a session that is ended while its user changes the password changes none', async () => {
  const token = await tokenOf('asha', 'right');
  afterFirst('hash', async () => {
    expect((await rig.call('DELETE', `/api/plant/users/${asha}/sessions`, chief)).status).toBe(200);
  });
  const answer = await rig.call('PUT', '/api/plant/me/password', token, { body: { password: 'right', newPassword: OWN } });
  expect([answer.status, answer.headers['x-service-code']]).toEqual([440, '440']);
  expect([await statusOf(OWN), await statusOf('right')]).toEqual([401, 200]);
});
