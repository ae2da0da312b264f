import Database, { type Statement } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../contract/errors.ts';
import { send, sqlite, startDiskRig, stopDiskRig, writingRows } from './diskRig.ts';

beforeAll(startDiskRig);
afterAll(stopDiskRig);

const MOST = 60;

type Code = 'SQLITE_FULL' | 'SQLITE_IOERR_WRITE' | 'SQLITE_IOERR_FSYNC';
let countdown = 0;
let code: Code = 'SQLITE_FULL';
let struck = '';
let failures = 0;

/** From here on every statement that writes is counted, and the one that the count falls on fails as SQLite would have it. */
const arm = (): void => {
  const statement = Object.getPrototypeOf(sqlite.prepare('select 1')) as Record<
    'run' | 'all' | 'get',
    (...values: unknown[]) => unknown
  >;
  for (const name of ['run', 'all', 'get'] as const) {
    const real = statement[name];
    statement[name] = function (this: Statement, ...values: unknown[]) {
      const isWriting = !this.readonly && this.database === sqlite && !/^(begin|rollback|pragma)/i.test(this.source);
      if (isWriting && countdown > 0) {
        countdown -= 1;
        if (countdown === 0) {
          struck = this.source;
          // as on a full disk: the transaction is gone before anybody can end it
          if (code === 'SQLITE_FULL' && sqlite.inTransaction) sqlite.exec('rollback');
          throw new Database.SqliteError(code === 'SQLITE_FULL' ? 'database or disk is full' : 'disk I/O error', code);
        }
      }
      return real.apply(this, values);
    };
  }
};

describe('a fault of the disk in any statement that writes', () => {
  beforeAll(arm);

  it.each(
    Object.entries(writingRows).flatMap(([row, one]) =>
      (['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'] as const).map((fault) => [fault, row, one] as const),
    ),
  )('%s in %s: is answered as such, and nothing of it is seen', async (fault, row, { sent, seen }) => {
    const [method = '', ...path] = row.split(' ');
    const where = path.join(' ');
    const look = async (): Promise<string> => {
      const { text } = await send('GET', typeof seen === 'string' ? seen : seen());
      return text.replace(/"date":"[\d-]+T[^"]*"/, '');
    };
    for (let at = 1; at <= MOST; at += 1) {
      const body = await sent();
      const before = await look();
      [code, countdown, struck] = [fault, at, ''];
      const reply = await send(method, where, body);
      countdown = 0;
      // as after the first fault of a full disk, ordinary writes wait for room: there is room here
      await new Promise(setImmediate);
      expect(reply.status, `${struck} ${reply.text}`).not.toBe(500);
      if (reply.status < 500) break;
      failures += 1;
      expect([reply.status, struck]).toEqual([expect.toSatisfy((status: number) => status === 507 || status === 503), struck]);
      expect(errorBody.safeParse(reply.body).success).toBe(true);
      expect(sqlite.inTransaction).toBe(false);
      expect([struck, await look()]).toEqual([struck, before]);
    }
  });

  it('was met often', () => {
    // a fault that the reserve makes good is none
    expect(failures).toBeGreaterThan(60);
  });
});
