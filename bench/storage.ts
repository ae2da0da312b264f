/**
 * Fills 1,000 series with a year of readings through the rules of live ones and measures what they take and how fast they are
 * read. `HEADWORKS_BENCH_DAYS` (default 365) and `HEADWORKS_BENCH_SERIES` (default 1000) scale it.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../server/core/clock.ts';
import { dayNumber } from '../server/core/shift.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { Writer } from '../server/db/writer.ts';
import { HistoryWriter, type SlotReading } from '../server/historian/ingest/historyWriter.ts';
import { SlotReader } from '../server/historian/read/slotReader.ts';
import { ReadingStore } from '../server/historian/store/readingStore.ts';
import { SlotStore } from '../server/historian/store/slotStore.ts';
import { flowPlant, goal, median, seriesIds, Walk } from '../server/test/readingsLoad.ts';
import { quietLog, seed } from '../server/test/readingsRig.ts';

const days = Number(process.env.HEADWORKS_BENCH_DAYS ?? 365);
const wanted = Number(process.env.HEADWORKS_BENCH_SERIES ?? 1000);
const firstDate = '2025-01-01';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const path = join(folder, 'headworks.db');
const plant = flowPlant(wanted);
const { firstSlot } = plant.calendar.window(firstDate);
const clock = new ManualClock((firstSlot + (days + 1) * 288) * 300_000);
const { sqlite } = openDatabase(path);
migrate(sqlite, clock);
seed(sqlite, plant);
const emptyBytes = statSync(path).size;

const { counters, gauges } = seriesIds(plant);
const walks = [...counters.map((id) => new Walk(id, 'counter')), ...gauges.map((id) => new Walk(id, 'gauge'))];
const readings: SlotReading[] = walks.map(({ seriesId }) => ({ seriesId, value: null }));
const writer = new HistoryWriter({
  store: new ReadingStore(sqlite),
  slotStore: new SlotStore(new Writer(sqlite)),
  units: plant,
  log: quietLog(),
});
const startedMs = performance.now();
let producedMs = 0;
for (let slot = firstSlot; slot < firstSlot + days * 288; slot += 1) {
  const fromMs = performance.now();
  for (const [index, walk] of walks.entries()) (readings[index] as SlotReading).value = walk.next(slot);
  producedMs += performance.now() - fromMs;
  writer.acceptSlot(slot, readings);
}
// the first slot of the next day closes the last one
writer.acceptSlot(firstSlot + days * 288, []);
writer.finish();
const seconds = (performance.now() - startedMs - producedMs) / 1000;
sqlite.pragma('wal_checkpoint(TRUNCATE)');
const count = walks.length * days * 288;
goal(
  'readings written through the rules',
  count / seconds / 1000,
  'thousand/s',
  (rate) => rate >= 300,
  '>= 300, so that a demo has its 90 days in 10 s',
);
goal('bytes per reading, all included', (statSync(path).size - emptyBytes) / count, 'bytes', (bytes) => bytes <= 8, '<= 8');
sqlite.close();

const readonly = openDatabase(path, { readonly: true });
const reader = new SlotReader({ store: new ReadingStore(readonly.sqlite), units: plant, clock });
const allIds = walks.map(({ seriesId }) => seriesId);
const lastDay = dayNumber(firstDate) + days - 1;
const timed = (work: (index: number) => unknown, times: number): number =>
  median(
    Array.from({ length: times }, (_, index) => {
      const fromMs = performance.now();
      work(index);
      return performance.now() - fromMs;
    }),
  );
const pick = (index: number): number => allIds[(index * 7919) % allIds.length] ?? 0;
const slotOfDay = (index: number): number => firstSlot + ((index * 31) % days) * 288;
goal(
  'a day of one unit',
  timed((index) => reader.slots(pick(index), slotOfDay(index), slotOfDay(index) + 288), 500),
  'ms',
  (ms) => ms < 0.2,
  '< 0.2',
);
goal(
  'a year of its day totals',
  timed((index) => reader.dayTotals([pick(index)], lastDay - 364, lastDay), 200),
  'ms',
  (ms) => ms < 0.5,
  '< 0.5',
);
goal(
  `totals of one day, ${allIds.length} series`,
  timed((index) => reader.dayTotals(allIds, lastDay - index, lastDay - index), 50),
  'ms',
  (ms) => ms < 3,
  '< 3',
);
goal(
  'a year of slots of one unit',
  timed((index) => reader.slots(pick(index), firstSlot, firstSlot + days * 288), 20),
  'ms',
  () => true,
  'for information',
);
readonly.sqlite.close();
rmSync(folder, { recursive: true, force: true });
