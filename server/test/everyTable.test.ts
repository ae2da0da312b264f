import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupFolder } from '../backup/backupFolder.ts';
import { makeBackup } from '../backup/makeBackup.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { verifyBackup } from '../backup/verifyBackup.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { ManualClock } from '../core/clock.ts';
import type { Sqlite } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { checkedTables } from '../db/rowChecks.ts';
import { rawConnectionOf } from '../db/writer.ts';
import type { Heads } from '../features/storage/model.ts';
import { readHeads, selfTest } from '../features/storage/selfTestStore.ts';
import { sealStored } from './sealStored.ts';

/** Whatever tables there are, those of tomorrow too: what is asked of them is worked out from the schema. */
const root = mkdtempSync(join(tmpdir(), 'every-table-'));
const frozenPlant = join(import.meta.dirname, '../../tests/golden/plant.db.br');
const startMs = Date.parse('2026-11-22T02:00:00Z');
/** Of these each bit is held by a hash of its own: features/storage/selfTest.test.ts. */
const hashed = ['reading_open', 'reading_running', 'reading_day', 'day_total', 'audit', 'entry', 'row_checksum'];

type Column = { name: string; type: string; notnull: number };

const tablesOf = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all();
const columnsOf = (sqlite: Sqlite, table: string): Column[] => sqlite.pragma(`table_info("${table}")`) as Column[];
const countOf = (sqlite: Sqlite, table: string): number =>
  sqlite.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0;

const sampleOf = ({ type }: Column): unknown => {
  if (/^int/i.test(type)) return 4_000_000_001;
  if (/^real/i.test(type)) return 12.5;
  return /^blob/i.test(type) ? Buffer.from('kept') : 'kept';
};

/** A row in each of these tables that has none, stored as the server stores it. */
const fill = (path: string, tables: (sqlite: Sqlite) => string[]): void => {
  const { writer } = openWriter(path, new ManualClock(startMs));
  const sqlite = rawConnectionOf(writer);
  sqlite.pragma('foreign_keys=off');
  sqlite.pragma('ignore_check_constraints=on');
  for (const table of tables(sqlite)) {
    if (countOf(sqlite, table) > 0) continue;
    const columns = columnsOf(sqlite, table);
    const places = columns.map(() => '?').join(', ');
    writer.run((tx) => writer.prepare(`insert into "${table}" values (${places})`).run(tx, ...columns.map(sampleOf)));
  }
  writer.checkpoint('TRUNCATE');
  writer.close();
};

const contentOf = (path: string): Record<string, unknown[]> => {
  const sqlite = new Database(path, { readonly: true });
  try {
    return Object.fromEntries(
      tablesOf(sqlite).map((table) => [table, sqlite.prepare(`select * from "${table}"`).safeIntegers().raw().all()]),
    );
  } finally {
    sqlite.close();
  }
};

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a backup', () => {
  it('brings back a row of every table there is, and of one that is not as its table wants it what was there', async () => {
    const dataFolder = join(root, 'data');
    mkdirSync(dataFolder);
    const path = join(dataFolder, 'headworks.db');
    writeFileSync(path, brotliDecompressSync(readFileSync(frozenPlant)));
    fill(path, tablesOf);
    const upgraded = new Database(path);
    // slots of a plant from before they had revisions got 1 with the upgrade; a restored one has those of their totals
    upgraded.exec(`update reading_day set revision =
      (select revision from day_total where day_total.series_id = reading_day.series_id and day_total.day = reading_day.day)`);
    sealStored(upgraded);
    upgraded.close();
    const stored = contentOf(path);
    expect(Object.entries(stored).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(Object.keys(stored).length).toBeGreaterThan(60);
    const identity = loadIdentity(join(dataFolder, 'keys'), startMs);
    const sqlite = new Database(path, { readonly: true });
    const turn = (): Promise<void> => Promise.resolve();
    const folder = new BackupFolder(join(root, 'stick'));
    const parts = { sqlite, dataFolder, folder, identity, kit: undefined, program: '1.0.0', nowMs: startMs, turn };
    const { snapshot } = await makeBackup(parts);
    sqlite.close();
    const temporary = join(root, 'temp');
    await verifyBackup({ folder, name: snapshot, openers: [identity.opening], temporary, turn });
    const into = join(root, 'restored');
    await restoreBackup({ snapshot: folder.snapshotPath(snapshot), openers: [identity.opening], into, turn });
    expect(contentOf(join(into, 'headworks.db'))).toEqual(stored);
  });
});

describe('a changed bit', () => {
  const whole = join(root, 'whole.db');

  let sqlite: Sqlite;
  let heads: Heads;

  beforeAll(() => {
    fill(whole, (all) => tablesOf(all).filter((table) => !hashed.includes(table)));
    sqlite = new Database(whole);
    sqlite.pragma('foreign_keys=off');
    sqlite.pragma('ignore_check_constraints=on');
    heads = readHeads(sqlite);
  });
  afterAll(() => sqlite.close());

  /** What another program does to the file: no trigger notes it, or is in its way. */
  const findingsAfter = (sqlite: Sqlite, change: string, ...values: unknown[]): { name: string; reason: string }[] => {
    const triggers = sqlite
      .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_schema where type = 'trigger'")
      .all();
    sqlite.exec('begin');
    try {
      for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);
      sqlite.prepare(change).run(...values);
      for (const { sql } of triggers) sqlite.exec(sql);
      return selfTest(sqlite, heads, () => 0).findings;
    } finally {
      sqlite.exec('rollback');
    }
  };

  it('is found by the self-test in each column of each table that has no hash of its own', () => {
    // the row that stands for a day's hash is none of a real day
    const before = new Set(findingsAfter(sqlite, 'delete from industry where 0').map((finding) => JSON.stringify(finding)));
    expect([...before].filter((finding) => !finding.includes('"part":"dayHash"'))).toEqual([]);
    const all = checkedTables(sqlite).map(({ name, keys }) => ({ name, keys, columns: columnsOf(sqlite, name) }));
    expect(all.map(({ name }) => name)).toEqual(tablesOf(sqlite).filter((table) => !hashed.includes(table)));
    let tried = 0;
    const missed: string[] = [];
    for (const { name, keys, columns } of all)
      for (const column of columns) {
        const value = sampleOf(column);
        const changed = typeof value === 'number' ? value + 1 : Buffer.isBuffer(value) ? Buffer.from('keqt') : 'keqt';
        const first = `(select min("${keys[0]}") from "${name}")`;
        const change = `update "${name}" set "${column.name}" = ? where "${keys[0]}" is ${first}`;
        const found = findingsAfter(sqlite, change, changed).filter((finding) => !before.has(JSON.stringify(finding)));
        tried += 1;
        if (!found.some((finding) => finding.name.includes(name))) missed.push(`${name}.${column.name} ${JSON.stringify(found)}`);
      }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });
});
