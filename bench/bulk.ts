/**
 * The field configuration of a large plant out and in again, as a server does it: 200 devices with 25 tags each, of which every tenth
 * feeds a unit, exported and imported into an empty plant in each format. Beside it a timer tells how long others waited for the event loop.
 */
import { strict as assert } from 'node:assert';
import { systemClock } from '../server/core/clock.ts';
import { CooperativeScheduler } from '../server/core/cooperativeScheduler.ts';
import { Writer } from '../server/db/writer.ts';
import { ConfigurationExport } from '../server/features/commissioning/bulk/exporter.ts';
import { ConfigurationImport } from '../server/features/commissioning/bulk/importer.ts';
import { RecordStore } from '../server/features/commissioning/recordStore.ts';
import { RecordWriter } from '../server/features/commissioning/recordWriter.ts';
import { addIndustry, type Plant, someConnection, someDevice, someUnit, startPlant } from '../server/test/configuredPlant.ts';

const DEVICES = 200;
const TAGS_EACH = 25;
const PER_LINE = 20;
const UNITS = 500;
const RUNS = 5;
const GOAL_MS = 3000;
const LOOP_GOAL_MS = 20;
const formats = ['xlsx', 'csv', 'json'] as const;
const { signal } = new AbortController();

let isMissed = false;
const print = (name: string, value: number, unit: string, goal?: number): void => {
  const misses = goal !== undefined && value > goal;
  isMissed ||= misses;
  console.log(
    `${name} ${value.toFixed(1)} ${unit}${goal === undefined ? '' : ` (goal at most ${goal}${misses ? ', MISSED' : ''})`}`,
  );
};

const emptyPlant = async (): Promise<Plant> => {
  const plant = await startPlant();
  await addIndustry(plant);
  for (let i = 0; i < UNITS; i += 1) await plant.units.create('DEMO', someUnit({ name: `Well ${i}` }), `well-${i}`);
  return plant;
};

const bulkOf = (plant: Plant) => {
  const parts = { ...plant, turns: new CooperativeScheduler(), clock: systemClock };
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  return { out: new ConfigurationExport(parts), back: new ConfigurationImport({ ...parts, writer }) };
};

const fill = async (plant: Plant): Promise<void> => {
  for (let line = 0; line < DEVICES / PER_LINE; line += 1)
    await plant.connections.create(
      'DEMO',
      someConnection({ name: `Line ${line}`, settings: { kind: 'tcp', host: `10.0.0.${line}` } }),
      `line-${line}`,
    );
  for (let device = 0; device < DEVICES; device += 1) {
    const spec = someDevice(`line-${Math.floor(device / PER_LINE)}`, {
      name: `Meter ${device}`,
      slaveId: 1 + (device % PER_LINE),
    });
    await plant.devices.create('DEMO', spec, { id: `device-${device}` });
  }
};

const tagsCsv = (): string => {
  const lines = ['kind,id,deviceId,name,type,space,address,registerType,wordOrder,scale,min,max,periodMs,measure,unitId,param'];
  for (let device = 0; device < DEVICES; device += 1)
    for (let tag = 0; tag < TAGS_EACH; tag += 1) {
      const number = device * TAGS_EACH + tag;
      const feeds = tag % 10 === 0 && 3 * device + tag / 10 < UNITS ? `well-${3 * device + tag / 10},volume` : ',';
      const isCounter = tag % 10 === 0;
      lines.push(
        `tag,tag-${number},device-${device},=Signal ${tag},${isCounter ? 'counter' : 'gauge'},holding,${4 * tag},${isCounter ? 'uint32' : 'float32'},CDAB,0.1,-40,1e9,5000,m³/h,${feeds}`,
      );
    }
  return lines.join('\n');
};

/** Of each run; a busy machine spoils single ones, so the middle one counts. */
type Timing = { tookMs: number[]; p99Ms: number[]; longestMs: number[] };
const timings = new Map<string, Timing>();

/** Asks for the event loop every millisecond and keeps how late each turn came. */
const watchLoop = (waitsMs: number[]): (() => void) => {
  let dueMs = systemClock.monotonicMs() + 1;
  const timer = setInterval(() => {
    const nowMs = systemClock.monotonicMs();
    waitsMs.push(Math.max(0, nowMs - dueMs));
    dueMs = nowMs + 1;
  }, 1);
  return () => clearInterval(timer);
};

/** How long a run took, and how long others waited for the event loop meanwhile. */
const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const timing = timings.get(name) ?? { tookMs: [], p99Ms: [], longestMs: [] };
  timings.set(name, timing);
  // what making the plants left behind is not this work's
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waitsMs: number[] = [];
  const stopWatching = watchLoop(waitsMs);
  const started = systemClock.monotonicMs();
  const result = await work();
  timing.tookMs.push(systemClock.monotonicMs() - started);
  // the last wait is known when its timer comes
  await new Promise((resolve) => setTimeout(resolve, 5));
  stopWatching();
  waitsMs.sort((a, b) => a - b);
  timing.p99Ms.push(waitsMs[Math.ceil(0.99 * waitsMs.length) - 1] ?? 0);
  timing.longestMs.push(waitsMs.at(-1) ?? 0);
  return result;
};

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const first = await emptyPlant();
await fill(first);
const source = bulkOf(first);
const made = await source.back.take('DEMO', Buffer.from(tagsCsv()), signal);
assert.equal(made.counts.tags.created, DEVICES * TAGS_EACH);

for (let run = 0; run < RUNS; run += 1)
  for (const format of formats) {
    const file = await timed(`export ${format}`, () => source.out.write('DEMO', format, signal));
    if (run === 0) print(`size ${format}`, file.length / 1024, 'KiB');
    const same = await timed(`dry run ${format}`, () => source.back.look('DEMO', file, signal));
    assert.deepEqual([same.changes, same.errors], [[], []]);
    const second = await emptyPlant();
    const target = bulkOf(second);
    const report = await timed(`import ${format}`, () => target.back.take('DEMO', file, signal));
    assert.deepEqual(report.counts.tags, { created: DEVICES * TAGS_EACH, changed: 0, same: 0 });
    assert.ok((await target.out.write('DEMO', format, signal)).equals(file), `${format} does not come back identical`);
    second.close();
    second.remove();
  }
console.log('identical after export, import and export: xlsx, csv, json');
for (const [name, { tookMs, p99Ms, longestMs }] of timings) {
  print(`${name}, slowest of ${RUNS}`, Math.max(...tookMs), 'ms', GOAL_MS);
  print(`${name}, event loop p99, middle of ${RUNS}`, middle(p99Ms), 'ms', LOOP_GOAL_MS);
  print(`${name}, event loop longest, middle of ${RUNS}`, middle(longestMs), 'ms');
}
first.close();
first.remove();
process.exitCode = isMissed ? 1 : 0;
