import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect } from 'vitest';
import { uniformAt } from '../core/random.ts';
import { SLOT_MS } from '../core/slots.ts';
import { openWriter } from '../db/openWriter.ts';
import { rawConnectionOf, type Writer } from '../db/writer.ts';
import { AuditStore } from '../features/audit/store.ts';
import type { Heads } from '../features/storage/model.ts';
import { readHeads, selfTest } from '../features/storage/selfTestStore.ts';
import { DamageList } from '../historian/store/damage.ts';
import { ReadingStore } from '../historian/store/readingStore.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };

export const seededRandom = (seed: number) => {
  let drawn = 0;
  return (): number => uniformAt(seed, 0, drawn++);
};
const names = ['inlet', 'outlet', 'wash'];
export const folder = mkdtempSync(join(tmpdir(), 'self-test-'));
export const kept = join(folder, 'kept.db');
export const flipped = join(folder, 'flipped.db');
export let heads: Heads;
export let bytes: Buffer;

const furnish = (writer: Writer): void => {
  const raw = rawConnectionOf(writer);
  const industryId = raw.prepare('select id from industry').pluck().get();
  const audit = new AuditStore(writer, raw);
  writer.run((tx) => {
    const put = (sql: string, ...values: unknown[]) => writer.prepare(sql).run(tx, ...values);
    put(
      "insert into user (id, industry_id, username, role, permissions, created_at) values ('u', ?, 'u', 'admin', '[]', 0)",
      industryId,
    );
    for (let version = 1; version <= 20; version += 1)
      put(
        'insert into settings_document values (?, ?, ?, ?, ?, ?)',
        industryId,
        'alerts',
        version,
        `{"high":${version}}`,
        version,
        'u',
      );
    put("insert into document values (?, 'scada', 'main', 1, 0, 'u', '{\"shapes\":[1,2,3]}')", industryId);
    for (let slot = 0; slot < 30; slot += 1)
      put('insert into counter_event (series_id, slot, kind, before, after) values (1, ?, ?, 5, 7)', slot, 'manual');
    put("insert into integrity_step values ('days sealed', 0)");
    audit.append(
      tx,
      Array.from({ length: 40 }, (_, at) => ({
        ...{ at, industryId: null, userId: 'u', kind: 'unit.change', outcome: 'done' as const, count: 1, ip: null },
        ...{ requestId: null, subject: `unit ${at}`, before: null, after: '{"limit":5}' },
      })),
    );
  });
};
export const open = (path: string): Database.Database => new Database(path, { readonly: true });

export const test = (path: string, with_ = heads) => {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = open(path);
    return selfTest(sqlite, with_, () => 0);
  } catch (error) {
    return { ok: false, findings: [{ part: 'database', name: 'file', date: null, reason: String(error) }], found: 1 };
  } finally {
    sqlite?.close();
  }
};

/** Every row of every table, or the reason why they cannot be read. */
const contents = (path: string): string => {
  const sqlite = open(path);
  try {
    const tables = sqlite
      .prepare("select name, sql from sqlite_schema where name not like 'sqlite_%' order by 1")
      .raw(true)
      .all() as string[][];
    const real = tables.filter(([, sql = '']) => /^create table/i.test(sql ?? ''));
    return JSON.stringify([
      tables,
      ...real.map(([name]) => sqlite.prepare(`select * from "${name}" not indexed`).raw(true).all()),
    ]);
  } catch (error) {
    return String(error);
  } finally {
    sqlite.close();
  }
};

/** What the plant answers of readings: by series and day its slots, and its total. */
const answers = (path: string): Map<string, string> => {
  const given = new Map<string, string>();
  let sqlite: Database.Database | undefined;
  try {
    sqlite = open(path);
    const store = new ReadingStore(sqlite, new DamageList());
    for (const id of [1, 2, 3, 4, 5, 6]) {
      for (const { day, block } of store.closedDays(id, 19_800, 19_900))
        given.set(`${id} ${day}`, JSON.stringify([...block.values, ...block.quality]));
      for (const total of store.dayTotals([id], 19_800, 19_900)) given.set(`total ${id} ${total.day}`, JSON.stringify(total));
      for (const row of store.openSlots(id, 5_715_000, 5_725_000)) given.set(`open ${id} ${row[0]}`, JSON.stringify(row));
    }
  } catch {
    // an error is no data
  } finally {
    sqlite?.close();
  }
  return given;
};

/** A copy that may be written, as by another program. */
export const copied = (): Database.Database => {
  for (const end of ['-wal', '-shm']) rmSync(flipped + end, { force: true });
  copyFileSync(kept, flipped);
  const sqlite = new Database(flipped);
  sqlite.pragma('foreign_keys=0');
  return sqlite;
};

export const flip = (bit: number): void => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  writeFileSync(flipped, changed);
};

const safeContents = (path: string): string => {
  try {
    return contents(path);
  } catch (error) {
    return String(error);
  }
};

/** Flips bits one by one. @returns how many touched a kept row; fails for one that is not found, or answered as data. */
export const flipAll = (bits: readonly number[]): number => {
  const [whole, given] = [contents(kept), answers(kept)];
  expect(given.size).toBeGreaterThan(100);
  let touched = 0;
  for (const bit of bits) {
    flip(bit);
    const isTouched = safeContents(flipped) !== whole;
    if (isTouched) touched += 1;
    const { ok } = test(flipped);
    if (isTouched) expect(ok, `bit ${bit}`).toBe(false);
    for (const [what, answer] of answers(flipped)) expect(given.get(what), `bit ${bit}: ${what}`).toBe(answer);
  }
  return touched;
};

export const writeOnce = (): void => {
  /** Four closed days and an open one, settings, an audit log, alarms' steps and a command. */
  beforeAll(async () => {
    const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
    for (const id of names) plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: { meter } });
    const first = plant.calendar.window('2024-05-06').firstSlot;
    const rig = new ReadingsRig(plant, first * SLOT_MS);
    const ids = names.map((name) => rig.id(name, 'volume'));
    const random = seededRandom(7);
    const history = rig.history();
    const shown = ids.map(() => 0);
    for (let slot = first; slot < first + 4 * 288 + 90; slot += 1)
      history.acceptSlot(
        slot,
        ids.map((seriesId, at) => {
          shown[at] = (shown[at] ?? 0) + Math.round(random() * 40) / 10;
          return { seriesId, value: shown[at] };
        }),
      );
    history.finish();
    rig.connection.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(rig.path, kept);
    await rig.close();
    const { writer } = openWriter(kept, rig.clock);
    furnish(writer);
    heads = readHeads(rawConnectionOf(writer));
    writer.checkpoint('TRUNCATE');
    writer.close();
    bytes = readFileSync(kept);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
};
