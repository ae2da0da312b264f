import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, type LimitName } from '../contract/endpoint.ts';
import { ManualClock } from '../core/clock.ts';
import { type Rig, sessionsOf, someCaller, startRig, unlimited } from '../test/httpRig.ts';
import { type LimitSettings, RateLimiter } from './limits.ts';
import { route } from './route.ts';

const rowOf = (path: string, limit: LimitName = 'default', method: 'get' | 'post' = 'get') =>
  endpoint({ base: 'user', method, path, summary: 'x', auth: 'access', limit, faults: [], reply: z.unknown() });

const perHourAndDay = (hour: number, day: number) => [
  { max: day, seconds: 86_400 },
  { max: hour, seconds: 3600 },
];
const table: LimitSettings = {
  profile: 'spec',
  default: perHourAndDay(50, 200),
  login: [
    { max: 10, seconds: 60 },
    { max: 50, seconds: 3600 },
  ],
  otp: [
    { max: 3, seconds: 60 },
    { max: 10, seconds: 3600 },
    { max: 20, seconds: 86_400 },
  ],
  refresh: perHourAndDay(50, 200),
  plant: perHourAndDay(600, 6000),
  panel: perHourAndDay(1200, 12_000),
  priority: perHourAndDay(1200, 12_000),
  userCreate: perHourAndDay(5, 20),
};
const session = (sessionId: string, panel = false) => ({ caller: someCaller({ sessionId }), panel });
const HOUR_MS = 3_600_000;

type Who = { ip?: string; session?: ReturnType<typeof session> };
/** Whether a request had room; it is counted where it had. */
const passes = (limiter: RateLimiter, row: ReturnType<typeof rowOf>, ip: string, who?: ReturnType<typeof session>): boolean => {
  const key = limiter.keyOf(row, ip, who);
  return key === undefined || limiter.count(key);
};
const limiterOf = (settings: Partial<LimitSettings> = {}) => {
  const clock = new ManualClock(0);
  const limiter = new RateLimiter({ ...table, ...settings }, clock);
  /** How many of `tries` requests pass. */
  const passing = (row: ReturnType<typeof rowOf>, tries: number, { ip = '10.0.0.1', session: who }: Who = {}): number =>
    Array.from({ length: tries }, () => passes(limiter, row, ip, who)).filter(Boolean).length;
  return { clock, limiter, passing };
};

describe('the limits of the table', () => {
  it('are 50 an hour and 200 a day by default, from the first request on', () => {
    const { clock, passing } = limiterOf();
    const row = rowOf('/a');
    const hours = Array.from({ length: 6 }, () => {
      const passed = passing(row, 60);
      clock.advance(HOUR_MS);
      return passed;
    });
    expect(hours).toEqual([50, 50, 50, 50, 0, 0]);
    clock.advance(18 * HOUR_MS);
    expect(passing(row, 60)).toBe(50);
  });

  it('hold until the very end of the window', () => {
    const { clock, passing } = limiterOf();
    passing(rowOf('/a'), 50);
    clock.advance(HOUR_MS - 1);
    expect(passing(rowOf('/a'), 1)).toBe(0);
    clock.advance(1);
    expect(passing(rowOf('/a'), 1)).toBe(1);
  });

  it('count each endpoint and each address for itself', () => {
    const { passing } = limiterOf();
    expect(passing(rowOf('/a'), 60)).toBe(50);
    expect(passing(rowOf('/b'), 60)).toBe(50);
    expect(passing(rowOf('/a', 'default', 'post'), 60)).toBe(50);
    expect(passing(rowOf('/a'), 60, { ip: '10.0.0.2' })).toBe(50);
    expect(passing(rowOf('/a'), 60, { ip: 'fe80::1' })).toBe(50);
    expect(passing(rowOf('/a'), 60, { ip: 'fe80::2' })).toBe(50);
  });

  it('count the addresses of an IPv6 network as one where nobody has logged in, and sessions by their own', () => {
    const { limiter, passing } = limiterOf();
    const ip = (n: number): string => `2001:db8:0:1::${n.toString(16)}`;
    const tries = (row: ReturnType<typeof rowOf>, who?: ReturnType<typeof session>): number =>
      Array.from({ length: 60 }, (_, n) => passing(row, 1, { ip: ip(n), ...(who && { session: who }) })).reduce((a, b) => a + b);
    expect([tries(rowOf('/l', 'login')), tries(rowOf('/o', 'otp')), tries(rowOf('/a'))]).toEqual([10, 3, 50]);
    expect(tries(rowOf('/a'), session('s1'))).toBe(60);
    expect(passing(rowOf('/l', 'login'), 1, { ip: '2001:db8:0:2::1' })).toBe(1);
    for (let n = 0; n < 5; n += 1) limiter.spend('userCreate', ip(n));
    expect(() => limiter.spend('userCreate', ip(5))).toThrow('Rate limit exceeded');
  });

  it('are 10 a minute and 50 an hour for login, in place of the default, shared by every row of that limit', () => {
    const { clock, passing } = limiterOf();
    const minutes = Array.from({ length: 7 }, () => {
      const passed = passing(rowOf('/user/login', 'login'), 8) + passing(rowOf('/user/validateCredentials', 'login'), 8);
      clock.advance(60_000);
      return passed;
    });
    expect(minutes).toEqual([10, 10, 10, 10, 10, 0, 0]);
    clock.advance(24 * HOUR_MS);
    for (let hour = 0; hour < 6; hour += 1) {
      expect(passing(rowOf('/user/login', 'login'), 10)).toBe(10);
      clock.advance(HOUR_MS);
    }
  });

  it('are 3 a minute, 10 an hour and 20 a day for OTP', () => {
    const { clock, passing } = limiterOf();
    const passed = Array.from({ length: 180 }, () => {
      const inMinute = passing(rowOf('/user/otplogin', 'otp'), 5);
      clock.advance(60_000);
      return inMinute;
    });
    expect(passed.slice(0, 5)).toEqual([3, 3, 3, 1, 0]);
    expect(passed.reduce((sum, one) => sum + one, 0)).toBe(20);
  });

  it('do not let refused requests use up the longer windows', () => {
    const { clock, passing } = limiterOf();
    passing(rowOf('/a'), 5000);
    clock.advance(HOUR_MS);
    expect(passing(rowOf('/a'), 60)).toBe(50);
  });

  it('bind a session by address in profile spec, and by itself with more room in profile plant', () => {
    const spec = limiterOf();
    expect(spec.passing(rowOf('/a'), 700, { session: session('s1') })).toBe(50);
    const plant = limiterOf({ profile: 'plant' });
    expect(plant.passing(rowOf('/a'), 700, { session: session('s1') })).toBe(600);
    expect(plant.passing(rowOf('/a'), 700, { session: session('s2') })).toBe(600);
    expect(plant.passing(rowOf('/a'), 700)).toBe(50);
    expect(plant.passing(rowOf('/r', 'refresh'), 700, { session: session('s1') })).toBe(600);
    expect(plant.passing(rowOf('/l', 'login'), 700, { session: session('s1') })).toBe(10);
  });

  it('give sessions of the panel their own in both profiles', () => {
    for (const profile of ['spec', 'plant'] as const)
      expect(limiterOf({ profile }).passing(rowOf('/a'), 1300, { session: session('s1', true) })).toBe(1200);
  });

  it('let a screen that asks twice a minute work all day', () => {
    const { clock, passing } = limiterOf();
    for (let step = 0; step < 2880; step += 1) {
      expect(passing(rowOf('/overview'), 1, { session: session('panel', true) })).toBe(1);
      clock.advance(30_000);
    }
  });

  it('keep counting who stays while a flood of addresses passes, in bounded memory', () => {
    const { limiter, passing } = limiterOf();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const row = rowOf('/a');
    const before = heap();
    for (let i = 0; i < 400_000; i += 1) {
      if (i % 10_000 === 0) passing(row, 1, { ip: 'stays' });
      passes(limiter, row, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    }
    expect(heap() - before).toBeLessThan(60_000_000);
    expect(passing(row, 60, { ip: 'stays' })).toBe(10);
  });
});

describe('over HTTP', () => {
  let rig: Rig | undefined;
  afterEach(() => rig?.stop());

  it('answers 429 with Retry-After and the RateLimit headers', async () => {
    const clock = new ManualClock(1_750_000_000_000);
    const sessions = sessionsOf({ good: session('s1') });
    rig = await startRig([route(rowOf('/a'))(() => 1)], {
      limits: { ...unlimited, default: [{ max: 2, seconds: 60 }] },
      clock,
      sessions,
    });
    const headers = { authorization: 'Bearer good', 'x-forwarded-for': '1.2.3.4' };
    const first = await rig.ask('/api/user/a', { headers });
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"minute";q=2;w=60', ratelimit: '"minute";r=1;t=60' });
    clock.advance(20_500);
    await rig.ask('/api/user/a', { headers: { ...headers, 'x-forwarded-for': '1.2.3.5' } });
    const refused = await rig.ask('/api/user/a', { headers: { ...headers, 'x-forwarded-for': '1.2.3.6' } });
    expect([refused.status, refused.headers['x-service-code'], refused.headers['retry-after']]).toEqual([429, '429', '40']);
    expect(refused.body).toMatchObject({ code: 429, retryAfterSeconds: 40 });
    expect(refused.headers.ratelimit).toBe('"minute";r=0;t=40');
  });

  it('counts requests whose token is refused', async () => {
    rig = await startRig([route(rowOf('/a'))(() => 1)], { limits: { ...unlimited, default: [{ max: 2, seconds: 60 }] } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1)
      statuses.push((await rig.ask('/api/user/a', { headers: { authorization: 'Bearer guess' } })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('a plant behind one address', () => {
  /** Requests an hour of each client, by row. */
  const phone = { '/landingPage/userData': 12, '/notification': 60, '/deviceDataV2': 12, '/accounts/info': 4, '/summaryPage': 6 };
  const browser = { '/overview': 360, '/alarms': 360, '/deviceDataV2': 60, '/waterBalance/data': 30, '/commands': 120 };
  const wall = { '/overview': 360, '/alarms': 360, '/scada/data': 360 };
  const ip = '10.0.0.1';

  it('gets no 429 in eight hours of 50 phones, two browsers and a wall, and alarms and valves still pass after a flood of reads', () => {
    const { clock, limiter } = limiterOf({ profile: 'plant' });
    const clients = [
      ...Array.from({ length: 50 }, (_, at) => ({ who: session(`phone${at}`), rates: phone })),
      ...Array.from({ length: 2 }, (_, at) => ({ who: session(`browser${at}`, true), rates: browser })),
      { who: session('wall', true), rates: wall },
    ];
    const refused: string[] = [];
    const ask = (row: ReturnType<typeof rowOf>, who: ReturnType<typeof session> | undefined): void => {
      if (!passes(limiter, row, ip, who)) refused.push(`${row.path} ${who?.caller.sessionId}`);
    };
    const MINUTES = 8 * 60;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      for (const [at, { who, rates }] of clients.entries()) {
        // people come within two hours of each other, and sessions are renewed every four hours
        if (minute === at * 2) ask(rowOf('/user/login', 'login'), undefined);
        if (minute === at * 2 + 239) ask(rowOf('/user/refresh', 'refresh'), undefined);
        for (const [path, perHour] of Object.entries(rates)) {
          const asked = Math.floor(((minute + 1) * perHour) / 60) - Math.floor((minute * perHour) / 60);
          for (let time = 0; time < asked; time += 1) ask(rowOf(path), who);
        }
        if (minute % 60 === at)
          for (const path of ['/alarms/{id}/acknowledge', '/relay/valve']) ask(rowOf(path, 'priority', 'post'), who);
      }
      clock.advance(60_000);
    }
    expect(refused).toEqual([]);
    const flooder = session('flooder');
    for (let time = 0; time < 2000; time += 1) passes(limiter, rowOf('/notification'), ip, flooder);
    expect(passes(limiter, rowOf('/notification'), ip, flooder)).toBe(false);
    expect(passes(limiter, rowOf('/alarms/{id}/acknowledge', 'priority', 'post'), ip, flooder)).toBe(true);
  });

  it('counts a session that asks without the plant profile by the table', () => {
    const { passing } = limiterOf();
    expect(passing(rowOf('/alarms/{id}/acknowledge', 'priority', 'post'), 60, { session: session('a') })).toBe(50);
  });
});
