import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { asOf, sourceFor } from '../../../historian/read/readContext.ts';
import { ReadingsRig } from '../../../test/readingsRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { QualityInLimit } from './qualityInLimit.ts';

const meter = { modulus: 1_000_000, basePerCount: 1, maxPerHour: 100_000, backDeadband: 1 };
const ph = { name: 'pH', unit: '', lt: 6, ht: 9 };

/** An analyser and the meter of its water in the last of the first twelve slots of a running day, all in limits and running. */
const runningDay = async () => {
  const plant = new TestPlant().addCategory('QUALITY_CATEGORY', ['q']);
  plant.addUnit({ id: 'water', type: 'flow', subCategoryId: 'q', meta: { meter, minimumFlowM3h: 0.5 } });
  plant.addUnit({ id: 'out', type: 'quality', subCategoryId: 'q', meta: { params: { ph }, flowUnitId: 'water' } });
  const { firstSlot } = plant.calendar.windowOfDay(day);
  const rig = new ReadingsRig(plant, firstSlot * SLOT_MS - 5000);
  onTestFinished(() => rig.close());
  rig.start(['water.volume', 'out.ph']);
  for (let at = -1; at < 12; at += 1) await rig.slot(firstSlot + at, { 'water.volume': 1000 + 100 * at, 'out.ph': 7 });
  const parts = { directory: plant, reader: rig.reader, calendars: { of: () => plant.calendar }, clock: rig.clock };
  const quality = new QualityInLimit(plant);
  const turns = new CooperativeScheduler();
  const over = () => {
    // a slot counts once what was read in it had time to come
    rig.clock.advance(20_000);
    return quality.over('DEMO', day, day, sourceFor(parts, turns, 'DEMO', new AbortController().signal));
  };
  const enter = (unitId: string, param: string, at: number, value: number) =>
    rig.ingest.enter(rig.id(unitId, param), firstSlot + at, [value, value, value], 'x');
  return { plant, rig, over, enter, firstSlot };
};

const HALF = 144;
const day = dayNumber('2026-06-19');

describe('quarter hours within their limits', () => {
  it('count a day that is compared with a running one as far as that has come, and whole beside it', async () => {
    const plant = new TestPlant().addCategory('QUALITY_CATEGORY', ['q']);
    plant.addUnit({
      id: 'out',
      type: 'quality',
      subCategoryId: 'q',
      meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 9 } } },
    });
    plant.write('out', 'ph', '2026-06-19', 0, [...Array(HALF).fill(7), ...Array(HALF).fill(10)]);
    const clock = new ManualClock(plant.calendar.windowOfDay(day + 1).fromMs + 60_000);
    const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
    const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
    const { firstSlot } = plant.calendar.windowOfDay(day);
    const quality = new QualityInLimit(plant);
    const whole = () => quality.over('DEMO', day, day, source);
    const half = () => quality.over('DEMO', day, day, asOf(source, firstSlot + HALF));

    expect(await half()).toEqual({ evaluated: 48, out: 0 });
    expect(await whole()).toEqual({ evaluated: 96, out: 48 });
    expect(await half()).toEqual({ evaluated: 48, out: 0 });
    plant.write('out', 'ph', '2026-06-19', 0, Array(6).fill(10));
    expect(await half()).toEqual({ evaluated: 48, out: 2 });
    expect(await whole()).toEqual({ evaluated: 96, out: 50 });
  });

  it('of the running day follow what is corrected in it, of the last quarter hour as of an earlier one', async () => {
    const { over, enter } = await runningDay();
    expect(await over()).toEqual({ evaluated: 4, out: 0 });
    await enter('out', 'ph', 3, 10);
    expect(await over()).toEqual({ evaluated: 4, out: 1 });
    await enter('out', 'ph', 9, 10);
    expect(await over()).toEqual({ evaluated: 4, out: 2 });
    await enter('out', 'ph', 9, 8);
    expect(await over()).toEqual({ evaluated: 4, out: 1 });
  });

  it('of the running day follow the water of their meter, whose slots may be entered as well', async () => {
    const { over, enter, rig, firstSlot } = await runningDay();
    expect(await over()).toEqual({ evaluated: 4, out: 0 });
    await enter('water', 'volume', 3, 0);
    expect(await over()).toEqual({ evaluated: 3, out: 0 });
    await rig.slot(firstSlot + 12, { 'water.volume': 2200, 'out.ph': 7 });
    await enter('water', 'volume', 0, 0);
    expect(await over()).toEqual({ evaluated: 2, out: 0 });
  });

  it('follow the smallest flow of their meter, also on a day that is over', async () => {
    const { over, plant, rig } = await runningDay();
    const water = plant.unit('DEMO', 'water');
    if (!water) throw new Error('no meter');
    const ofLeast = async (minimumFlowM3h: number) => {
      Object.assign(water, { version: water.version + 1, meta: { ...water.meta, minimumFlowM3h } });
      return over();
    };
    expect([await ofLeast(0.5), await ofLeast(50), await ofLeast(0.5)].map(({ evaluated }) => evaluated)).toEqual([4, 0, 4]);
    rig.clock.advance(86_400_000);
    await rig.ingest.flush();
    expect([await ofLeast(0.5), await ofLeast(50)].map(({ evaluated }) => evaluated)).toEqual([4, 0]);
  });
});
