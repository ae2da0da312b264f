import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { damagedRows } from '../compareRows.ts';
import { migrate, migrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { openWriter } from '../openWriter.ts';
import { settleRestored } from './settleRestored.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-restored-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const made = (steps = migrations): string => {
  const path = join(folder, 'x.db');
  const { sqlite } = openDatabase(path);
  migrate(sqlite, new ManualClock(0), steps);
  sqlite.exec("insert into industry (id, name, joined_at) values ('i', 'I', 0)");
  if (steps === migrations)
    sqlite.exec(
      "insert into wall (id, industry_id, name, token_hash, created_at, created_by) values ('w', 'i', 'W', 'h', 0, 'a')",
    );
  sqlite.close();
  return path;
};
const revoked = (path: string): unknown => new Database(path).prepare('select revoked_at from wall').pluck().get();

it('ends wall displays of a backup that a person puts in place, and none when the server mends itself', () => {
  const path = made();
  settleRestored(path, { isCopy: false, byHand: false, nowMs: 7 });
  expect(revoked(path)).toBeNull();
  settleRestored(path, { isCopy: false, byHand: true, nowMs: 8 });
  expect(revoked(path)).toBe(8);
});

it('takes a backup from before there were any', () => {
  const old = made(migrations.filter(({ name }) => name !== 'phones-and-walls'));
  settleRestored(old, { isCopy: true, byHand: true, nowMs: 7 });
  expect(new Database(old).prepare("select count(*) from plc_site where name = 'readOnly'").pluck().get()).toBe(1);
});

it('keeps a row found that was not what had been stored when it was taken out of a damaged database', () => {
  const path = join(folder, 'y.db');
  const clock = new ManualClock(0);
  const { writer } = openWriter(path, clock);
  const put = writer.prepare('insert into industry (id, name, joined_at) values (?, ?, 0)');
  writer.run((tx) => {
    for (const id of ['i', 'j']) put.run(tx, id, id);
  });
  writer.close();
  const flip = new Database(path);
  flip.exec("update industry set name = 'k' where id = 'j'");
  flip.close();
  settleRestored(path, { isCopy: false, byHand: false, keepsFound: true, nowMs: 7 });
  openWriter(path, clock).writer.close();
  expect(damagedRows(new Database(path))).toEqual([{ name: 'industry', key: '["j"]', reason: 'checksum' }]);
});
