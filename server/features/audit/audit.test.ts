import { SqliteError } from 'better-sqlite3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Writer } from '../../db/writer.ts';
import { append, audit, clock, close, eachFresh, entry, open, reader, rows, START_MS, writer } from '../../test/auditRig.ts';
import type { AuditEntry } from './model.ts';

eachFresh();

describe('the audit log', () => {
  it('keeps what was done, with the values before and after', async () => {
    await audit.record(
      entry({ ip: '10.0.0.7', requestId: 'r1', subject: 'W1', before: { name: 'Well' }, after: { name: 'Well 1' } }),
    );
    expect(rows()).toMatchObject([
      {
        id: 1,
        at: START_MS,
        kind: 'unit.change',
        outcome: 'done',
        count: 1,
        industryId: 'DEMO',
        userId: 'u1',
        ip: '10.0.0.7',
        requestId: 'r1',
        subject: 'W1',
        before: '{"name":"Well"}',
        after: '{"name":"Well 1"}',
        prevHash: '',
      },
    ]);
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 1, firstBadId: null, head: rows()[0]?.hash });
  });

  it('refuses to change, replace or delete a row', async () => {
    await audit.record(entry());
    for (const sql of [
      "update audit set kind = 'x'",
      'delete from audit',
      "insert or replace into audit select id, at, industry_id, user_id, 'x', outcome, count, ip, request_id, subject, before, after, prev_hash, hash from audit",
    ])
      expect(() => writer.sqlite.exec(sql)).toThrow('append-only');
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 1 });
  });

  it('contains no secret, in whichever field one was given', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2ln';
    const secrets = {
      password: 'canary-1',
      deep: [{ refresh_token: 'canary-2', 'Client-Secret': 'canary-3', phNumber: 'canary-4', otp: 'canary-5' }],
      url: 'https://x/?jwt=canary-6',
      note: `Bearer canary-7, or ${token}`,
      kept: 'name',
    };
    await audit.record(entry({ subject: `/files?token=canary-8 ${token}`, before: secrets, after: secrets }));
    const text = JSON.stringify(rows());
    expect(text).not.toMatch(/canary|eyJ/);
    expect(text).toContain('kept');
  });

  it('chains rows of any text, odd characters too, and finds them whole after a restart', async () => {
    for (const subject of ['Tank #3', "O'Neil", 'नदी', 'half \ud800 a character', 'nul \0 inside', 'x'.repeat(300)])
      await audit.record(entry({ subject, after: { subject } }));
    await audit.record(entry({ after: { text: 'x'.repeat(100_000) } }));
    await close();
    open();
    await audit.record(entry());
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 8 });
  });

  it('writes what comes together in its order, each durable when it resolves', async () => {
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        await audit.record(entry({ subject: String(at) }));
        seen.push(reader.sqlite.prepare('select count(*) from audit').pluck().get() as number);
      }),
    );
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(rows().map(({ subject }) => Number(subject))).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect((await audit.verify()).ok).toBe(true);
  });

  it('keeps an entry that was recorded while a transaction was rolled back', async () => {
    let recorded: Promise<void> | undefined;
    expect(() =>
      new Writer(writer.sqlite).run((tx) => {
        tx.run(tx.query.insertInto('industry').values({ id: 'X', name: 'X', joined_at: 0 }));
        recorded = audit.record(entry({ subject: 'kept' }));
        audit.append(tx, entry({ subject: 'rolled back' }));
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    await recorded;
    await audit.record(entry({ subject: 'later' }));
    expect(rows().map(({ id, subject }) => [id, subject])).toEqual([
      [1, 'kept'],
      [2, 'later'],
    ]);
    expect((await audit.verify()).ok).toBe(true);
  });

  it('appends to a transaction', async () => {
    new Writer(writer.sqlite).run((tx) => {
      tx.run(tx.query.insertInto('industry').values({ id: 'X', name: 'X', joined_at: 0 }));
      audit.append(tx, entry({ subject: 'inside' }));
      expect(reader.sqlite.prepare('select count(*) from audit').pluck().get()).toBe(0);
    });
    append(entry({ subject: 'alone' }));
    expect(rows().map(({ subject }) => subject)).toEqual(['inside', 'alone']);
    expect((await audit.verify()).ok).toBe(true);
  });
});

describe('refusals of strangers', () => {
  const refusal = (fields: Partial<AuditEntry> = {}): AuditEntry =>
    entry({ kind: 'refused.token', outcome: 'refused', industryId: null, userId: null, ip: '10.0.0.9', ...fields });
  /** Lets timers pass, and the turns of the event loop in which the rows are written. */
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  it('are counted by kind and address and written every few seconds', async () => {
    for (let at = 0; at < 1000; at += 1) {
      audit.gather(refusal({ subject: 'GET /api/user/granular/unit' }));
      clock.advance(1);
    }
    audit.gather(refusal({ ip: '10.0.0.10' }));
    await pass(4999);
    expect(rows()).toEqual([]);
    await pass(1);
    expect(rows()).toMatchObject([
      {
        kind: 'refused.token',
        count: 1000,
        ip: '10.0.0.9',
        subject: 'GET /api/user/granular/unit',
        after: JSON.stringify({ first: '2026-11-10T03:30:00.000Z', last: '2026-11-10T03:30:00.999Z' }),
      },
      { kind: 'refused.token', count: 1, ip: '10.0.0.10', after: null },
    ]);
    expect((await audit.verify()).ok).toBe(true);
  });

  it('fill neither memory nor disk when they come from everywhere, for as long as they come', async () => {
    for (let second = 0; second < 300; second += 1) {
      for (let at = 0; at < 200; at += 1) audit.gather(refusal({ ip: `10.1.${second % 250}.${at}` }));
      await pass(1000);
    }
    const written = rows();
    expect(written.length).toBeLessThan(21 * 9);
    await audit.stop();
    expect(rows().reduce((sum, { count }) => sum + count, 0)).toBe(60_000);
    expect(written.some(({ ip, subject, count }) => ip === null && subject === 'many' && count > 100)).toBe(true);
  });

  it('are written soon again after a quiet time', async () => {
    audit.gather(refusal());
    await pass(5000);
    await pass(30_000);
    audit.gather(refusal());
    await pass(5000);
    expect(rows()).toHaveLength(2);
  });

  it.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE'])('are counted on where they could not be written (%s)', async (code) => {
    const run = vi.spyOn(Writer.prototype, 'runReserved').mockImplementation(() => {
      throw new SqliteError('the disk fails', code);
    });
    for (let at = 0; at < 3; at += 1) {
      audit.gather(refusal());
      clock.advance(1000);
      await pass(60_000);
    }
    expect(run.mock.calls.length).toBeGreaterThan(2);
    run.mockRestore();
    audit.gather(refusal({ ip: '10.0.0.10' }));
    await pass(60_000);
    expect(rows()).toMatchObject([
      {
        ip: '10.0.0.9',
        count: 3,
        after: JSON.stringify({ first: '2026-11-10T03:30:00.000Z', last: '2026-11-10T03:30:02.000Z' }),
      },
      { ip: '10.0.0.10', count: 1 },
    ]);
  });

  it('are not lost when the server stops, which it may do twice', async () => {
    audit.gather(refusal());
    await audit.stop();
    await audit.stop();
    audit.gather(refusal());
    expect(rows()).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    for (let at = 0; at < 1200; at += 1) {
      if (at % 3 === 0) clock.advance(1000);
      append(entry({ kind: at % 2 ? 'login' : 'unit.change', userId: `u${at % 5}`, subject: `W${at % 7}` }));
    }
  });

  it('pages through rows of the same time without losing or repeating one', () => {
    const ids: number[] = [];
    for (let after: { at: number; id: number } | undefined; ; ) {
      const page = audit.list({}, after, 100);
      ids.push(...page.map(({ id }) => id));
      if (page.length < 100) break;
      after = page.at(-1);
    }
    expect(ids).toEqual(Array.from({ length: 1200 }, (_, at) => 1200 - at));
  });

  it('filters by every field', () => {
    const at = START_MS + 10_000;
    expect(audit.list({ fromMs: at, toMs: at }, undefined, 500)).toHaveLength(3);
    const found = audit.list({ kind: 'login', userId: 'u3', subject: 'W3', outcome: 'done', industryId: 'DEMO' }, undefined, 500);
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found.map(({ kind, userId, subject }) => `${kind} ${userId} ${subject}`))).toEqual(new Set(['login u3 W3']));
    for (const filter of [{ outcome: 'refused' }, { industryId: 'NORTH' }, { kind: "login' or '1'='1" }] as const)
      expect(audit.list(filter, undefined, 500)).toEqual([]);
  });

  it('gives all rows in steps', async () => {
    const pages: number[] = [];
    for await (const page of audit.all({})) pages.push(page.length);
    expect(pages).toEqual([500, 500, 200]);
  });
});
