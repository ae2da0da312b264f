import { describe, expect, it } from 'vitest';
import { Bus } from '../../core/bus.ts';
import { ManualClock } from '../../core/clock.ts';
import type { WriteTx } from '../../db/writer.ts';
import { silent } from '../../test/httpRig.ts';
import type { NewUser, StoredSession, User } from './model.ts';
import { SessionIndex } from './sessionIndex.ts';
import { Users, type UsersParts } from './users.ts';

const START = 1_750_000_000_000;

/** Users whose database is a list of what was written. */
const rigOf = () => {
  const written: string[] = [];
  const ended: string[] = [];
  const refusing = { put: undefined as unknown };
  const index = new SessionIndex();
  const bus = new Bus(silent);
  bus.on('test', 'sessionEnded', ({ sessionId, userId }) => void ended.push(`${userId} ${sessionId}`));
  const store = {
    transaction: <T>(work: (tx: WriteTx) => T): T => work({} as WriteTx),
    putUser: (_: WriteTx, { username, disabled }: User, nowMs: number) => {
      if (refusing.put !== undefined) throw refusing.put;
      written.push(`put ${username}${disabled ? ' disabled' : ''} ${nowMs - START}`);
    },
    hasWayIn: () => written.some((line) => line.startsWith('password ')),
    setPassword: (_: WriteTx, id: string, hash: string) =>
      void written.push(`password ${index.user(id)?.username ?? 'new'} ${hash}`),
    endSessionsOf: (_: WriteTx, id: string, { endedBy }: { endedBy: string }) =>
      void written.push(`end ${index.user(id)?.username} ${endedBy}`),
    endSessions: async (ids: string[], endedBy: string, nowMs: number, also?: (tx: WriteTx) => void) => {
      written.push(`end ${ids.join(',')} ${endedBy} ${nowMs - START}`);
      also?.({} as WriteTx);
    },
  };
  const users = new Users({
    store,
    sso: { unbind: (_: WriteTx, id: string) => void written.push(`unbind ${index.user(id)?.username}`) },
    index,
    passwords: { hash: async (password: string) => `hash of ${password}` },
    bus,
    clock: new ManualClock(START),
  } as unknown as UsersParts);
  const add = (fields: Partial<NewUser & { password: string }> = {}) =>
    users.add({ username: 'asha', industryId: 'DEMO', role: 'operator', permissions: ['ALERTS'], ...fields } as NewUser);
  const open = (userId: string, ...ids: string[]): void => {
    for (const id of ids) index.putSession({ id, userId, refreshExpiresAtMs: START + 9e9 } as StoredSession, START);
  };
  return { users, index, add, open, written, ended, refusing };
};

describe('a user who is added', () => {
  it('has what is given, and is regular, active and nobody’s internal where nothing else is', async () => {
    const { add, index, written } = rigOf();
    const user = await add();
    expect(user).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      industryId: 'DEMO',
      username: 'asha',
      email: null,
      phone: null,
      name: '',
      role: 'operator',
      permissions: new Set(['ALERTS']),
      kind: 'regular',
      active: true,
      disabled: false,
      internal: false,
    });
    expect(index.user(user.id)).toEqual(user);
    expect(written).toEqual(['put asha 0']);
    const given = {
      name: 'Ravi',
      email: 'r@p.example',
      phone: '98',
      kind: 'sso',
      active: false,
      disabled: true,
      internal: true,
    } as const;
    expect(await add({ username: 'ravi', ...given })).toMatchObject(given);
  });

  it('has a password where one is given, in the transaction that adds it, with what else is to be written', async () => {
    const { add, users, written } = rigOf();
    await add({ password: 'secret' });
    expect(written).toEqual(['put asha 0', 'password new hash of secret']);
    const also: string[] = [];
    await users.add(
      { username: 'b', industryId: 'DEMO', role: 'r', permissions: [] } as unknown as NewUser,
      (_, user) => void also.push(user.username),
    );
    expect(also).toEqual(['b']);
  });

  it('is named by number or address without a name, apart from one who bears that name', async () => {
    const { add } = rigOf();
    expect((await add({ username: undefined, phone: '98' } as never)).username).toBe('98');
    expect((await add({ username: undefined, phone: '98' } as never)).username).toMatch(/^98 [\da-f-]{36}$/);
    expect((await add({ username: undefined, email: 'a@p.example' } as never)).username).toBe('a@p.example');
    expect((await add({ username: '98' })).username).toBe('98');
    await expect(add({ username: undefined } as never)).rejects.toMatchObject({ code: 'badRequest' });
  });

  it('is a conflict where the database knows its name, number or address, and no other fault is taken for one', async () => {
    const { add, refusing, index } = rigOf();
    refusing.put = Object.assign(new Error('x'), { code: 'SQLITE_CONSTRAINT_UNIQUE' });
    await expect(add()).rejects.toMatchObject({ code: 'conflict', message: 'asha is registered already' });
    await expect(add({ phone: '98' })).rejects.toMatchObject({ message: '98 is registered already' });
    await expect(add({ kind: 'sso', email: 'a@p.example' })).rejects.toMatchObject({
      message: 'e-mail address a@p.example is registered already',
    });
    refusing.put = Object.assign(new Error('disk I/O'), { code: 'SQLITE_IOERR' });
    await expect(add()).rejects.toThrow('disk I/O');
    expect([...index.users()]).toEqual([]);
  });
});

describe('a user who is changed', () => {
  it('has the change alone, at once', async () => {
    const { add, users, index, written, ended, open } = rigOf();
    const user = await add({ email: 'a@p.example' });
    open(user.id, 's1');
    written.length = 0;
    expect(await users.change(user.id, { name: 'Asha', permissions: ['REPORTS'] }, 'disabled')).toEqual({
      ...user,
      name: 'Asha',
      permissions: new Set(['REPORTS']),
    });
    expect(written).toEqual(['put asha 0']);
    expect([ended, index.session('s1')?.id]).toEqual([[], 's1']);
  });

  it('is bound to no identity of a provider any more once the address is another', async () => {
    const { add, users, written } = rigOf();
    const user = await add({ email: 'a@p.example' });
    written.length = 0;
    await users.change(user.id, { email: 'a@p.example' }, '');
    expect(written).toEqual(['put asha 0']);
    await users.change(user.id, { email: 'b@p.example' }, '');
    await users.change(user.id, { email: null }, '');
    expect(written.slice(1)).toEqual(['unbind asha', 'put asha 0', 'unbind asha', 'put asha 0']);
  });

  it.each([{ disabled: true }, { active: false }])(
    'to %j has no session any more, on the disk, in memory and at its sockets',
    async (change) => {
      const { add, users, index, written, ended, open } = rigOf();
      const [user, other] = [await add(), await add({ username: 'ravi' })];
      open(user.id, 's1', 's2');
      open(other.id, 's3');
      written.length = 0;
      await users.change(user.id, change, 'disabled');
      expect(written[0]).toBe('end asha disabled');
      expect(ended).toEqual([`${user.id} s1`, `${user.id} s2`]);
      expect(['s1', 's2', 's3'].map((id) => index.session(id)?.id)).toEqual([undefined, undefined, 's3']);
    },
  );

  it('that nobody knows is not found', async () => {
    const { users } = rigOf();
    await expect(users.change('none', {}, '')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('with others at once is shown only when all is written', async () => {
    const { add, users, index } = rigOf();
    const user = await add();
    const show = users.stage(
      {} as WriteTx,
      {
        add: [{ username: 'new', industryId: 'DEMO', role: 'r', permissions: [] } as never],
        change: [{ userId: user.id, change: { name: 'N' } }],
      },
      'x',
    );
    expect([index.userByName('new'), index.user(user.id)?.name]).toEqual([undefined, '']);
    show();
    expect([index.userByName('new')?.username, index.user(user.id)?.name]).toEqual(['new', 'N']);
  });
});

describe('users', () => {
  it('have an owner once one of the plant may do everything, and somebody can log in', async () => {
    const { add, users } = rigOf();
    expect(users.hasOwner()).toBe(false);
    await add({ username: 'operator of the service', permissions: ['SYSTEM'], internal: true });
    await add({ username: 'b' });
    expect(users.hasOwner()).toBe(false);
    const owner = await add({ username: 'c', permissions: ['SYSTEM'] });
    expect(users.hasOwner()).toBe(false);
    await add({ username: 'd', password: 'a long one' });
    expect(users.hasOwner()).toBe(true);
    expect([users.user(owner.id)?.username, users.usersOf('DEMO').length, users.usersOf('NORTH')]).toEqual(['c', 4, []]);
  });

  it('lose sessions that are ended, on the disk first', async () => {
    const { add, users, index, written, ended, open } = rigOf();
    const user = await add();
    open(user.id, 's1', 's2');
    const also: string[] = [];
    await users.endSessions([{ id: 's1', userId: user.id }], 'admin', () => void also.push('audit'));
    expect([written.at(-1), also, ended]).toEqual(['end s1 admin 0', ['audit'], [`${user.id} s1`]]);
    expect([index.session('s1'), index.session('s2')?.id]).toEqual([undefined, 's2']);
  });
});
