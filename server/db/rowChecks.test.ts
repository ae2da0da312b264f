import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { entryHash, NO_HASH } from '../core/bytes/entryHash.ts';
import { ManualClock } from '../core/clock.ts';
import { damagedRows, type RowDamage } from './compareRows.ts';
import { migrations } from './migrate.ts';
import { openDatabase } from './open.ts';
import { openWriter } from './openWriter.ts';
import { checkedTables, rowChecksum } from './rowChecks.ts';
import { rawConnectionOf } from './writer.ts';

const opened = () => {
  const folder = mkdtempSync(join(tmpdir(), 'row-checks-'));
  const { writer } = openWriter(join(folder, 'headworks.db'), new ManualClock(5000));
  const sqlite = rawConnectionOf(writer);
  onTestFinished(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (sql: string, ...values: unknown[]): void => {
    writer.run((tx) => writer.prepare(sql).run(tx, ...values));
  };
  const checksums = (name: string) =>
    sqlite.prepare('select key, checksum from row_checksum where name = ? order by key').all(name) as {
      key: string;
      checksum: number;
    }[];
  return { folder, writer, sqlite, write, checksums };
};
const industry = "insert into industry (id, name, joined_at) values (?, 'I', 0)";

it('every table has rows with checksums of one kind or the other', () => {
  const { sqlite } = opened();
  const names = new Set(checkedTables(sqlite).map(({ name }) => name));
  for (const name of ['unit', 'document', 'settings_document', 'alarm', 'meter', 'tag', 'plc_command'])
    expect(names).toContain(name);
  for (const name of ['reading_open', 'reading_running', 'reading_day', 'day_total', 'audit', 'entry'])
    expect(names).not.toContain(name);
});

it('a row that is added, changed, moved or removed has its checksum added, changed, moved or removed with it', () => {
  const { sqlite, write, checksums } = opened();
  write(industry, 'a');
  const [first] = checksums('industry');
  expect(first).toEqual({
    key: '["a"]',
    checksum: rowChecksum(sqlite.prepare('select * from industry').raw(true).get() as never),
  });
  write("update industry set name = 'J'");
  expect(checksums('industry')).toEqual([{ key: '["a"]', checksum: expect.not.toSatisfy((sum) => sum === first?.checksum) }]);
  write("update industry set id = 'b'");
  expect(checksums('industry').map(({ key }) => key)).toEqual(['["b"]']);
  write("insert or replace into industry (id, name, joined_at) values ('b', 'K', 1)");
  expect(checksums('industry')).toHaveLength(1);
  write('delete from industry');
  expect(checksums('industry')).toEqual([]);
});

it('a change that is undone leaves no checksum behind', () => {
  const { writer, write, checksums } = opened();
  expect(() =>
    writer.run((tx) => {
      writer.prepare(industry).run(tx, 'a');
      throw new Error('undone');
    }),
  ).toThrow('undone');
  write(industry, 'b');
  expect(checksums('industry').map(({ key }) => key)).toEqual(['["b"]']);
});

it('what happens to a command becomes entries of a chain, each with the row as it was then', () => {
  const { sqlite, write } = opened();
  write(industry, 'i');
  write(
    `insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, asset, command, frame_id, fn, address, raw_out, created_at)
     values ('f1', 'c1', 'i', 'u', 'n', 'r', '::1', 'd', 'valve', 'open', 'x', 5, 1, '01', 0)`,
  );
  write("update plc_command set outcome = 'CONFIRMED' where id = 'f1'");
  const entries = sqlite.prepare("select seq, at, body, hash from entry where stream = 'commands' order by seq").all() as {
    seq: number;
    at: number;
    body: string;
    hash: Buffer;
  }[];
  expect(entries.map(({ seq, at }) => [seq, at])).toEqual([
    [1, 5000],
    [2, 5000],
  ]);
  expect(entries.map(({ body }) => JSON.parse(body).row.outcome)).toEqual([null, 'CONFIRMED']);
  let before: Uint8Array = NO_HASH;
  for (const { seq, at, body, hash } of entries) {
    expect(hash).toEqual(entryHash(before, seq, at, body));
    before = hash;
  }
});

it('rows that are damaged before an upgrade are damaged after it, until they are written again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'row-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'headworks.db');
  const clock = new ManualClock(5000);
  const before = openWriter(path, clock, undefined, migrations.slice(0, -1)).writer;
  for (const id of ['changed', 'removed', 'whole']) before.run((tx) => before.prepare(industry).run(tx, id));
  before.close();
  const { sqlite: other } = openDatabase(path);
  other.exec("update industry set name = 'X' where id = 'changed'; delete from industry where id = 'removed'");
  other.prepare(industry).run('added');
  const damage = [
    { name: 'industry', key: '["added"]', reason: 'extra' },
    { name: 'industry', key: '["changed"]', reason: 'checksum' },
    { name: 'industry', key: '["removed"]', reason: 'missing' },
  ];
  const inOrder = (rows: RowDamage[]) => rows.toSorted((a, b) => a.key.localeCompare(b.key));
  expect(inOrder(damagedRows(other))).toEqual(damage);
  other.close();

  const { writer, applied } = openWriter(path, clock);
  onTestFinished(() => writer.close());
  expect(applied).toEqual([migrations.at(-1)?.number]);
  const sqlite = rawConnectionOf(writer);
  // a row that nobody stored has a checksum now, and still not its own
  expect(inOrder(damagedRows(sqlite))).toEqual(
    damage.map((row) => (row.reason === 'extra' ? { ...row, reason: 'checksum' } : row)),
  );
  writer.run((tx) => writer.prepare("update industry set name = 'Y'").run(tx));
  expect(damagedRows(sqlite)).toEqual([damage[2]]);
});
