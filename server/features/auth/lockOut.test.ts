import { afterEach, describe, expect, it } from 'vitest';
import { isFailure } from '../../core/fail.ts';
import { type AuthRig, startAuth } from '../../test/authRig.ts';
import { askPort, type Reply } from '../../test/httpRig.ts';
import type { Comer } from './passwords/credentials.ts';

const DAY_MS = 86_400_000;
const PHONE = '9820098200';
const GOOD = 'right';

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());

const start = async (options: Parameters<typeof startAuth>[0] = {}) => {
  const at = await startAuth(options);
  rig = at;
  const userId = await at.addUser({ phone: PHONE });
  return { at, userId };
};

/** One of many machines on the network. */
const stranger = (n: number, fields: Partial<Comer> = {}): Comer => ({
  ip: `10.1.${n >> 8}.${n & 255}`,
  requestId: 'r',
  ...fields,
});
const tries = async (at: AuthRig, password: string, comer: Comer, username = 'asha'): Promise<'in' | 'refused'> => {
  try {
    await at.logins.credentials.verify(username, password, comer);
    return 'in';
  } catch (error) {
    if (isFailure(error, 'credentials')) return 'refused';
    throw error;
  }
};
const flood = async (at: AuthRig, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await tries(at, `wrong ${n}`, stranger(n, { deviceId: `made up ${n}` }));
};

describe('strangers', () => {
  it('have 20 tries a day for an account together, whatever their addresses and devices are called, over a restart', async () => {
    const { at } = await start();
    await flood(at, 19);
    expect(await tries(at, GOOD, stranger(500))).toBe('in');
    await flood(at, 1);
    expect(await tries(at, GOOD, stranger(501))).toBe('refused');
    rig = await at.restart();
    at.clock.advance(DAY_MS - 1);
    expect(await tries(rig, GOOD, stranger(502))).toBe('refused');
    at.clock.advance(1);
    expect(await tries(rig, GOOD, stranger(503))).toBe('in');
  });

  it('get no tries back by a login of the owner', async () => {
    const { at } = await start();
    await flood(at, 15);
    for (let n = 0; n < 5; n += 1) expect(await tries(at, GOOD, stranger(600 + n))).toBe('in');
    await flood(at, 5);
    expect(await tries(at, GOOD, stranger(700))).toBe('refused');
  });

  it('have no more than 20 looked at when hundreds come at the same moment', async () => {
    const { at } = await start();
    const wrong = Array.from({ length: 60 }, (_, n) => tries(at, `wrong ${n}`, stranger(n)));
    const answers = await Promise.all([...wrong, tries(at, GOOD, stranger(999))]);
    expect(answers).not.toContain('in');
  });

  it('use up no tries of an account by a flood, in which nobody’s password is looked at', async () => {
    const { at } = await start();
    const known = await at.logins.credentials.verify('asha', GOOD, stranger(0));
    const written = (): unknown => at.db.sqlite.prepare('select total_changes()').pluck().get();
    const before = Number(written());
    const others = Promise.allSettled(Array.from({ length: 70 }, (_, n) => tries(at, 'wrong', stranger(n), `nobody ${n}`)));
    // all of them wait for their turn, and none is through: hashes end in threads
    for (let step = 0; step < 1000; step += 1) await Promise.resolve();
    const owners = Array.from({ length: 25 }, (_, n) => tries(at, GOOD, stranger(100 + n)));
    const confirmed = Array.from({ length: 15 }, () => at.logins.credentials.confirm(known.user.id, GOOD));
    const outcomes = await Promise.allSettled([...owners, ...confirmed]);
    const turnedAway = outcomes.filter((one) => one.status === 'rejected' && isFailure(one.reason, 'unavailable'));
    expect(turnedAway).toHaveLength(40);
    // who is turned away costs no write either
    const looked = (await others).filter(({ status }) => status === 'fulfilled').length;
    expect(Number(written()) - before).toBe(looked);
    expect(await tries(at, GOOD, stranger(500))).toBe('in');
    await at.logins.credentials.confirm(known.user.id, GOOD);
  });

  it('learn nothing about the lock from the answer, and unknown names are treated alike', async () => {
    const { at } = await start();
    for (const username of ['asha', 'nobody'])
      for (let n = 0; n < 25; n += 1) expect(await tries(at, 'wrong', stranger(n), username)).toBe('refused');
    expect(await tries(at, GOOD, stranger(1), 'asha')).toBe('refused');
  });
});

describe('while strangers hold an account locked', () => {
  it('its known device logs in, and has tries of its own', async () => {
    const { at } = await start({ trustedProxies: ['127.0.0.1'] });
    const from = (ip: string, password: string, deviceId?: string): Promise<Reply> =>
      at.login({ 'x-forwarded-for': ip, password, ...(deviceId !== undefined && { deviceId }) });
    const device = 'b2c7d1f0-phone-of-asha';
    expect((await from('10.9.9.9', GOOD, device)).status).toBe(200);
    await flood(at, 25);
    expect((await from('10.9.9.9', GOOD)).status).toBe(401);
    expect((await from('10.9.9.9', GOOD, 'another device')).status).toBe(401);
    expect((await from('10.9.9.9', GOOD, device)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) await from('10.9.9.9', 'wrong', device);
    expect((await from('10.9.9.9', GOOD, device)).status).toBe(401);
    at.clock.advance(900_000);
    expect((await from('10.9.9.9', GOOD, device)).status).toBe(200);
  });

  it('a device whose session was taken away is a stranger again', async () => {
    const { at, userId } = await start();
    const device = { deviceId: 'a phone that was stolen' };
    expect((await at.login(device)).status).toBe(200);
    await flood(at, 25);
    expect(await tries(at, GOOD, stranger(1, device))).toBe('in');
    await at.logins.users.endSessions(at.logins.auth.sessionsOf(userId), 'admin');
    expect(await tries(at, GOOD, stranger(2, device))).toBe('refused');
  });

  it('the console of the machine logs in, but nobody who comes by a proxy on it or calls it by another name', async () => {
    const { at } = await start({ hosts: { allowedHosts: ['plant-pc'] } });
    await flood(at, 25);
    for (const headers of [
      { 'x-forwarded-for': '10.0.0.1' },
      { forwarded: 'for=10.0.0.1' },
      { 'x-real-ip': '10.0.0.1' },
      { via: '1.1 proxy' },
      { host: 'plant-pc' },
    ])
      expect((await at.login(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(401);
    expect((await at.login()).status).toBe(200);
  });

  it('who is in stays in, changes the password, and confirms it', async () => {
    const { at } = await start();
    const token = ((await at.login()).body as { access_token: string }).access_token;
    await flood(at, 25);
    const change = (newPassword: string) =>
      at.call('PUT', '/api/plant/me/password', token, { body: { password: GOOD, newPassword } });
    expect((await change('mango tractor violin 7')).status).toBe(200);
  });
});

describe('one-time codes', () => {
  const limits = { generate: [{ max: 20, seconds: 86_400 }], verify: [] };
  const code = async (at: AuthRig, comer: Comer): Promise<'in' | 'refused' | 'limited'> => {
    try {
      const issuedS = await at.logins.otp.request(PHONE, comer);
      await at.logins.otp.verify(PHONE, '123456', issuedS, comer);
      return 'in';
    } catch (error) {
      return isFailure(error, 'rateLimit') ? 'limited' : 'refused';
    }
  };

  it('of a number that strangers have used up still come for its known phone', async () => {
    const { at } = await start({ otp: { limits, testCodes: new Map([[PHONE, '123456']]) } });
    const device = 'phone 7c1f';
    const answer = await at.ask('/api/user/user/otplogin', { method: 'POST', headers: { phNumber: PHONE } });
    const otpTimestamp = String((answer.body as { otpTimestamp: number }).otpTimestamp);
    const headers = { LoginType: 'otp', username: PHONE, password: '123456', otpTimestamp, deviceId: device };
    expect((await askPort(at.port, '/api/user/user/login', { headers })).status).toBe(200);
    let looked = 0;
    for (let n = 0; n < 100; n += 1)
      await at.logins.otp.verify(PHONE, '000000', 1, stranger(n)).catch((error) => {
        looked += isFailure(error, 'credentials') ? 1 : 0;
      });
    expect(looked).toBe(20);
    for (let n = 0; n < 30; n += 1) await at.logins.otp.request(PHONE, stranger(n)).catch(() => undefined);
    expect(await code(at, stranger(5, { deviceId: 'another' }))).toBe('limited');
    expect(await code(at, stranger(6, { deviceId: device }))).toBe('in');
    for (let n = 0; n < 10; n += 1)
      await at.logins.otp.verify(PHONE, '000000', 1, stranger(n, { deviceId: device })).catch(() => 0);
    await expect(at.logins.otp.verify(PHONE, '000000', 1, stranger(7, { deviceId: device }))).rejects.toMatchObject({
      code: 'rateLimit',
    });
  });
});
