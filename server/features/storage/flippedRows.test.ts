import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../contract/model/alertSettings.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { openDatabase } from '../../db/open.ts';
import { openWriter } from '../../db/openWriter.ts';
import { rawConnectionOf, Writer } from '../../db/writer.ts';
import { DamageList } from '../../historian/store/damage.ts';
import { ReadingStore } from '../../historian/store/readingStore.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { AccountsStore } from '../accounts/accountsStore.ts';
import { DocumentStore } from '../diagrams/documentStore.ts';
import type { Heads } from './model.ts';
import { readHeads, selfTest } from './selfTestStore.ts';

const folder = mkdtempSync(join(tmpdir(), 'flipped-rows-'));
const kept = join(folder, 'kept.db');
const flipped = join(folder, 'flipped.db');
const key = { industryId: 'DEMO', kind: 'scada', name: 'main' };
let bytes: Buffer;
let heads: Heads;

const settingsOf = (perTenMinutes: number): AlertSettings => alertSettings.parse({ flood: { perTenMinutes } }) as AlertSettings;

/** Two versions of settings and of a diagram, and events of a counter. */
beforeAll(async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  plant.addUnit({
    id: 'in',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 1, maxPerHour: 9 } },
  });
  const rig = new ReadingsRig(plant, 5_900_000 * SLOT_MS);
  rig.connection.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  copyFileSync(rig.path, kept);
  await rig.close();
  const { writer } = openWriter(kept, rig.clock);
  const raw = rawConnectionOf(writer);
  writer.run((tx) => {
    const put = (sql: string, ...values: unknown[]) => writer.prepare(sql).run(tx, ...values);
    put(
      "insert into user (id, industry_id, username, role, permissions, created_at) values ('u', 'DEMO', 'u', 'admin', '[]', 0)",
    );
    for (let slot = 0; slot < 6; slot += 1)
      put(
        'insert into counter_event (series_id, slot, kind, before, after, note) values (1, ?, ?, 5, 7, ?)',
        slot,
        'manual',
        `N${slot}`,
      );
  });
  const accounts = new AccountsStore(writer);
  for (const most of [11, 23])
    writer.run((tx) => accounts.putDocuments(tx, { industryId: 'DEMO', userId: 'u', nowMs: 1 }, { alerts: settingsOf(most) }));
  const { kysely, sqlite } = openDatabase(kept, { readonly: true });
  const documents = new DocumentStore(writer, kysely);
  for (const shape of ['first', 'second'])
    await documents.add(key, { body: JSON.stringify({ shape, at: [1, 2, 3] }), savedAtMs: 1, savedBy: 'u' }, () => undefined);
  sqlite.close();
  heads = readHeads(raw);
  writer.checkpoint('TRUNCATE');
  writer.close();
  bytes = readFileSync(kept);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Answers = { settings: string; document: string; events: string[] };
/** What the plant answers, each as text; an error is no data. */
const answersOf = async (path: string): Promise<Answers> => {
  const sqlite = new Database(path);
  const { kysely, sqlite: reader } = openDatabase(path, { readonly: true });
  try {
    const writer = new Writer(sqlite);
    const text = async (ask: () => Promise<unknown>): Promise<string> => {
      try {
        return JSON.stringify(await ask());
      } catch {
        return 'refused';
      }
    };
    return {
      settings: await text(() => new AccountsStore(writer).alertDocument('DEMO')),
      document: await text(() => new DocumentStore(writer, kysely).read(key)),
      events: new ReadingStore(reader, new DamageList()).events([1], 0, 100).map((event) => JSON.stringify(event)),
    };
  } finally {
    reader.close();
    sqlite.close();
  }
};
const isFound = (path: string): boolean => {
  const sqlite = new Database(path, { readonly: true });
  try {
    return !selfTest(sqlite, heads, () => 0).ok;
  } finally {
    sqlite.close();
  }
};

/** What every eighth bit of a row's text does, one by one: whether the self-test finds it, and what is answered. */
const flipText = async (text: string): Promise<{ bit: number; found: boolean; answers: Answers }[]> => {
  const at = bytes.indexOf(text);
  expect(at, text).toBeGreaterThan(0);
  const all = [];
  for (let bit = at * 8; bit < (at + text.length) * 8; bit += 9) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    for (const end of ['-wal', '-shm']) rmSync(flipped + end, { force: true });
    writeFileSync(flipped, changed);
    all.push({ bit, found: isFound(flipped), answers: await answersOf(flipped) });
  }
  return all;
};

it('a flipped bit in alert settings is found by the self-test, and answered neither to people nor to the alarms before that', async () => {
  const whole = await answersOf(kept);
  expect(whole.settings).toContain('"perTenMinutes":23');
  const tried = await flipText('{"perTenMinutes":23');
  expect(tried.length).toBeGreaterThan(10);
  for (const { bit, found, answers } of tried) {
    expect(found, `bit ${bit}`).toBe(true);
    // the version before
    expect(JSON.parse(answers.settings), `bit ${bit}`).toMatchObject({ version: 1, settings: { flood: { perTenMinutes: 11 } } });
    expect([answers.document, answers.events]).toEqual([whole.document, whole.events]);
  }
});

it('a flipped bit in a diagram is found by the self-test, and not answered before that', async () => {
  const whole = await answersOf(kept);
  const tried = await flipText('{"shape":"second","at":[1,2,3]}');
  expect(tried.length).toBeGreaterThan(20);
  for (const { bit, found, answers } of tried) {
    expect(found, `bit ${bit}`).toBe(true);
    expect(JSON.parse(answers.document), `bit ${bit}`).toMatchObject({ version: 1, body: { shape: 'first' } });
    expect([answers.settings, answers.events]).toEqual([whole.settings, whole.events]);
  }
});

it('a diagram whose newest version is damaged is saved over from the version before', async () => {
  const changed = Buffer.from(bytes);
  const at = bytes.indexOf('"second"');
  changed[at + 1] = (changed[at + 1] ?? 0) ^ 1;
  for (const end of ['-wal', '-shm']) rmSync(flipped + end, { force: true });
  writeFileSync(flipped, changed);
  const { kysely, sqlite: reader } = openDatabase(flipped, { readonly: true });
  const sqlite = new Database(flipped);
  const documents = new DocumentStore(new Writer(sqlite), kysely);
  await expect(documents.read(key, 2)).rejects.toThrow('Version 2 of scada main is damaged: take another');
  const seen: number[] = [];
  const saved = { body: '{"shape":"third"}', savedAtMs: 2, savedBy: 'u' };
  expect(await documents.add(key, saved, ({ version }) => seen.push(version))).toBe(3);
  expect(seen).toEqual([1]);
  expect(await documents.read(key)).toMatchObject({ version: 3, body: { shape: 'third' } });
  sqlite.close();
  reader.close();
});

it('a flipped bit in an event of a counter is found by the self-test, and the event is not answered before that', async () => {
  const whole = await answersOf(kept);
  expect(whole.events).toHaveLength(6);
  const tried = await flipText('manual\u0005\u0007N3');
  expect(tried.length).toBeGreaterThan(5);
  for (const { bit, found, answers } of tried) {
    expect(found, `bit ${bit}`).toBe(true);
    expect(whole.events, `bit ${bit}`).toEqual(expect.arrayContaining(answers.events));
  }
  // its kind is read out of the index, which still has it as it was
  expect(tried.filter(({ answers }) => answers.events.length === 5).length).toBeGreaterThanOrEqual(3);
});
