import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { migrate } from '../../db/migrate.ts';
import { type DatabaseConnection, openDatabase } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import { AttemptStore } from './attemptStore.ts';
import { Attempts } from './attempts.ts';

const START = 1_750_000_000_000;
let folder: string;
let db: DatabaseConnection;
let clock: ManualClock;
let attempts: Attempts;
beforeEach(() => {
  clock = new ManualClock(START);
  folder = mkdtempSync(join(tmpdir(), 'headworks-attempts-'));
  db = openDatabase(join(folder, 'headworks.db'));
  migrate(db.sqlite, clock);
  attempts = new Attempts(new AttemptStore(new Writer(db.sqlite)), clock);
});
afterEach(() => {
  db.sqlite.close();
  rmSync(folder, { recursive: true });
});

const minute = { max: 2, seconds: 60 };
const hour = { max: 3, seconds: 3600 };
/** `taken`, or how long to wait. */
const take = async (subject = 'asha', windows = [minute], scope = 'login'): Promise<string | number | undefined> => {
  try {
    await attempts.take(scope, subject, windows, 'too many');
    return 'taken';
  } catch (error) {
    if (!isFailure(error, 'rateLimit')) throw error;
    expect(error.message).toBe('too many');
    return error.details.retryAfterSeconds;
  }
};
const rows = (): number => (db.sqlite.prepare('select count(*) as n from attempt').get() as { n: number }).n;

describe('tries', () => {
  it('are as many as a window has, until it is over, and one that is refused is not counted', async () => {
    expect([await take(), await take(), await take()]).toEqual(['taken', 'taken', 60]);
    clock.advance(30_500);
    expect(await take()).toBe(30);
    clock.advance(29_499);
    expect(await take()).toBe(1);
    clock.advance(1);
    expect([await take(), await take(), await take()]).toEqual(['taken', 'taken', 60]);
  });

  it('count for their own subject and scope', async () => {
    await take();
    await take();
    expect([await take('ravi'), await take('asha', [minute], 'otp'), await take()]).toEqual(['taken', 'taken', 60]);
  });

  it('have to fit every window: the fullest says how long to wait, and none counts what another refused', async () => {
    const both = [minute, hour];
    expect([await take('a', both), await take('a', both), await take('a', both)]).toEqual(['taken', 'taken', 60]);
    clock.advance(60_000);
    expect([await take('a', both), await take('a', both)]).toEqual(['taken', 3540]);
    expect(await take('a', [])).toBe('taken');
  });

  it('of a window that began later than now, by more than its length, are forgotten: the clock was set back', async () => {
    await take();
    await take();
    clock.stepWall(-59_999);
    expect(await take()).toBe(120);
    clock.stepWall(-1);
    expect(await take()).toBe('taken');
  });

  it('that are reserved hold the window full for its whole length from the one that fills it', async () => {
    const reserve = () => attempts.reserve('password', 'asha', minute);
    expect(await reserve()).toBe(true);
    clock.advance(40_000);
    expect([await reserve(), await reserve()]).toEqual([true, false]);
    clock.advance(59_999);
    expect(await reserve()).toBe(false);
    clock.advance(1);
    expect(await reserve()).toBe(true);
  });

  it('are given back one by one, never below none, or all at once', async () => {
    await take();
    await take();
    await attempts.giveBack('login', 'asha');
    expect([await take(), await take()]).toEqual(['taken', 60]);
    await attempts.giveBack('login', 'ravi');
    for (let times = 0; times < 5; times += 1) await attempts.giveBack('login', 'asha');
    expect([await take(), await take(), await take()]).toEqual(['taken', 'taken', 60]);
    await attempts.clear('otp', 'asha');
    expect(await take()).toBe(60);
    await attempts.clear('login', 'asha');
    expect(await take()).toBe('taken');
  });

  it('are kept by a hash of their subject, and a day at most', async () => {
    await take();
    expect(JSON.stringify(db.sqlite.prepare('select * from attempt').all())).not.toContain('asha');
    clock.advance(24 * 3_600_000);
    await take('b');
    expect(rows()).toBe(2);
    clock.advance(3_599_999);
    await take('c');
    expect(rows()).toBe(3);
    clock.advance(1);
    await take('d');
    expect(rows()).toBe(3);
  });
});
