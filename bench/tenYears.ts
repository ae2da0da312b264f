/**
 * Ten years of readings beside one year of the same series, in one run: opening, a month and a year of totals, and slots of 30 days as an
 * export reads them. `HEADWORKS_BENCH_SERIES` (100) sets how many series there are; the goal is of 1,000. Four weeks are written through the rules
 * of live readings and repeated.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfBlock } from '../server/core/bytes/blockHash.ts';
import { unpack } from '../server/core/bytes/packing.ts';
import { checksumOf, dayChecksum } from '../server/core/bytes/rowChecksum.ts';
import { ManualClock } from '../server/core/clock.ts';
import { monthOfDay } from '../server/core/months.ts';
import { dayNumber } from '../server/core/shift.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { Writer } from '../server/db/writer.ts';
import { HistoryWriter } from '../server/historian/ingest/historyWriter.ts';
import { SlotReader } from '../server/historian/read/slotReader.ts';
import { ReadingStore } from '../server/historian/store/readingStore.ts';
import { SlotStore } from '../server/historian/store/slotStore.ts';
import { flowPlant, goal, quantile, seriesIds, Walk } from '../server/test/readingsLoad.ts';
import { quietLog, seed } from '../server/test/readingsRig.ts';

const SERIES = Number(process.env.HEADWORKS_BENCH_SERIES ?? 100);
const REAL_DAYS = 28;
const YEAR_DAYS = 365;
const SLOTS = 288;
const ROUNDS = 7;
const MIB = 1_048_576;

const folder = mkdtempSync(join(tmpdir(), 'ten-years-'));
const plant = flowPlant(SERIES);
const lastDate = '2025-12-31';
const lastDay = dayNumber(lastDate);
const { firstSlot } = plant.calendar.windowOfDay(lastDay - REAL_DAYS + 1);
const clock = new ManualClock((firstSlot + (REAL_DAYS + 1) * SLOTS) * 300_000);
const { counters, gauges } = seriesIds(plant);
const ids = [...counters, ...gauges];

type DayRow = { series_id: number; day: number; first_slot: number; slots: number; packed: Buffer; revision: number };

/** A database with so many years up to the last day. */
const make = (years: number): string => {
  const path = join(folder, `${years}.db`);
  const { sqlite } = openDatabase(path);
  migrate(sqlite, clock);
  seed(sqlite, plant);
  sqlite.pragma('synchronous=off');
  const walks = [...counters.map((id) => new Walk(id, 'counter')), ...gauges.map((id) => new Walk(id, 'gauge'))];
  const slotStore = new SlotStore(new Writer(sqlite));
  const writer = new HistoryWriter({ store: new ReadingStore(sqlite), slotStore, units: plant, log: quietLog() });
  for (let slot = firstSlot; slot < firstSlot + REAL_DAYS * SLOTS; slot += 1)
    writer.acceptSlot(
      slot,
      walks.map((walk) => ({ seriesId: walk.seriesId, value: walk.next(slot) })),
    );
  writer.acceptSlot(firstSlot + REAL_DAYS * SLOTS, []);
  writer.finish();
  const days = sqlite.prepare('select * from reading_day order by day, series_id').all() as DayRow[];
  const totals = sqlite.prepare('select * from day_total order by day, series_id').all() as Record<string, number | null>[];
  const putDay = sqlite.prepare(
    'insert into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const columns = Object.keys(totals[0] ?? {});
  const putTotal = sqlite.prepare(
    `insert into day_total (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const putRevision = sqlite.prepare('insert or replace into day_revision (industry_id, day, revision) values (?, ?, 1)');
  for (let back = REAL_DAYS; back < years * YEAR_DAYS; back += REAL_DAYS)
    sqlite.transaction(() => {
      for (const { series_id: seriesId, day, first_slot, slots, packed, revision } of days) {
        const [on, first] = [day - back, first_slot - back * SLOTS];
        const hash = hashOfBlock(unpack(packed, first, slots));
        const checksum = dayChecksum({ seriesId, day: on, firstSlot: first, slots, revision, hash });
        putDay.run(seriesId, on, first, slots, packed, revision, hash, checksum);
        putRevision.run('DEMO', on);
      }
      for (const total of totals) {
        const moved: Record<string, number | null> = { ...total, day: Number(total.day) - back };
        putTotal.run({ ...moved, checksum: checksumOf(checkedColumns.map((name) => moved[name] ?? null)) });
      }
    })();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  console.log(`${years} years of ${ids.length} series: ${(statSync(path).size / MIB).toFixed(0)} MiB`);
  return path;
};
/** In the order in which their checksum takes them. */
const checkedColumns = 'series_id day revision sum min max avg last expected complete estimated counter_open counter_close'.split(
  ' ',
);

const month = monthOfDay(lastDay);
const asks: Record<string, (reader: SlotReader) => unknown> = {
  'a month of totals': (reader) => reader.dayTotals(ids, lastDay - 29, lastDay),
  'a year of totals by months': (reader) => reader.monthTotals(ids, month - 11, month),
  'thirty days of slots': (reader) => {
    for (const id of ids) reader.slots(id, firstSlot - 2 * SLOTS, firstSlot + 28 * SLOTS);
  },
};
/** Milliseconds of processor time from the opening on, each question the first of its process of reading. */
const measure = (path: string): Record<string, number> => {
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const times: Record<string, number> = {};
  let sinceMs = cpuMs();
  const lap = (name: string): void => {
    times[name] = cpuMs() - sinceMs;
    sinceMs = cpuMs();
  };
  const { sqlite } = openDatabase(path, { readonly: true });
  const store = new ReadingStore(sqlite);
  const reader = new SlotReader({ store, units: plant, clock });
  for (const _ of store.openRows());
  store.newestOpenSlot();
  lap('open');
  for (const [name, ask] of Object.entries(asks)) {
    ask(reader);
    lap(name);
  }
  sqlite.close();
  return times;
};

try {
  const [one, ten] = [make(1), make(10)];
  const rounds = Array.from({ length: ROUNDS }, () => ({ one: measure(one), ten: measure(ten) })).slice(1);
  for (const name of ['open', ...Object.keys(asks)]) {
    const [of1, of10] = [rounds.map((round) => round.one[name] ?? 0), rounds.map((round) => round.ten[name] ?? 0)];
    console.log(`${name}: ${quantile(of1, 0.5).toFixed(2)} ms of one year, ${quantile(of10, 0.5).toFixed(2)} of ten`);
    goal(`${name}, ten years`, quantile(of10, 0.5) / quantile(of1, 0.5), 'x one year', (ratio) => ratio <= 1.2, 'at most 1.2');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
