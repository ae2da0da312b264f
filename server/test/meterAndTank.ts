import { onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const tank = { shape: 'vertical_cylinder', diameter: 2, height: 3 } as const;

type History = {
  timezone: string;
  firstDate: string;
  /** Whole days that are closed; half a day follows that runs. */
  days: number;
  /** Level of the tank in a slot, in metres. */
  levelOf: (slot: number) => number;
  /** What the meter shows in the running slot, in counts above the start; nothing where absent. */
  runningOf?: (slots: number) => number;
};

/** A meter that counts half a cubic metre a slot, its flow with gaps, and a tank: closed days and an open one. */
export const startMeterAndTank = async ({ timezone, firstDate, days, levelOf, runningOf }: History) => {
  const plant = new TestPlant({ timezone, startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', meta: { tank } });
  const first = plant.calendar.window(firstDate).firstSlot;
  const now = first + days * 288 + 144;
  const rig = new ReadingsRig(plant, now * SLOT_MS);
  const [volume, flow, level] = [rig.id('inlet', 'volume'), rig.id('inlet', 'flow'), rig.id('tank', 'level')];
  const history = rig.history();
  for (let slot = first; slot < now; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: volume, value: (slot - first) / 2 },
      { seriesId: flow, value: slot % 5 === 0 ? null : slot % 7 },
      { seriesId: level, value: levelOf(slot) },
    ]);
  history.finish();
  rig.start(['inlet.volume', 'inlet.flow', 'tank.level']);
  rig.clock.set(now * SLOT_MS + 60_000);
  if (runningOf) rig.send('inlet.volume', runningOf(now - first));
  await rig.ingest.flush();
  return { plant, rig, first, now, ids: [volume, flow, level, rig.id('tank', 'volume')], day: plant.calendar.dayOfSlot(first) };
};

/** Three days of history and then half a live one in Kolkata: closed days, an open one, and a running slot. It is closed when the test ends. */
export const startThreeDays = async () => {
  const started = await startMeterAndTank({
    timezone: 'Asia/Kolkata',
    firstDate: '2024-05-06',
    days: 3,
    levelOf: (slot) => (slot % 30) / 10,
    runningOf: (slots) => slots / 2 - 0.25,
  });
  onTestFinished(() => started.rig.close());
  return started;
};
