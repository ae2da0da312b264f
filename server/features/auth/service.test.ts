import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bus } from '../../core/bus.ts';
import { ManualClock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { silent } from '../../test/httpRig.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ClientFacts, StoredSession, User } from './model.ts';
import { type AuthOptions, AuthService } from './service.ts';
import { SessionIndex } from './sessionIndex.ts';

const START = 1_750_000_000_000;
const DAY_MS = 86_400_000;
const asha: User = {
  id: 'u1',
  industryId: 'DEMO',
  username: 'asha',
  email: null,
  phone: null,
  name: 'Asha',
  role: 'operator',
  permissions: new Set(['ALERTS', 'EXECUTIVE_SUMMARY']),
  kind: 'regular',
  active: true,
  disabled: false,
  internal: false,
};
const client = {
  deviceId: 'd1',
  baseUrl: 'https://x',
  platform: 'web',
  panel: false,
  ip: '10.0.0.1',
  requestId: 'r',
  serverUrl: 'https://s',
} as ClientFacts;
const actor = (sessionId: string, userId = 'u1') =>
  ({ userId, username: 'asha', industryId: 'DEMO', sessionId, ip: '', requestId: '' }) as never;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-service-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rigOf = async () => {
  const clock = new ManualClock(START);
  const index = new SessionIndex();
  const audited: AuditEntry[] = [];
  const ended: string[] = [];
  const disabled = new Set<string>();
  const revoked = new Set<string>();
  const used: (string | null)[] = [];
  const hooks = { inserted: (): void => undefined, isReplaced: true };
  const bus = new Bus(silent);
  bus.on('test', 'sessionEnded', ({ sessionId }) => void ended.push(sessionId));
  const endings: string[] = [];
  const service = new AuthService({
    store: {
      purge: async () => undefined,
      users: async () => [asha],
      activeSessions: async () => [],
      insertSession: async (_: StoredSession, also: (tx: WriteTx) => void) => {
        also({} as WriteTx);
        hooks.inserted();
      },
      replaceRefresh: async () => hooks.isReplaced,
      endSessions: async (ids: string[], by: string, ms: number, also: (tx: WriteTx) => void) => {
        endings.push(`${ids.length} ${by} ${ms - START}`);
        also({} as WriteTx);
      },
    },
    index,
    passwords: { prepare: async () => undefined },
    units: {
      industry: (id: string) =>
        ['DEMO', 'NORTH'].includes(id)
          ? {
              id,
              name: id,
              disabled: disabled.has(id),
              shifts: [{ validFrom: '2000-01-01', timezone: 'UTC', startAt: '00:00:00', endAt: '00:00:00', shiftName: 'day' }],
              meta: {},
              currency: 'INR',
            }
          : undefined,
      categories: () => [],
      units: () => [],
    } as unknown as UnitDirectory,
    audit: { append: (_: WriteTx, entry: AuditEntry) => void audited.push(entry) },
    bus,
    clock,
    phones: {
      refuseRevoked: (id: string | undefined) => {
        if (id !== undefined && revoked.has(id)) throw new Failure('disabled', 'revoked');
      },
      isRevoked: (id: string | null) => id !== null && revoked.has(id),
      used: (id: string | null) => void used.push(id),
    },
    walls: { access: () => 'of a wall' },
    keyFile: join(folder, 'keys.json'),
    leakageEnabled: () => false,
  } as unknown as AuthOptions);
  await service.start();
  const open = async (more: Partial<ClientFacts> = {}, user: User = asha, industryId = 'DEMO') => {
    const answer = (await service.open({ user, industryId }, 'DEFAULT', { ...client, ...more })) as {
      access_token: string;
      refresh_token: string;
    };
    return { ...answer, session: [...index.sessionsOf(user.id)].at(-1) as StoredSession };
  };
  const codeOf = async (work: () => unknown): Promise<string> => {
    try {
      await work();
      return 'taken';
    } catch (error) {
      if (!isFailure(error)) throw error;
      return error.code;
    }
  };
  return { service, clock, index, audited, ended, endings, disabled, revoked, used, hooks, open, codeOf };
};

describe('a session that is opened', () => {
  it('is stored with its entry, of its user, device and way, for fourteen days', async () => {
    const { open, audited, service, used } = await rigOf();
    const { session, access_token, refresh_token } = await open();
    expect(session).toMatchObject({
      userId: 'u1',
      industryId: 'DEMO',
      loginType: 'DEFAULT',
      deviceId: 'd1',
      baseUrl: 'https://x',
      platform: 'web',
      panel: false,
      createdAtMs: START,
      refreshExpiresAtMs: START + 14 * DAY_MS,
    });
    expect(audited).toMatchObject([
      {
        kind: 'login',
        outcome: 'done',
        subject: session.id,
        after: { loginType: 'DEFAULT', deviceId: 'd1', platform: 'web', homeIndustryId: 'DEMO' },
      },
    ]);
    expect(service.access(access_token).caller).toMatchObject({ userId: 'u1', sessionId: session.id });
    expect(service.refresh(refresh_token).caller.sessionId).toBe(session.id);
    expect(used).toEqual(['d1', 'd1']);
  });

  it('of an internal user is of the service, and on another industry is written down as such', async () => {
    const { open, audited, index } = await rigOf();
    const internal = { ...asha, id: 'i', username: 'i', internal: true };
    index.putUser(internal);
    expect((await open({}, internal, 'NORTH')).session).toMatchObject({ industryId: 'NORTH', loginType: 'admin' });
    expect(audited.at(-1)).toMatchObject({ kind: 'login.internal', after: { homeIndustryId: 'DEMO' } });
  });

  it.each<[string, (rig: Awaited<ReturnType<typeof rigOf>>) => void]>([
    ['inactive', ({ index }) => index.putUser({ ...asha, active: false })],
    ['disabled', ({ index }) => index.putUser({ ...asha, disabled: true })],
    ['gone', ({ index }) => index.removeUser('u1')],
    ['on a device that is revoked', ({ revoked }) => void revoked.add('d1')],
  ])('by who is %s by the time it is stored ends at once', async (_, shut) => {
    const rig = await rigOf();
    rig.hooks.inserted = () => shut(rig);
    expect(await rig.codeOf(() => rig.open())).toBe('credentials');
    expect([rig.endings, rig.ended.length, rig.index.sessionsOf('u1')]).toEqual([['1 shut 0'], 1, []]);
  });

  it('is none on a device that was revoked before', async () => {
    const { open, revoked, codeOf, audited } = await rigOf();
    revoked.add('d1');
    expect(await codeOf(() => open())).toBe('disabled');
    expect(audited).toEqual([]);
  });
});

describe('a refresh token', () => {
  it('is replaced with less than a week left, and not before', async () => {
    const { open, service, clock, index } = await rigOf();
    const { session, refresh_token } = await open();
    clock.advance(7 * DAY_MS);
    expect(await service.renew(session.id, refresh_token, '')).toMatchObject({ refresh_token });
    clock.advance(1);
    const renewed = (await service.renew(session.id, refresh_token, '')) as { refresh_token: string };
    expect(renewed.refresh_token).not.toBe(refresh_token);
    expect(index.session(session.id)?.refreshExpiresAtMs).toBeGreaterThan(START + 20 * DAY_MS);
  });

  it('that was replaced before ends the session: there is a second copy of it', async () => {
    const { open, service, codeOf, ended, endings, audited } = await rigOf();
    const { session } = await open();
    expect(await codeOf(() => service.renew(session.id, 'another', ''))).toBe('sessionEnded');
    expect([ended, endings]).toEqual([[session.id], ['1 reuse 0']]);
    expect(audited.at(-1)).toEqual({
      kind: 'refresh.reuse',
      outcome: 'refused',
      industryId: 'DEMO',
      userId: 'u1',
      subject: session.id,
    });
    expect(await codeOf(() => service.renew(session.id, 'another', ''))).toBe('sessionEnded');
  });

  it('opens nothing once its user is gone, and the session is not there for anybody', async () => {
    const { open, service, codeOf, index } = await rigOf();
    const { session, refresh_token } = await open();
    index.removeUser('u1');
    expect(await codeOf(() => service.renew(session.id, refresh_token, ''))).toBe('sessionEnded');
    expect(await codeOf(() => service.renew('no-session', refresh_token, ''))).toBe('sessionEnded');
  });

  it('that another request replaces first ends the session too', async () => {
    const { open, service, codeOf, hooks, clock, ended } = await rigOf();
    const { session, refresh_token } = await open();
    hooks.isReplaced = false;
    clock.advance(8 * DAY_MS);
    expect(await codeOf(() => service.renew(session.id, refresh_token, ''))).toBe('sessionEnded');
    expect(ended).toEqual([session.id]);
  });
});

describe('a session', () => {
  it('is ended by its logout, of its own device where one is named', async () => {
    const { open, service, codeOf, endings, audited } = await rigOf();
    const { session, access_token } = await open();
    expect(await codeOf(() => service.logout(actor(session.id), 'd2'))).toBe('badRequest');
    await service.logout(actor(session.id), 'd1');
    expect([endings, audited.at(-1)?.kind]).toEqual([['1 logout 0'], 'logout']);
    expect(await codeOf(() => service.access(access_token))).toBe('sessionEnded');
    expect(await codeOf(() => service.logout(actor(session.id), undefined))).toBe('sessionEnded');
    const bare = await open({ deviceId: undefined } as never);
    await service.logout(actor(bare.session.id), 'whatever');
    const plain = await open();
    await service.logout(actor(plain.session.id), undefined);
    expect(endings).toHaveLength(3);
  });

  it('is ended by its own user alone, and listed newest first while it lives', async () => {
    const { open, service, codeOf, clock, endings } = await rigOf();
    const first = (await open()).session;
    clock.advance(1000);
    const second = (await open()).session;
    expect(service.sessionsOf('u1').map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await codeOf(() => service.endOwn(actor(first.id, 'u2'), first.id))).toBe('notFound');
    await service.endOwn(actor(second.id), first.id);
    expect(endings).toEqual(['1 user 1000']);
    clock.advance(14 * DAY_MS);
    expect(service.sessionsOf('u1')).toEqual([]);
  });

  it('opens nothing for a user or an industry that is disabled, and says which', async () => {
    const { open, service, codeOf, index, disabled } = await rigOf();
    const { access_token, refresh_token, session } = await open();
    const codes = async () => [
      await codeOf(() => service.access(access_token)),
      await codeOf(() => service.refresh(refresh_token)),
    ];
    expect(service.permissionsNow(session.id)).toEqual(asha.permissions);
    index.putUser({ ...asha, disabled: true });
    expect([await codes(), service.permissionsNow(session.id)]).toEqual([['blocked', 'disabled'], null]);
    index.putUser(asha);
    disabled.add('DEMO');
    expect([await codes(), service.permissionsNow(session.id)]).toEqual([['blocked', 'disabled'], null]);
    expect(await codeOf(() => service.requireEnabled('DEMO'))).toBe('disabled');
    expect(await codeOf(() => service.requireEnabled('NORTH'))).toBe('taken');
    disabled.clear();
    index.putUser({ ...asha, active: false });
    expect([await codes(), service.permissionsNow(session.id)]).toEqual([['sessionEnded', 'sessionEnded'], null]);
    expect(service.permissionsNow('none')).toBeNull();
  });

  it('is traded for tickets of one purpose, which open nothing else', async () => {
    const { open, service, codeOf, clock } = await rigOf();
    const { session, access_token } = await open();
    const ticket = service.tickets.ticket(session.id, 'executiveSummary', 60);
    expect(service.tickets.readTicket(ticket, 'executiveSummary')).toMatchObject({
      caller: { userId: 'u1' },
      expiresAtMs: START + 60_000,
    });
    const scoped = service.tickets.scopedAccess(session.id, 'executiveSummary', 600);
    expect([...service.access(scoped, { scope: 'executiveSummary' } as never).caller.permissions]).toEqual(['EXECUTIVE_SUMMARY']);
    for (const token of [ticket, scoped]) expect(await codeOf(() => service.access(token))).toBe('token');
    expect(await codeOf(() => service.tickets.readTicket(access_token, 'executiveSummary'))).toBe('token');
    expect(await codeOf(() => service.tickets.readTicket(scoped, 'executiveSummary'))).toBe('token');
    expect(await codeOf(() => service.tickets.ticket('none', 'executiveSummary', 60))).toBe('sessionEnded');
    clock.advance(60_000);
    expect(await codeOf(() => service.tickets.readTicket(ticket, 'executiveSummary'))).toBe('expired');
  });
});

it('the token of a wall is looked up among walls', async () => {
  const { service } = await rigOf();
  expect(service.access(`hww_${'a'.repeat(43)}`)).toBe('of a wall');
});
