import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Bus } from '../../core/bus.ts';
import { ManualClock } from '../../core/clock.ts';
import { uniformAt } from '../../core/random.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { openWriter, rawConnectionOf, type Writer } from '../../db/writer.ts';
import { DamageList } from '../../historian/store/damage.ts';
import { ReadingStore } from '../../historian/store/readingStore.ts';
import { silent } from '../../test/httpRig.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { AuditStore } from '../audit/store.ts';
import { readHeadFile, writeHeadFile } from './headFile.ts';
import type { Heads } from './model.ts';
import { RunningProgram } from './program.ts';
import { changedStreams, readHeads, selfTest } from './selfTestStore.ts';
import { StorageService } from './service.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const seededRandom = (seed: number) => {
  let drawn = 0;
  return (): number => uniformAt(seed, 0, drawn++);
};
const names = ['inlet', 'outlet', 'wash'];
const folder = mkdtempSync(join(tmpdir(), 'self-test-'));
const kept = join(folder, 'kept.db');
const flipped = join(folder, 'flipped.db');
let heads: Heads;
let bytes: Buffer;

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

const open = (path: string): Database.Database => new Database(path, { readonly: true });
const test = (path: string, with_ = heads) => {
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
const copied = (): Database.Database => {
  for (const end of ['-wal', '-shm']) rmSync(flipped + end, { force: true });
  copyFileSync(kept, flipped);
  const sqlite = new Database(flipped);
  sqlite.pragma('foreign_keys=0');
  return sqlite;
};

const flip = (bit: number): void => {
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
const flipAll = (bits: readonly number[]): number => {
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

describe('the self-test', () => {
  it('finds a plant as it was written whole, and says how much it looked at', () => {
    expect(test(kept)).toMatchObject({ ok: true, found: 0, auditRows: 40, entries: 30, totals: expect.any(Number) });
    expect(Object.values(test(kept)).filter((count) => typeof count === 'number' && count > 3).length).toBeGreaterThanOrEqual(5);
  });

  it('finds each of 200 single flipped bits that touches a kept row, and none is answered as data', () => {
    const random = seededRandom(20_241_122);
    const touched = flipAll(Array.from({ length: 200 }, () => Math.floor(random() * bytes.length * 8)));
    // most of a young database is room between rows and empty tables; the packed days have a test of their own
    expect(touched).toBeGreaterThan(3);
  });

  it('finds each of 60 flipped bits within packed days, by series and day', () => {
    const sqlite = open(kept);
    const packed = sqlite.prepare('select packed from reading_day').pluck().all() as Buffer[];
    sqlite.close();
    const random = seededRandom(5);
    // one that lies in one piece, once
    const whole = packed.filter((day) => bytes.includes(day) && bytes.indexOf(day) === bytes.lastIndexOf(day));
    const bits = whole.slice(0, 6).flatMap((day) => {
      const at = bytes.indexOf(day);
      return Array.from({ length: 10 }, () => (at + Math.floor(random() * day.length)) * 8 + Math.floor(random() * 8));
    });
    expect(flipAll(bits)).toBe(60);
    flip(bits[0] ?? 0);
    const slots = test(flipped).findings.filter(({ part }) => part === 'slots');
    expect(slots).toEqual([
      {
        part: 'slots',
        name: expect.stringMatching(/^(inlet|outlet|wash) /),
        date: expect.stringMatching(/^2024-05-/),
        reason: 'hash',
      },
    ]);
  });

  it.each([
    ['an edited setting', `update settings_document set document = '{"high":99}' where version = 3`, 'row'],
    ['a setting that was taken out', 'delete from settings_document where version = 3', 'row'],
    [
      'a setting that was put in',
      "insert into settings_document select industry_id, section, 77, document, 0, 'x' from settings_document where version = 1",
      'row',
    ],
    ['an edited entry of a chain', "update entry set body = replace(body, ':5', ':6') where seq = 3", 'stream'],
    ['an entry taken out of a chain', 'delete from entry where seq = 3', 'stream'],
    ['the end of a chain cut off', 'delete from entry where seq > 20', 'stream'],
    ['a day without its total', 'delete from day_total where series_id = 1', 'total'],
  ])('finds %s', (_what, sql, part) => {
    const sqlite = copied();
    sqlite.exec(sql);
    sqlite.close();
    expect(test(flipped).findings.map((finding) => finding.part)).toContain(part);
  });

  it('finds an audit log whose hashes were all worked out anew, and one that lost its end with its numbers, by the ends kept outside', () => {
    for (const cut of [true, false]) {
      const sqlite = copied();
      sqlite.exec('drop trigger audit_no_update; drop trigger audit_no_delete; drop trigger audit_no_replace');
      if (cut) sqlite.exec("delete from audit where id > 35; update sqlite_sequence set seq = 35 where name = 'audit'");
      else sqlite.exec("update audit set subject = 'another' where id = 40; update audit set hash = 'other' where id = 40");
      sqlite.close();
      expect(test(flipped).findings.map(({ part }) => part)).toContain('audit');
    }
  });

  it('is not needed for that: the server says it within seconds, and does not replace the end that was noted', () => {
    vi.useFakeTimers();
    const sqlite = copied();
    sqlite.exec('drop trigger audit_no_update; drop trigger audit_no_delete; drop trigger audit_no_replace');
    sqlite.exec("delete from audit where id > 35; update sqlite_sequence set seq = 35 where name = 'audit'");
    sqlite.exec("update entry set hash = zeroblob(32) where stream = 'counterEvents' and seq = 30");
    const dataFolder = mkdtempSync(join(folder, 'heads-'));
    writeHeadFile(dataFolder, heads);
    const bus = new Bus(silent);
    const alarms: (string | null)[] = [];
    bus.on('a test', 'equipmentFault', ({ text }) => void alarms.push(text));
    const room = { freeBytes: 1e12, totalBytes: 2e12, reserveBytes: 0, isFull: false, isFailing: false };
    const service = new StorageService({
      ...{ dataFolder, bus, jobs: undefined, clock: new ManualClock(0), log: silent },
      disk: { room: () => room, refillReserve: () => false, bytes: () => 1 },
      damage: new DamageList(),
      seriesName: String,
      heads: () => readHeads(sqlite),
      changedStreams: (noted) => changedStreams(sqlite, noted),
      firstDay: () => null,
      firstEntryMs: () => null,
      backups: () => ({ keep: { newest: 1, days: 1, months: 1 }, backupTimes: [], hasVerifiedBackup: false }),
      facts: () => ({}),
      logLines: () => [],
      program: new RunningProgram({
        ...{ version: '', sqlite: '', dataFolder, clock: new ManualClock(0) },
        ...{ logLines: () => [], minutes: () => [], packages: async () => [] },
      }),
      ownerIndustries: () => ['DEMO'],
    });
    service.start();
    vi.advanceTimersByTime(10_000);
    service.stop();
    vi.useRealTimers();
    sqlite.close();
    expect(service.state().damage).toEqual([
      { part: 'audit', name: 'row 40', date: null, reason: 'cut' },
      { part: 'stream', name: 'counterEvents 30', date: null, reason: 'rewritten' },
    ]);
    expect(service.findings()).toEqual(['damaged']);
    expect(alarms).toEqual([expect.stringContaining('not what was written')]);
    expect(readHeadFile(dataFolder)).toEqual(heads);
  });
});
