import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { silent } from '../../test/httpRig.ts';
import { LastUse } from './devices/lastUse.ts';
import { liveSession } from './liveSession.ts';
import type { StoredSession, User } from './model.ts';
import { SessionIndex } from './sessionIndex.ts';
import { ACCESS_SECONDS, isLastRefresh, KEEP_KEY_MS, leftSeconds, ROTATE_BELOW_MS, refreshSeconds } from './sessionLife.ts';

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const START = 1_750_000_000_000;

describe('the life of a session', () => {
  it('is 90 days from its login, whatever is renewed; its tokens are of 4 hours and 14 days, of a phone 60', () => {
    const session = (platform: string | null) => ({ createdAtMs: START, platform });
    expect(ACCESS_SECONDS).toBe(4 * 3600);
    for (const platform of ['android', 'iOS', 'ANDROID']) expect(refreshSeconds(session(platform), START)).toBe(60 * DAY_S);
    for (const platform of [null, 'web', 'ios-like', 'my android'])
      expect(refreshSeconds(session(platform), START)).toBe(14 * DAY_S);
    expect(leftSeconds(session(null), START)).toBe(90 * DAY_S);
    expect(leftSeconds(session(null), START + 90 * DAY_MS)).toBe(0);
    expect(leftSeconds(session(null), START + 1)).toBe(90 * DAY_S - 1);
    expect(refreshSeconds(session(null), START + 76 * DAY_MS)).toBe(14 * DAY_S);
    expect(refreshSeconds(session(null), START + 77 * DAY_MS)).toBe(13 * DAY_S);
    expect(refreshSeconds(session('ios'), START + 31 * DAY_MS)).toBe(59 * DAY_S);
  });

  it('has its last refresh token once that lives as long as itself, to the two seconds that rounding takes', () => {
    const endsAt = (ms: number) => isLastRefresh({ createdAtMs: START, refreshExpiresAtMs: START + ms });
    expect([90 * DAY_MS, 90 * DAY_MS - 2000, 90 * DAY_MS - 2001, 14 * DAY_MS].map(endsAt)).toEqual([true, true, false, false]);
  });

  it('keeps a key for as long as the longest token lives, and replaces a token a week before its end', () => {
    expect([KEEP_KEY_MS, ROTATE_BELOW_MS]).toEqual([60 * DAY_MS, 7 * DAY_MS]);
  });
});

const user = (more: Partial<User> = {}): User => ({
  id: 'u1',
  industryId: 'DEMO',
  username: 'asha',
  email: 'Asha@Plant.example',
  phone: '9800000001',
  name: 'Asha',
  role: 'operator',
  permissions: new Set(['ALERTS']),
  kind: 'sso',
  active: true,
  disabled: false,
  internal: false,
  ...more,
});
const session = (more: Partial<StoredSession> = {}): StoredSession => ({
  id: 's1',
  userId: 'u1',
  industryId: 'NORTH',
  loginType: 'DEFAULT',
  deviceId: 'd1',
  baseUrl: null,
  platform: null,
  panel: true,
  createdAtMs: START,
  refreshHash: 'h',
  refreshExpiresAtMs: START + 1000,
  ...more,
});

describe('the index of users', () => {
  it('finds one by id, name, number and e-mail of its industry, the latter in any case', () => {
    const index = new SessionIndex();
    const asha = user();
    index.putUser(asha);
    expect([index.user('u1'), index.userByName('asha'), index.userByPhone('9800000001')]).toEqual([asha, asha, asha]);
    expect([index.ssoUser('DEMO', 'ASHA@plant.example'), index.ssoUser('NORTH', 'asha@plant.example')]).toEqual([
      asha,
      undefined,
    ]);
    expect([[...index.users()], index.usersOf('DEMO'), index.usersOf('NORTH')]).toEqual([[asha], [asha], []]);
  });

  it('forgets the names that a user had before, and all of one that is gone', () => {
    const index = new SessionIndex();
    index.putUser(user());
    const renamed = user({ username: 'asha2', phone: '98', email: 'new@plant.example' });
    index.putUser(renamed);
    const of = () => [
      index.userByName('asha'),
      index.userByPhone('9800000001'),
      index.ssoUser('DEMO', 'asha@plant.example'),
      index.userByName('asha2'),
      index.userByPhone('98'),
      index.ssoUser('DEMO', 'new@plant.example'),
    ];
    expect(of()).toEqual([undefined, undefined, undefined, renamed, renamed, renamed]);
    index.removeUser('nobody');
    index.removeUser('u1');
    expect([...of(), index.user('u1')]).toEqual(new Array(7).fill(undefined));
  });

  it('has no e-mail of who logs in with a password, and no number of who has none', () => {
    const index = new SessionIndex();
    index.putUser(user({ kind: 'regular', phone: null }));
    expect([index.ssoUser('DEMO', 'asha@plant.example'), index.userByPhone('null')]).toEqual([undefined, undefined]);
    index.putUser(user({ kind: 'sso', email: null, phone: null }));
    expect(index.ssoUser('DEMO', 'null')).toBeUndefined();
    // one who takes over an address keeps it when the other changes another thing
    index.putUser(user({ id: 'u2', username: 'ravi', kind: 'sso', email: 'both@plant.example', phone: null }));
    index.putUser(user({ id: 'u1', kind: 'regular', email: 'both@plant.example', phone: null }));
    index.putUser(user({ id: 'u1', kind: 'regular', email: 'other@plant.example', phone: null }));
    expect(index.ssoUser('DEMO', 'both@plant.example')?.id).toBe('u2');
  });
});

describe('the index of sessions', () => {
  it('finds those of a user and of a device', () => {
    const index = new SessionIndex();
    const all = [session(), session({ id: 's2', deviceId: 'd2' }), session({ id: 's3', userId: 'u2' })];
    for (const one of all) index.putSession(one, START);
    expect(index.session('s2')).toEqual(all[1]);
    expect(index.sessionsOf('u1').map(({ id }) => id)).toEqual(['s1', 's2']);
    expect(index.sessionsOfDevice('d1').map(({ id }) => id)).toEqual(['s1', 's3']);
    index.removeSession('s1');
    expect([index.session('s1'), index.sessionsOf('u1').length]).toEqual([undefined, 1]);
  });

  it('is swept of those that ended, once an hour', () => {
    const index = new SessionIndex();
    index.putSession(session({ refreshExpiresAtMs: START + 1000 }), START);
    index.putSession(session({ id: 's2', refreshExpiresAtMs: START + 3_600_001 }), START);
    const at = (afterMs: number): (string | undefined)[] => {
      index.putSession(session({ id: 'new', refreshExpiresAtMs: START + 9e9 }), START + afterMs);
      return ['s1', 's2'].map((id) => index.session(id)?.id);
    };
    expect(at(3_599_999)).toEqual(['s1', 's2']);
    expect(at(3_600_000)).toEqual([undefined, 's2']);
    expect(at(3_600_001)).toEqual([undefined, 's2']);
    expect(at(7_200_000)).toEqual([undefined, undefined]);
  });
});

it('a session opens what its user may do now, in its own industry; nothing of one who is not active', () => {
  const index = new SessionIndex();
  expect(liveSession(session(), index)).toBeUndefined();
  index.putUser(user());
  expect(liveSession(session(), index)).toEqual({
    caller: {
      userId: 'u1',
      username: 'asha',
      industryId: 'NORTH',
      homeIndustryId: 'DEMO',
      role: 'operator',
      permissions: new Set(['ALERTS']),
      sessionId: 's1',
      loginType: 'DEFAULT',
      internal: false,
    },
    panel: true,
  });
  index.putUser(user({ active: false }));
  expect(liveSession(session(), index)).toBeUndefined();
});

describe('the last use of a device', () => {
  const QUARTER_MS = 15 * 60_000;
  const rigOf = (write?: () => void, log: Log = silent) => {
    const clock = new ManualClock(START);
    const written: [string, number][] = [];
    const uses = new LastUse(clock, log, (id, nowMs) => {
      write?.();
      written.push([id, nowMs]);
    });
    return { clock, written, uses };
  };

  it('is exact in memory, and on the disk to a quarter of an hour, of each device', () => {
    const { clock, written, uses } = rigOf();
    expect([uses.of('d', null), uses.of('d', 7)]).toEqual([null, 7]);
    uses.note('d');
    clock.advance(QUARTER_MS - 1);
    uses.note('d');
    uses.note('e');
    expect(uses.of('d', 7)).toBe(START + QUARTER_MS - 1);
    expect(written).toEqual([
      ['d', START],
      ['e', START + QUARTER_MS - 1],
    ]);
    clock.advance(1);
    uses.note('d');
    expect(written.at(-1)).toEqual(['d', START + QUARTER_MS]);
    clock.stepWall(-QUARTER_MS);
    uses.note('d');
    expect(written.at(-1)).toEqual(['d', START]);
  });

  it('keeps nobody out where it cannot be stored, and is tried again a quarter of an hour later', () => {
    let isFull = true;
    const warned: string[] = [];
    const log = { ...silent, warn: (_: object, text: string) => void warned.push(text) } as Log;
    const { clock, written, uses } = rigOf(() => {
      if (isFull) throw new Failure('storageFull', 'full');
    }, log);
    uses.note('d');
    expect([warned.length, written.length, uses.of('d', null)]).toEqual([1, 0, START]);
    isFull = false;
    clock.advance(QUARTER_MS);
    uses.note('d');
    expect(written).toHaveLength(1);
  });
});
