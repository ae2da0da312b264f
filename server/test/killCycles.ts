import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { PlantClock } from '../core/plantClock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { Ingest } from '../historian/ingest/ingest.ts';
import { SlotReader } from '../historian/read/slotReader.ts';
import { ReadingStore } from '../historian/store/readingStore.ts';
import { SlotStore } from '../historian/store/slotStore.ts';
import type { TagBinding } from '../plantModel/model.ts';
import { quietLog, seed } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

const UNITS = 40;
const COUNTS_PER_SLOT = 3;

export const killPlant = (): TestPlant => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.1 };
  for (let index = 0; index < UNITS; index += 1)
    plant.addUnit({ id: `u${index}`, type: 'flow', subCategoryId: 's', meta: { meter } });
  return plant;
};

export const killBindings = (plant: TestPlant): TagBinding[] =>
  plant
    .units('DEMO')
    .flatMap(({ id: unitId, series }) =>
      series
        .filter(({ kind }) => kind === 'counter')
        .map(({ id: seriesId, param, kind }) => ({ tagId: unitId, seriesId, industryId: 'DEMO', unitId, param, kind })),
    );

/** What every counter shows at a second of a slot. */
export const countsOf = (slot: number, second: number): number =>
  slot * COUNTS_PER_SLOT + Math.floor((second * COUNTS_PER_SLOT) / 290);

export type KillReport = {
  cycles: number;
  acknowledged: number;
  /** Slots that were acknowledged and are not there, or not with their reading's volume. */
  lost: number;
  integrityFaults: string[];
  /** From opening the file to the first value read, the worst of all cycles. */
  readyMs: number;
  days: number;
};

/** Starts a process that reads and stores, kills it with SIGKILL somewhere, and looks for everything it had acknowledged. */
export const killCycles = async (cycles: number): Promise<KillReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  const path = join(folder, 'headworks.db');
  const plant = killPlant();
  const { sqlite } = openDatabase(path);
  migrate(sqlite, new ManualClock(0));
  seed(sqlite, plant);
  sqlite.close();
  const report: KillReport = { cycles, acknowledged: 0, lost: 0, integrityFaults: [], readyMs: 0, days: 0 };
  const acknowledged = new Map<number, number>();
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // 5 to 300 acknowledgements apart: starts, running slots and the packing of days are all hit
      await runAndKill(path, 5 + ((cycle * 137) % 296), acknowledged);
      await inspect(path, plant, acknowledged, report);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report.acknowledged = acknowledged.size;
  return report;
};

const runAndKill = async (path: string, afterLines: number, acknowledged: Map<number, number>): Promise<void> => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./ingestChild.ts')), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  let isKilled = false;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (isKilled || text.split('\n').length <= afterLines) return;
    isKilled = true;
    child.kill('SIGKILL');
  });
  await once(child, 'close');
  if (!isKilled) throw new Error('the process ended by itself');
  for (const line of text.split('\n').slice(0, -1)) {
    const [slot = 0, counts = 0] = line.split(' ').map(Number);
    acknowledged.set(slot, counts);
  }
};

/** Starts as the server would after the crash, and reads. */
const inspect = async (
  path: string,
  plant: TestPlant,
  acknowledged: ReadonlyMap<number, number>,
  report: KillReport,
): Promise<void> => {
  const slots = [...acknowledged.keys()].sort((a, b) => a - b);
  const [first = 0, last = 0] = [slots[0], slots.at(-1)];
  const startedMs = performance.now();
  const { sqlite } = openDatabase(path);
  const store = new ReadingStore(sqlite);
  const clock = new PlantClock(new ManualClock((last + 1) * SLOT_MS - 1000));
  const bus = new Bus(quietLog());
  const ingest = new Ingest({ clock, log: quietLog(), bus, units: plant, store, slotStore: new SlotStore(new Writer(sqlite)) });
  ingest.bind(killBindings(plant));
  ingest.start();
  const reader = new SlotReader({ store, units: plant, clock, openDays: ingest.openDays });
  reader.slots(1, last - 10, last + 1);
  report.readyMs = Math.max(report.readyMs, performance.now() - startedMs);
  await ingest.flush();

  for (const { seriesId } of killBindings(plant)) {
    const { values, quality } = reader.slots(seriesId, first, last + 1);
    let litres = 0;
    for (let slot = first + 1; slot <= last; slot += 1) {
      litres += values[slot - first] ?? 0;
      if (!acknowledged.has(slot)) continue;
      // a reading may have been stored and not yet acknowledged, so there may be more than that, never less
      const atLeast = ((acknowledged.get(slot) ?? 0) - countsOf(first, 290)) * 1000;
      if (quality[slot - first] !== 'G' || litres < atLeast - 1e-6) report.lost += 1;
    }
  }
  const check = sqlite.pragma('integrity_check', { simple: true });
  if (check !== 'ok') report.integrityFaults.push(String(check));
  report.days = sqlite.prepare('select count(distinct day) from reading_day').pluck().get() as number;
  await ingest.stop();
  sqlite.close();
};
