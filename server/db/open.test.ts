import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { isFailure } from '../core/fail.ts';
import { migrate, migrations } from './migrate.ts';
import { type DatabaseConnection, openDatabase } from './open.ts';

const newPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'open-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'headworks.db');
};
const open = (path: string, options?: { readonly?: boolean }): DatabaseConnection => {
  const connection = openDatabase(path, options);
  onTestFinished(() => void connection.sqlite.close());
  return connection;
};
const migrated = (path: string): DatabaseConnection => {
  const connection = open(path);
  migrate(connection.sqlite, new ManualClock(0));
  return connection;
};
/** What a person at the console reads: one line. */
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (!isFailure(error)) throw error;
    expect(error.message).not.toContain('\n');
    return `${error.code}: ${error.message}`;
  }
  return 'no fault';
};

describe('a connection', () => {
  const wanted = {
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    journal_size_limit: 67_108_864,
    trusted_schema: 0,
    page_size: 8192,
  };
  const pragmasOf = ({ sqlite }: DatabaseConnection): Record<string, unknown> =>
    Object.fromEntries(Object.keys(wanted).map((name) => [name, sqlite.pragma(name, { simple: true })]));

  it('has every pragma, also after its first writes, on a second open, and when it only reads', () => {
    const path = newPath();
    const first = migrated(path);
    first.sqlite.exec("insert into industry (id, name, joined_at) values ('A', 'A', 0)");
    expect(pragmasOf(first)).toEqual(wanted);
    expect(pragmasOf(open(path))).toEqual(wanted);
    expect(pragmasOf(open(path, { readonly: true }))).toEqual(wanted);
  });

  it('that reads cannot write, and sees what the writer commits', () => {
    const path = newPath();
    const writer = migrated(path);
    const reader = open(path, { readonly: true });
    expect(() => reader.sqlite.exec("insert into industry (id, name, joined_at) values ('A', 'A', 0)")).toThrow(/readonly/);
    writer.sqlite.exec("insert into industry (id, name, joined_at) values ('A', 'A', 0)");
    expect(reader.sqlite.prepare('select id from industry').pluck().all()).toEqual(['A']);
  });
});

describe('a database that cannot be used', () => {
  it('is said to be damaged', () => {
    const path = newPath();
    writeFileSync(path, 'this is not a database, but it is long enough to look like one '.repeat(100));
    const before = readFileSync(path);
    expect(faultOf(() => openDatabase(path))).toBe(`unavailable: database ${path} is damaged`);
    expect(readFileSync(path)).toEqual(before);
  });

  it('is said to be damaged when its first page was overwritten in part', () => {
    const path = newPath();
    migrated(path).sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(path);
    bytes.fill(0xff, 100, 8192);
    const copy = `${path}.copy`;
    writeFileSync(copy, bytes);
    expect(faultOf(() => openDatabase(copy))).toBe(`unavailable: database ${copy} is damaged`);
  });

  it('is said to be out of reach', () => {
    const path = newPath();
    expect(faultOf(() => openDatabase(join(path, 'no', 'such', 'folder.db')))).toMatch(/cannot be opened|failed/);
    mkdirSync(path);
    expect(faultOf(() => openDatabase(path))).toBe(`unavailable: database ${path} is a folder`);
  });

  it('is said to be locked while another process keeps it to itself', async () => {
    const path = newPath();
    migrated(path).sqlite.close();
    const script = join(path, '..', 'lock.mjs');
    const library = import.meta.resolve('better-sqlite3');
    writeFileSync(
      script,
      `import Database from ${JSON.stringify(library)};
       const db = new Database(${JSON.stringify(path)});
       db.pragma('locking_mode=exclusive');
       db.exec('begin exclusive; insert into industry (id, name, joined_at) values (1, 2, 3)');
       process.send('locked');
       setInterval(() => {}, 1000);`,
    );
    const other = fork(script);
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other, 'message');
    expect(faultOf(() => openDatabase(path))).toBe(`unavailable: database ${path} is locked by another program`);
  });

  it('is said to have no room when a step does not fit on the disk, and keeps the steps before', () => {
    const { sqlite } = open(newPath());
    const [first, ...rest] = migrations;
    if (!first) throw new Error('no migrations');
    migrate(sqlite, new ManualClock(0), [first]);
    sqlite.pragma(`max_page_count=${sqlite.pragma('page_count', { simple: true })}`);
    expect(faultOf(() => migrate(sqlite, new ManualClock(0)))).toBe(
      `storageFull: database ${sqlite.name} cannot grow: the disk is full`,
    );
    expect(sqlite.prepare('select number from migration').pluck().all()).toEqual([first.number]);
    sqlite.pragma('max_page_count=1000000');
    expect(migrate(sqlite, new ManualClock(0))).toEqual(rest.map(({ number }) => number));
  });
});
