import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { migrate } from '../../db/migrate.ts';
import { openWriter } from '../../db/openWriter.ts';
import { rawConnectionOf, type Writer } from '../../db/writer.ts';
import { AuditStore } from '../audit/store.ts';
import { headsAsNoted, writeHeadFile } from './headFile.ts';
import type { Heads } from './model.ts';
import { readHeads, selfTest } from './selfTestStore.ts';

const PAGE = 8192;
const folder = mkdtempSync(join(tmpdir(), 'flipped-pages-'));
const kept = join(folder, 'kept.db');
const damaged = join(folder, 'damaged.db');
const clock = new ManualClock(Date.parse('2026-03-10T09:00:00Z'));
let writer: Writer;
let heads: Heads;
let inWal: { database: Buffer; wal: Buffer };

const entries = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ at: first + at, industryId: null, userId: 'u', kind: 'unit.change', outcome: 'done' as const, count: 1, ip: null },
    ...{ requestId: null, subject: `unit ${first + at}`, before: null, after: '{"limit":5}' },
  }));

/** Rows over many pages, indexes over several, pages that were freed; and what is still in the write-ahead log. */
beforeAll(() => {
  ({ writer } = openWriter(kept, clock));
  const raw = rawConnectionOf(writer);
  const audit = new AuditStore(writer, raw);
  writer.run((tx) => {
    const put = (sql: string, ...values: unknown[]) => writer.prepare(sql).run(tx, ...values);
    put("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
    for (let at = 0; at < 900; at += 1)
      put(
        "insert into user (id, industry_id, username, role, permissions, created_at) values (?, 'DEMO', ?, 'admin', '[]', 0)",
        ...[`user-${at}`, `name-${(at * 7919) % 900}`],
      );
    for (let version = 1; version <= 120; version += 1)
      put(
        "insert into document values ('DEMO', 'scada', 'main', ?, 0, 'u', ?)",
        version,
        JSON.stringify({ shapes: 'x'.repeat(900) }),
      );
    audit.append(tx, entries(0, 300));
  });
  writer.run((tx) => writer.prepare('delete from document where version > 20').run(tx));
  writer.checkpoint('TRUNCATE');
  const database = readFileSync(kept);
  writer.run((tx) => audit.append(tx, entries(300, 40)));
  heads = readHeads(raw);
  inWal = { database, wal: readFileSync(`${kept}-wal`) };
  writer.checkpoint('TRUNCATE');
});
afterAll(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

type Judged = { ok: boolean; rows: string };
/** What the self-test says of a file, and every row as it is read from the tables themselves. */
const judge = (path: string): Judged => {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(path, { readonly: true });
    const { ok } = selfTest(sqlite, heads, () => 0);
    const names = sqlite
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by 1")
      .pluck()
      .all() as string[];
    const byIndex = sqlite.prepare('select id from user order by username').pluck().all();
    return {
      ok,
      rows: JSON.stringify([names.map((name) => sqlite?.prepare(`select * from "${name}" not indexed`).raw().all()), byIndex]),
    };
  } catch (error) {
    return { ok: false, rows: String(error) };
  } finally {
    sqlite?.close();
  }
};

/** Numbers of the pages that are free, by the list of them: its trunks, and their leaves. */
const freePages = (bytes: Buffer): number[] => {
  const found: number[] = [];
  for (let trunk = bytes.readUInt32BE(32); trunk !== 0; ) {
    const at = (trunk - 1) * PAGE;
    found.push(trunk);
    for (let leaf = 0; leaf < bytes.readUInt32BE(at + 4); leaf += 1) found.push(bytes.readUInt32BE(at + 8 + 4 * leaf));
    trunk = bytes.readUInt32BE(at);
  }
  return found;
};
const kinds: Readonly<Record<number, string>> = {
  2: 'inner pages of indexes',
  5: 'inner pages of tables',
  10: 'pages of indexes',
  13: 'pages of tables',
};

describe('a single flipped bit', () => {
  it.each([...Object.values(kinds), 'free pages'])(
    'in %s is found wherever a row is read differently, and the index agrees',
    (kind) => {
      const bytes = readFileSync(kept);
      const free = new Set(freePages(bytes));
      const of = (page: number): string =>
        free.has(page) ? 'free pages' : page > 1 ? (kinds[bytes[(page - 1) * PAGE] ?? 0] ?? '') : '';
      const cells = (page: number): number => bytes.readUInt16BE((page - 1) * PAGE + 3);
      const pages = Array.from({ length: bytes.length / PAGE }, (_, at) => at + 1)
        .filter((page) => of(page) === kind)
        // empty tables have a page each
        .filter((page) => !kind.startsWith('pages') || cells(page) > 10);
      expect(pages.length).toBeGreaterThan(0);
      const whole = judge(kept);
      expect(whole.ok).toBe(true);
      let touched = 0;
      for (let at = 0; at < 60; at += 1) {
        const page = pages[at % pages.length] ?? 2;
        // the head of a page and its first cells' places, and then anywhere
        const offset = at % 2 === 0 ? (at * 5) % 64 : (at * 2741) % PAGE;
        const flipped = Buffer.from(bytes);
        const place = (page - 1) * PAGE + offset;
        flipped[place] = (flipped[place] ?? 0) ^ (1 << (at % 8));
        writeFileSync(damaged, flipped);
        const { ok, rows } = judge(damaged);
        if (rows === whole.rows) continue;
        touched += 1;
        expect(ok, `page ${page}, byte ${offset}`).toBe(false);
      }
      if (kind === 'free pages') expect(touched).toBe(0);
      else expect(touched).toBeGreaterThan(3);
    },
  );

  it('anywhere in the write-ahead log that loses what was acknowledged is found by the ends kept outside', () => {
    const put = (wal: Buffer): void => {
      for (const end of ['-wal', '-shm']) rmSync(damaged + end, { force: true });
      writeFileSync(damaged, inWal.database);
      writeFileSync(`${damaged}-wal`, wal);
    };
    const open = (): Judged => {
      // as the server opens it: the log is taken up
      new Database(damaged).close();
      return judge(damaged);
    };
    put(inWal.wal);
    const whole = open();
    expect(whole.ok).toBe(true);
    let lost = 0;
    for (let at = 0; at < 60; at += 1) {
      const bit = Math.floor((at * inWal.wal.length * 8) / 60) + (at % 8);
      const flipped = Buffer.from(inWal.wal);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      put(flipped);
      const { ok, rows } = open();
      if (rows === whole.rows) continue;
      lost += 1;
      expect(ok, `bit ${bit}`).toBe(false);
    }
    expect(lost).toBeGreaterThan(30);
  });
});

describe('the note of the ends, kept outside', () => {
  it('is damaged or the same with any single bit flipped, and that is a finding', () => {
    writeHeadFile(folder, heads);
    const path = join(folder, 'chain-heads.json');
    const bytes = readFileSync(path);
    expect(headsAsNoted(folder)).toEqual({ heads, damage: [] });
    let found = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, flipped);
      const { heads: read, damage } = headsAsNoted(folder);
      if (damage.length === 0) expect(read, `bit ${bit}`).toEqual(heads);
      else found += 1;
    }
    expect(found).toBeGreaterThan(bytes.length);
  });
});

describe('a disk that is full while the database is brought up to date', () => {
  it('keeps the steps before, says so, and goes on from there once there is room', () => {
    const path = join(folder, 'older.db');
    copyFileSync(kept, path);
    const sqlite = new Database(path);
    sqlite.exec('vacuum');
    const before = sqlite.prepare('select number from migration order by 1').pluck().all();
    const steps = [
      ...(before as number[]).map((number) => ({ number, name: 'known', sql: 'select 1' })),
      { number: 9000, name: 'small', sql: 'select 1' },
      { number: 9010, name: 'large', sql: 'create table large (bytes blob); insert into large values (zeroblob(2000000))' },
    ];
    sqlite.pragma(`max_page_count=${sqlite.pragma('page_count', { simple: true })}`);
    expect(() => migrate(sqlite, clock, steps)).toThrow(/cannot grow: the disk is full/);
    expect(sqlite.prepare('select number from migration order by 1').pluck().all()).toEqual([...before, 9000]);
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    sqlite.pragma('max_page_count=1000000');
    expect(migrate(sqlite, clock, steps)).toEqual([9010]);
    sqlite.close();
  });
});
