import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openDatabase } from '../open.ts';
import { openWriter } from '../openWriter.ts';
import { findDamage } from './findDamage.ts';
import { salvage } from './salvage.ts';

const industry = "insert into industry (id, name, joined_at) values ('i', 'I', 0)";

it.each([
  ['the name of an index', 'sqlite_autoindex_series_1', 'sqlite_auto)ndex_series_1'],
  ['the word that makes a table', 'CREATE TABLE reading_open', 'CREATE TAALE reading_open'],
])('rows are taken out of a database whose list of tables has a flipped bit in %s', (_, whole, flipped) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-salvage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [damaged, into] = [join(folder, 'damaged.db'), join(folder, 'into.db')];
  for (const path of [damaged, into]) openWriter(path, systemClock).writer.close();
  const { sqlite } = openDatabase(damaged);
  sqlite.exec(industry);
  sqlite.close();
  const bytes = readFileSync(damaged);
  // also where an older state of the page left it
  for (let at = bytes.indexOf(whole); at >= 0; at = bytes.indexOf(whole, at)) bytes.write(flipped, at);
  writeFileSync(damaged, bytes);
  expect(findDamage(damaged)).toMatch(/malformed database schema/);
  expect(salvage(damaged, into, [])).toMatchObject({ rows: { industry: 1 } });
});
