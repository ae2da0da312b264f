import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uidOf } from '../bundle/dayItems.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { hashOfBlock } from '../core/bytes/blockHash.ts';
import { unpack } from '../core/bytes/packing.ts';
import { checksumOf, dayChecksum } from '../core/bytes/rowChecksum.ts';
import { systemClock } from '../core/clock.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { settleRestored } from '../db/transfer/settleRestored.ts';
import { createDayReading } from '../db/transfer/storedDays.ts';
import { BackupFolder } from './backupFolder.ts';
import { makeBackup } from './makeBackup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restoreBackup.ts';
import { verifyBackup } from './verifyBackup.ts';

const frozen = brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br')));
const startMs = Date.parse('2026-11-22T02:00:00Z');
const turn = (): Promise<void> => Promise.resolve();
let root: string;
let source: DatabaseConnection;
let folder: BackupFolder;
let hours = 0;

const keys = (): string => join(root, 'data', 'keys');
const openers = () => [loadIdentity(keys(), startMs).opening];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'damaged-days-'));
  mkdirSync(join(root, 'data'));
  const path = join(root, 'data', 'headworks.db');
  writeFileSync(path, frozen);
  openWriter(path, systemClock).writer.close();
  source = openDatabase(path, { readonly: true });
  folder = new BackupFolder(join(root, 'stick'));
  hours = 0;
});
afterEach(() => {
  source.sqlite.close();
  rmSync(root, { recursive: true, force: true });
});

/** An hour later. */
const backUp = async (): Promise<{ name: string; damaged: Manifest['damaged'] }> => {
  hours += 1;
  const dataFolder = join(root, 'data');
  const identity = loadIdentity(keys(), startMs);
  const nowMs = startMs + hours * 3_600_000;
  const { sqlite } = source;
  const made = await makeBackup({ sqlite, dataFolder, folder, identity, kit: undefined, program: '1.0.0', nowMs, turn });
  return { name: made.snapshot, damaged: made.manifest.damaged };
};

/** Writes past the program, as a disk that flips bits does. */
const change = (sql: string, values: object = {}): void => {
  const { sqlite } = openDatabase(join(root, 'data', 'headworks.db'));
  sqlite.prepare(sql).run(values);
  sqlite.close();
};

type Day = { id: number; uid: string; industryId: string; day: number; revision: number };
/** The newest closed days of counters. */
const someDays = (most: number): Day[] =>
  source.sqlite
    .prepare(
      `select s.id, s.uid, s.industry_id industryId, t.day, t.revision from day_total t join series s on s.id = t.series_id
       join reading_day d on d.series_id = t.series_id and d.day = t.day
       where t.sum > 0 order by t.day desc, s.id limit ?`,
    )
    .all(most) as Day[];
const someDay = (): Day => someDays(1)[0] as Day;
/** As the running server does it in the background. */
const seal = (one: Day): void => {
  const row = source.sqlite
    .prepare(
      'select series_id seriesId, day, first_slot firstSlot, slots, packed, revision from reading_day where series_id = @id and day = @day',
    )
    .get(one) as { seriesId: number; day: number; firstSlot: number; slots: number; packed: Uint8Array; revision: number };
  const hash = hashOfBlock(unpack(row.packed, row.firstSlot, row.slots));
  const checksum = dayChecksum({ ...row, hash });
  change('update reading_day set hash = @hash, checksum = @checksum where series_id = @id and day = @day', {
    ...one,
    hash,
    checksum,
  });
  const total = source.sqlite
    .prepare(
      `select series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close
       from day_total where series_id = @id and day = @day`,
    )
    .raw(true)
    .get(one) as (number | null)[];
  change('update day_total set checksum = @checksum where series_id = @id and day = @day', {
    ...one,
    checksum: checksumOf(total),
  });
};
const spoilSlots = (one: Day): void =>
  change("update reading_day set packed = x'01ff' where series_id = @id and day = @day", one);

/** Totals of a restored backup by series and day. */
const restored = async (name: string): Promise<Map<string, number | null>> => {
  const into = join(root, 'into');
  await restoreBackup({ snapshot: folder.snapshotPath(name), openers: openers(), into, turn });
  return totalsIn(join(into, 'headworks.db'));
};
const totalsIn = (path: string): Map<string, number | null> => {
  const { sqlite } = openDatabase(path, { readonly: true });
  try {
    const rows = sqlite.prepare('select uid, day, sum from day_total join series on id = series_id').raw(true).all();
    return new Map((rows as [string, number, number | null][]).map(([uid, day, sum]) => [`${uid} ${day}`, sum]));
  } finally {
    sqlite.close();
  }
};
const now = (): Map<string, number | null> => totalsIn(join(root, 'data', 'headworks.db'));
const without = <T>(all: Map<string, T>, { uid, day }: Day): Map<string, T> =>
  new Map([...all].filter(([key]) => key !== `${uid} ${day}`));

it('each backup after a day was damaged is restored, with all but that day', async () => {
  const one = someDay();
  spoilSlots(one);
  const wanted = without(now(), one);
  for (const _ of ['the first', 'the next']) {
    const { name, damaged } = await backUp();
    await verifyBackup({ folder, name, openers: openers(), temporary: join(root, 'temp'), turn });
    expect(damaged).toEqual([{ uid: uidOf(one.uid), day: one.day, revision: one.revision }]);
    expect(await restored(name)).toEqual(wanted);
  }
});

it('what was flipped in sealed rows does not pass for data in a backup, nor in what is restored from it', async () => {
  const flips = [
    'update day_total set sum = sum + 1000 where series_id = @id and day = @day',
    'update day_total set revision = revision + 1 where series_id = @id and day = @day',
    'update reading_day set revision = revision + 8 where series_id = @id and day = @day',
  ];
  const days = someDays(flips.length);
  for (const one of days) seal(one);
  for (const [at, one] of days.entries()) change(flips[at] ?? '', one);
  const { name, damaged } = await backUp();
  const keyOf = (one: { uid: string; day: number }): string => `${one.uid} ${one.day}`;
  expect(damaged.map(keyOf).sort()).toEqual(days.map((one) => keyOf({ ...one, uid: uidOf(one.uid) })).sort());
  expect(await restored(name)).toEqual(days.reduce(without, now()));
});

it('closed days have their hashes and checksums right after a restore, before the plant was ever started', async () => {
  const { name } = await backUp();
  await restored(name);
  const path = join(root, 'into', 'headworks.db');
  settleRestored(path, { isCopy: false, byHand: true, nowMs: startMs });
  const { sqlite } = openDatabase(path);
  try {
    const days = sqlite
      .prepare(
        'select s.industry_id industryId, d.series_id seriesId, d.day from reading_day d join series s on s.id = d.series_id',
      )
      .all() as { industryId: string; seriesId: number; day: number }[];
    expect(days.length).toBeGreaterThan(20);
    const reading = createDayReading(sqlite);
    const rowOf = ({ seriesId, day }: { seriesId: number; day: number }) => reading.daysOf(seriesId, day, day)[0];
    const unproven = days.filter((one) => {
      const row = rowOf(one);
      if (!row?.packed || row.damage) return true;
      const content = hashOfBlock(unpack(row.packed, row.firstSlot ?? 0, row.slots ?? 0));
      return row.hash === null || !content.equals(row.hash);
    });
    expect(unproven).toEqual([]);
    const without = (table: string) => sqlite.prepare(`select count(*) from ${table} where checksum is null`).pluck().get();
    expect([without('reading_day'), without('day_total')]).toEqual([0, 0]);
    const nodes = sqlite.prepare('select industry_id, day from day_node').raw(true).all().map(String);
    expect(new Set(nodes)).toEqual(new Set(days.map(({ industryId, day }) => `${industryId},${day}`)));
    const [flipped] = days as [(typeof days)[0]];
    sqlite.prepare('update day_total set sum = 1 + ifnull(sum, 0) where series_id = @seriesId and day = @day').run(flipped);
    expect(rowOf(flipped)?.damage).toBe('total');
  } finally {
    sqlite.close();
  }
});

it('a damaged day comes back as an earlier backup has it, though others of that day were corrected since', async () => {
  const before = now();
  await backUp();
  const one = someDay();
  spoilSlots(one);
  change('update day_revision set revision = revision + 1 where day = @day', one);
  await backUp();
  const { name, damaged } = await backUp();
  expect(damaged).toMatchObject([{ day: one.day }]);
  expect(await restored(name)).toEqual(before);
});

it('of a day that was corrected before it was damaged the older state does not come back', async () => {
  await backUp();
  const one = someDay();
  spoilSlots(one);
  // as the correction left it: a total that is whole, with the next revision
  change(
    'update day_total set revision = revision + 1, sum = sum + 1000, checksum = null where series_id = @id and day = @day',
    one,
  );
  change('update day_revision set revision = revision + 1 where day = @day', one);
  await backUp();
  expect(await restored((await backUp()).name)).toEqual(without(now(), one));
});

it('a damaged day that was written anew is in the next backup', async () => {
  const one = someDay();
  const packed = source.sqlite.prepare('select packed from reading_day where series_id = ? and day = ?').pluck();
  const whole = packed.get(one.id, one.day);
  spoilSlots(one);
  expect((await backUp()).damaged).toHaveLength(1);
  change('update reading_day set packed = @whole where series_id = @id and day = @day', { ...one, whole });
  change('update day_revision set revision = revision + 1 where day = @day', one);
  const { name, damaged } = await backUp();
  expect(damaged).toEqual([]);
  expect(await restored(name)).toEqual(now());
});

it('is made once more where a unit is deleted while its days are copied, and given up where that never ends', async () => {
  const { sqlite } = source;
  const parts = { sqlite, dataFolder: join(root, 'data'), folder, kit: undefined, program: '1.0.0', nowMs: startMs };
  const identity = loadIdentity(keys(), startMs);
  const last = sqlite
    .prepare('select id, uid from series where id in (select series_id from day_total) order by id desc')
    .all() as { id: number; uid: string }[];
  let turns = 0;
  /** As the deletion of a unit does with its days; the series that are copied last go. */
  const deleteOne = (): void => {
    const one = last.shift() as { id: number };
    for (const table of ['reading_day', 'day_total']) change(`delete from ${table} where series_id = @id`, { id: one.id });
  };
  const [gone] = last;
  const made = await makeBackup({
    ...parts,
    identity,
    turn: () => {
      turns += 1;
      if (turns === 1) deleteOne();
      return turn();
    },
  });
  expect(made.manifest.series.map(([uid]) => uid)).not.toContain(uidOf(gone?.uid ?? ''));
  await verifyBackup({ folder, name: made.snapshot, openers: openers(), temporary: join(root, 'temporary'), turn });
  await restored(made.snapshot);
  const other = new BackupFolder(join(root, 'other'));
  const always = makeBackup({ ...parts, folder: other, identity, turn: async () => deleteOne() });
  await expect(always).rejects.toMatchObject({ code: 'unavailable' });
});
