/**
 * Reads and stores as fast as it can, on a clock of its own, until it is killed: `node ingestChild.ts <database>`. Every line on
 * stdout is written after a commit and acknowledges the reading of a slot: `<slot> <counts>`.
 */
import { writeSync } from 'node:fs';
import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { PlantClock } from '../core/plantClock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { Ingest } from '../historian/ingest/ingest.ts';
import { ReadingStore } from '../historian/store/readingStore.ts';
import { SlotStore } from '../historian/store/slotStore.ts';
import { countsOf, killBindings, killPlant } from './killCycles.ts';
import { quietLog } from './readingsRig.ts';

const [, , path = ''] = process.argv;
const { sqlite } = openDatabase(path);
const store = new ReadingStore(sqlite);
const units = killPlant();
const firstSlot = (store.newestOpenSlot() ?? units.calendar.window('2024-05-06').firstSlot) + 1;
const clock = new ManualClock(firstSlot * SLOT_MS);
const ingest = new Ingest({
  clock: new PlantClock(clock),
  log: quietLog(),
  bus: new Bus(quietLog()),
  units,
  store,
  slotStore: new SlotStore(new Writer(sqlite)),
});
ingest.bind(killBindings(units));
ingest.start();
for (let slot = firstSlot; ; slot += 1)
  for (const second of [100, 200, 290]) {
    clock.set(slot * SLOT_MS + second * 1000);
    const value = countsOf(slot, second);
    ingest.accept(killBindings(units).map(({ tagId }) => ({ tagId, value, quality: 'GOOD', atMs: clock.now() })));
    await ingest.flush();
    if (ingest.storageFault) throw new Error(ingest.storageFault);
    writeSync(1, `${slot} ${value}\n`);
  }
