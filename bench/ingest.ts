/**
 * 1,000 series sampled and stored as in a running plant, on a clock that the bench moves: what one storing transaction takes, what
 * the event loop feels of a day's closing, and what the same rows cost without any of our rules.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SLOT_MS } from '../server/core/slots.ts';
import { openDatabase } from '../server/db/open.ts';
import { flowPlant, goal, median, quantile, seriesIds, Walk } from '../server/test/readingsLoad.ts';
import { ReadingsRig } from '../server/test/readingsRig.ts';

const SERIES = 1000;
const TICKS = Number(process.env.HEADWORKS_BENCH_TICKS ?? 600);

const plant = flowPlant(SERIES);
const { firstSlot, slots } = plant.calendar.window('2025-01-01');
const rig = new ReadingsRig(plant, firstSlot * SLOT_MS);
const units = plant.units('DEMO');
const walks = new Map(
  units.flatMap(({ id, series }) =>
    series.map(
      ({ id: seriesId, param, kind }) =>
        [`${id}.${param}`, new Walk(seriesId, kind === 'counter' ? 'counter' : 'gauge')] as const,
    ),
  ),
);
rig.start([...walks.keys()]);

/** Every tag once, then what was taken is stored. */
const tick = async (atMs: number): Promise<number> => {
  rig.clock.set(atMs);
  const samples = [...walks].map(([tagId, walk]) => ({
    tagId,
    value: walk.next(Math.floor(atMs / SLOT_MS)),
    quality: 'GOOD' as const,
    atMs,
  }));
  const fromMs = performance.now();
  rig.ingest.accept(samples);
  const acceptedMs = performance.now();
  await rig.ingest.flush();
  accepts.push(acceptedMs - fromMs);
  return performance.now() - acceptedMs;
};
const accepts: number[] = [];

const storing: number[] = [];
for (let index = 0; index < TICKS; index += 1) storing.push(await tick(firstSlot * SLOT_MS + 5000 + index * 10_000));

const folder = mkdtempSync(join(tmpdir(), 'floor-'));
const bare = openDatabase(join(folder, 'floor.db')).sqlite;
bare.exec(
  'create table r (slot integer, series_id integer, value real, quality text, raw real, mark integer, primary key (slot, series_id)) strict, without rowid',
);
const put = bare.prepare('insert or replace into r values (?, ?, ?, ?, ?, ?)');
const floor = Array.from({ length: TICKS }, (_, index) => {
  const fromMs = performance.now();
  bare
    .transaction(() => {
      for (let id = 1; id <= SERIES; id += 1) put.run(firstSlot + Math.floor(index / 30), id, index, 'G', index, 0);
    })
    .immediate();
  return performance.now() - fromMs;
});
bare.close();
rmSync(folder, { recursive: true, force: true });

/** Of the quietest third of the run, because other programs share the machine. */
const quietest = (timesMs: readonly number[], share: number): number => {
  const third = Math.ceil(timesMs.length / 3);
  return Math.min(...[0, 1, 2].map((part) => quantile(timesMs.slice(part * third, (part + 1) * third), share)));
};

goal(`take ${SERIES} samples`, median(accepts), 'ms p50', (ms) => ms < 5, '< 5');
goal(`store ${SERIES} series' slots`, quietest(storing, 0.5), 'ms p50', (ms) => ms < 5, '< 5');
goal('', quietest(storing, 0.99), 'ms p99', (ms) => ms < 15, '< 15');
goal('bare rows, one statement, nothing else', quietest(floor, 0.5), 'ms p50', () => true, 'for comparison');
goal('', quietest(floor, 0.99), 'ms p99', () => true, 'for comparison');
goal('ours against bare rows', quietest(storing, 0.5) / quietest(floor, 0.5), 'x', (ratio) => ratio < 3, '< 3');

const { counters, gauges } = seriesIds(plant);
for (let slot = firstSlot + Math.ceil(TICKS / 30); slot < firstSlot + slots; slot += 1) await tick(slot * SLOT_MS + 290_000);
const delay = monitorEventLoopDelay({ resolution: 1 });
rig.clock.set((firstSlot + slots) * SLOT_MS + 70_000);
delay.enable();
const closingFromMs = performance.now();
await rig.ingest.flush();
const closedMs = performance.now() - closingFromMs;
while (
  rig.connection.sqlite
    .prepare('select count(*) from reading_open where slot < ?')
    .pluck()
    .get(firstSlot + slots) !== 0
)
  await new Promise((resolve) => setTimeout(resolve, 100));
delay.disable();
goal(`close a day of ${counters.length + gauges.length} series`, closedMs, 'ms', () => true, 'for information');
goal('event loop while it closes', delay.percentile(99) / 1e6, 'ms p99', (ms) => ms < 20, '< 20');

/** A whole day open, then eight hours in which nothing ran. */
const day = firstSlot + slots;
for (let slot = day; slot < day + 150; slot += 1) await tick(slot * SLOT_MS + 290_000);
rig.clock.set((day + 150) * SLOT_MS + 3000);
await rig.ingest.flush();
const startFromMs = performance.now();
rig.restart();
const startMs = performance.now() - startFromMs;
goal(`start on an open day of 150 x ${SERIES} slots`, startMs, 'ms', (ms) => ms < 500, '< 500');
await rig.ingest.flush();
for (const walk of walks.values()) for (let missed = 0; missed < 96; missed += 1) walk.next(0);
delay.reset();
delay.enable();
const gapMs = await tick((day + 246) * SLOT_MS + 290_000);
rig.clock.set((day + 247) * SLOT_MS + 3000);
await rig.ingest.flush();
delay.disable();
goal('fill the gap of all of them', gapMs, 'ms', () => true, 'for information');
goal('event loop meanwhile', delay.max / 1e6, 'ms max', (ms) => ms < 60, '< 60');
await rig.close();
