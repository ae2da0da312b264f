import { afterEach, describe, expect, it } from 'vitest';
import { loginResponse } from '../../../contract/user/auth.ts';
import { isFailure } from '../../../core/fail.ts';
import { type AuthRig, startAuth } from '../../../test/authRig.ts';
import { type Reply, silent, unlimited } from '../../../test/httpRig.ts';
import type { SmsChannel } from '../../delivery/model.ts';

const PHONE = '9820098200';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const tableLimits = {
  generate: [
    { max: 3, seconds: 60 },
    { max: 10, seconds: 3600 },
    { max: 20, seconds: 86_400 },
  ],
  verify: [
    { max: 5, seconds: 60 },
    { max: 15, seconds: 3600 },
  ],
};

class Outbox implements SmsChannel {
  readonly name = 'outbox';
  readonly sent: { to: string; text: string }[] = [];
  async send(to: string, text: string): Promise<void> {
    this.sent.push({ to, text });
  }
  get code(): string {
    return /\d{6}/.exec(this.sent.at(-1)?.text ?? '')?.[0] ?? '';
  }
}

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());

const start = async (options: Parameters<typeof startAuth>[0] = {}) => {
  const sms = new Outbox();
  const at = await startAuth({ ...options, otp: { sms, text: 'Code {code}', ...options.otp } });
  rig = at;
  await at.addUser({ username: 'ravi', phone: PHONE });
  const ask = (phNumber = PHONE): Promise<Reply> => at.ask('/api/user/user/otplogin', { method: 'POST', headers: { phNumber } });
  const stampOf = ({ body }: Reply): string => String((body as { otpTimestamp: number }).otpTimestamp);
  const enter = (otpTimestamp: string, password: string, username = PHONE): Promise<Reply> =>
    at.ask('/api/user/user/login', { headers: { LoginType: 'otp', username, password, otpTimestamp } });
  return { at, sms, ask, stampOf, enter };
};
const other = (code: string): string => (code === '111111' ? '222222' : '111111');
const wrong = { status: 401, body: { code: 1401, message: 'Invalid or expired code' } };

describe('otplogin', () => {
  it('sends a code to the number with its country code and answers when', async () => {
    const { at, sms, ask } = await start();
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'OTP sent successfully', status: 'Success', otpTimestamp: Math.floor(at.clock.now() / 1000) },
    ]);
    expect(sms.sent).toEqual([{ to: `91${PHONE}`, text: expect.stringMatching(/^Code \d{6}$/) }]);
    expect(answer.text).not.toContain(sms.code);
  });

  it('tells unregistered, inactive and disabled numbers apart as the document says', async () => {
    const { at, ask, sms } = await start();
    await at.addUser({ username: 'former', phone: '9820000001', active: false });
    await at.addUser({ username: 'barred', phone: '9820000002', disabled: true });
    await at.addUser({ username: 'north', phone: '9820000003', industryId: 'NORTH' });
    for (const industry of at.industries) industry.disabled = industry.id === 'NORTH';
    for (const number of ['9999999999', '9820000001'])
      expect(await ask(number)).toMatchObject({ status: 401, body: { code: 1401, message: 'Unregistered Number' } });
    expect(await ask('9820000002')).toMatchObject({ status: 403, body: { code: 1405, message: 'User is disabled' } });
    expect(await ask('9820000003')).toMatchObject({ status: 403, body: { code: 1405, message: 'Industry is disabled' } });
    expect(sms.sent).toEqual([]);
  });

  it.each([
    ['', 'phNumber missing'],
    ['+919820098200', 'phNumber must be 4 to 15 digits, without country code'],
    ['98200 98200', 'phNumber must be 4 to 15 digits, without country code'],
  ])('with %j is 1403', async (number, message) => {
    const { ask } = await start();
    expect(await ask(number)).toMatchObject({ status: 400, body: { code: 1403, message } });
  });

  it('without a channel is 503 in words, and one line of the log', async () => {
    const lines: string[] = [];
    const error = (_: object, message: string) => void lines.push(`error ${message}`);
    const at = await startAuth({ log: { ...silent, error, warn: (_, message) => lines.push(message) } });
    rig = at;
    await at.addUser({ phone: PHONE });
    for (let time = 0; time < 3; time += 1)
      expect(await at.ask('/api/user/user/otplogin', { method: 'POST', headers: { phNumber: PHONE } })).toMatchObject({
        status: 503,
        body: { code: 503, message: 'No SMS channel is configured on this server' },
      });
    expect(lines).toEqual(['No SMS channel is configured on this server: nobody can log in by a one-time code']);
  });

  it('leaves no code behind that is over once another one is asked for', async () => {
    const { at, ask } = await start();
    const issued = async () =>
      (await at.db.kysely.selectFrom('otp_code').select('expires_at').execute()).map((row) => row.expires_at);
    await ask();
    const [expiresAtMs = 0] = await issued();
    at.clock.set(expiresAtMs - 1);
    await ask();
    expect(await issued()).toHaveLength(2);
    at.clock.set(expiresAtMs);
    await ask();
    expect(await issued()).not.toContain(expiresAtMs);
    expect(await issued()).toHaveLength(2);
  });

  it('is limited by address, and by number over a restart', async () => {
    const { at, ask } = await start({ limits: { ...unlimited, otp: [{ max: 4, seconds: 60 }] }, otp: { limits: tableLimits } });
    for (let i = 0; i < 3; i += 1) expect((await ask()).status).toBe(200);
    const fourth = await ask();
    expect(fourth).toMatchObject({ status: 429, body: { code: 429 } });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('9999999999')).status).toBe(429);
    rig = await at.restart();
    const request = () => rig?.logins.otp.request(PHONE, { ip: '10.0.0.1', requestId: 'r' });
    await expect(request()).rejects.toMatchObject({ code: 'rateLimit' });
    at.clock.advance(MINUTE_MS);
    await expect(request()).resolves.toBeGreaterThan(0);
  });

  it('is limited for a device that logged in before by itself, whatever strangers ask for the same number', async () => {
    const { at, sms, ask, stampOf } = await start({ otp: { limits: tableLimits } });
    const otpTimestamp = stampOf(await ask());
    const login = { LoginType: 'otp', username: PHONE, password: sms.code, otpTimestamp, deviceId: 'the phone of ravi' };
    expect((await at.ask('/api/user/user/login', { headers: login })).status).toBe(200);
    const request = (deviceId?: string) =>
      at.logins.otp.request(PHONE, { ip: '10.0.0.1', requestId: 'r', ...(deviceId !== undefined && { deviceId }) }).then(
        () => 'sent',
        (error: unknown) => (isFailure(error) ? error.code : 'fault'),
      );
    expect([await request(), await request('made up'), await request('another')]).toEqual(['sent', 'sent', 'rateLimit']);
    const own = await Promise.all([1, 2, 3, 4].map(() => request('the phone of ravi')));
    expect(own.sort()).toEqual(['rateLimit', 'sent', 'sent', 'sent']);
  });

  it('in test mode sends nothing and takes the known code', async () => {
    const { sms, ask, stampOf, enter } = await start({ otp: { testCodes: new Map([[PHONE, '123456']]) } });
    const stamp = stampOf(await ask());
    expect(sms.sent).toEqual([]);
    expect(await enter(stamp, '654321')).toMatchObject(wrong);
    expect((await enter(stamp, '123456')).status).toBe(200);
    expect(await enter(stamp, '123456')).toMatchObject(wrong);
  });

  it('answers although the gateway fails', async () => {
    const { ask } = await start({ otp: { sms: { name: 'broken', send: () => Promise.reject(new Error('no network')) } } });
    expect((await ask()).status).toBe(200);
  });
});

describe('login by code', () => {
  it('opens a session once', async () => {
    const { sms, ask, stampOf, enter } = await start();
    const stamp = stampOf(await ask());
    const answer = await enter(stamp, sms.code);
    expect(answer.status).toBe(200);
    expect(loginResponse.parse(answer.body)).toMatchObject({ username: 'ravi', type: 'otp', industryId: 'DEMO' });
    expect(await enter(stamp, sms.code)).toMatchObject(wrong);
  });

  it('opens one session when two requests bring the code at the same moment', async () => {
    const { sms, ask, stampOf, enter } = await start();
    const stamp = stampOf(await ask());
    const answers = await Promise.all([1, 2, 3].map(() => enter(stamp, sms.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('refuses another time, another number, a late code and a forged one', async () => {
    const { at, sms, ask, stampOf, enter } = await start();
    await at.addUser({ username: 'meera', phone: '9820000009' });
    const stamp = stampOf(await ask());
    const { code } = sms;
    expect(await enter(String(Number(stamp) + 1), code)).toMatchObject(wrong);
    expect(await enter(stamp, code, '9820000009')).toMatchObject(wrong);
    expect(await enter(stamp, code, '9999999999')).toMatchObject(wrong);
    expect(await enter(stamp, `${code}0`)).toMatchObject(wrong);
    expect(await enter('soon', code)).toMatchObject({ body: { code: 1403, message: 'otpTimestamp must be a whole number' } });
    at.clock.advance(5 * MINUTE_MS - 1);
    expect((await enter(stamp, code)).status).toBe(200);
    const late = stampOf(await ask());
    at.clock.advance(5 * MINUTE_MS);
    expect(await enter(late, sms.code)).toMatchObject(wrong);
  });

  it('gives a code five tries', async () => {
    const { sms, ask, stampOf, enter } = await start();
    const stamp = stampOf(await ask());
    for (let i = 0; i < 5; i += 1) expect(await enter(stamp, other(sms.code))).toMatchObject(wrong);
    expect(await enter(stamp, sms.code)).toMatchObject(wrong);
    const fresh = await ask();
    expect((await enter(stampOf(fresh), sms.code)).status).toBe(200);
  });

  it('says that a user was disabled after the code was sent', async () => {
    const { at, sms, ask, stampOf, enter } = await start();
    const stamp = stampOf(await ask());
    const { code } = sms;
    const [user] = at.logins.users.usersOf('DEMO');
    await at.logins.users.change(user?.id ?? '', { disabled: true }, 'test');
    expect(await enter(stamp, code)).toMatchObject({ status: 403, body: { code: 1405 } });
  });

  it('is limited by address, five a minute', async () => {
    const { ask, stampOf, enter } = await start({ otp: { limits: tableLimits } });
    const stamp = stampOf(await ask());
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await enter(stamp, 'x')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is limited by the network of an address in IPv6, in which one machine has any number', async () => {
    const { at } = await start({ otp: { limits: tableLimits } });
    const tries = Array.from({ length: 6 }, (_, n) => ({ ip: `2001:db8::${n}`, requestId: 'r' }));
    const codes: unknown[] = [];
    for (const origin of tries) codes.push(await at.logins.otp.verify(PHONE, 'x', 1, origin).catch(({ code }) => code));
    expect(codes).toEqual([...new Array<string>(5).fill('credentials'), 'rateLimit']);
  });

  it('looks at no more than 20 of 10,000 guesses a day from 250 addresses, restarted or not', async () => {
    const { at } = await start({ otp: { limits: tableLimits } });
    let current: AuthRig = at;
    at.db.sqlite.pragma('synchronous=off');
    const origin = (n: number) => ({ ip: `127.0.${Math.floor(n / 250)}.${n % 250}`, requestId: 'r' });
    let stamp = 0;
    let evaluated = 0;
    let refused = 0;
    for (let i = 0; i < 10_000; i += 1) {
      if (i === 5000) {
        current = await at.restart();
        rig = current;
        current.db.sqlite.pragma('synchronous=off');
      }
      if (i % 25 === 0) stamp = await current.logins.otp.request(PHONE, origin(i % 250)).catch(() => stamp);
      try {
        await current.logins.otp.verify(PHONE, String(i).padStart(6, '0'), stamp, origin(i % 250));
        throw new Error('a guess was right');
      } catch (error) {
        if (isFailure(error, 'credentials')) evaluated += 1;
        else if (isFailure(error, 'rateLimit')) refused += 1;
        else throw error;
      }
      current.clock.advance(Math.floor(DAY_MS / 10_001));
    }
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThanOrEqual(20);
    expect(evaluated + refused).toBe(10_000);
    current.clock.advance(DAY_MS);
    const next = current.logins.otp.verify(PHONE, '000000', stamp, origin(1));
    await expect(next).rejects.toMatchObject({ code: 'credentials' });
  });

  it('keeps no code in the database', async () => {
    const { at, sms, ask } = await start();
    await ask();
    const text = JSON.stringify(await at.db.kysely.selectFrom('otp_code').selectAll().execute());
    expect(text).not.toContain(sms.code);
    expect(text).not.toContain(PHONE);
  });

  it('takes the same processor time for an unknown number', async () => {
    const { at } = await start();
    const timeOf = async (phone: string): Promise<number> => {
      const before = process.cpuUsage();
      await at.logins.otp.request(phone, { ip: '127.0.0.1', requestId: 'r' }).catch(() => undefined);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 100; i += 1) {
      known.push(await timeOf(PHONE));
      unknown.push(await timeOf('9999999999'));
    }
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[50] ?? 0;
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(10);
  });
});
