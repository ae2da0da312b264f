/**
 * What 1,000 series write in five minutes of slots: a sample of each a second, stored every 10 s, the log moved into the database every
 * ten minutes as a plant does where little waits, on a clock that the bench moves. Every sample differs in all its bits, as readings of instruments do. Counted by
 * /proc/self/io: pages of files that became unwritten.
 */
import { readFileSync } from 'node:fs';
import { SLOT_MS } from '../server/core/slots.ts';
import { flowPlant, goal } from '../server/test/readingsLoad.ts';
import { ReadingsRig } from '../server/test/readingsRig.ts';

const SERIES = 1000;
const FLUSH_MS = 10_000;
/** An even number: the log is moved after every second one. */
const SLOTS = 4;
const SLOTS_PER_MOVE = 2;

const plant = flowPlant(SERIES);
const { firstSlot } = plant.calendar.window('2025-01-01');
const rig = new ReadingsRig(plant, firstSlot * SLOT_MS + 5000);
const tags = plant
  .units('DEMO')
  .flatMap(({ id, series }) => series.map(({ param, kind }) => ({ tagId: `${id}.${param}`, kind })));
rig.start(tags.map(({ tagId }) => tagId));
const counts = tags.map((_, at) => at * 17);

const second = (): void => {
  rig.clock.advance(1000);
  const atMs = rig.clock.now();
  rig.ingest.accept(
    tags.map(({ tagId, kind }, at) => {
      counts[at] = (counts[at] ?? 0) + (Math.random() < 0.1 ? 1 : 0);
      return {
        tagId,
        value: kind === 'counter' ? (counts[at] ?? 0) : Math.fround(20 + Math.random()),
        quality: 'GOOD' as const,
        atMs,
      };
    }),
  );
};
const writtenKb = (): number => Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]) / 1024;
let passed = 0;
const slot = async (): Promise<void> => {
  for (let flushes = 0; flushes < SLOT_MS / FLUSH_MS; flushes += 1) {
    for (let seconds = 0; seconds < 10; seconds += 1) second();
    await rig.ingest.flush();
  }
  passed += 1;
  if (passed % SLOTS_PER_MOVE === 0) rig.connection.sqlite.pragma('wal_checkpoint(PASSIVE)');
};

for (let first = 0; first < SLOTS_PER_MOVE; first += 1) await slot();
const before = writtenKb();
const cpuBefore = process.cpuUsage();
for (let slots = 0; slots < SLOTS; slots += 1) await slot();
const cpu = process.cpuUsage(cpuBefore);
if (rig.ingest.storageFault) throw new Error(rig.ingest.storageFault);
goal(`written in 5 minutes by ${SERIES} series`, (writtenKb() - before) / SLOTS, 'KB', (kb) => kb <= 700, '<= 700');
goal('processor time of it, samples and storing', (cpu.user + cpu.system) / 1000 / SLOTS, 'ms', () => true, 'for information');
await rig.close();
