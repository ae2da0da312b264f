import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { RoEfficiency, RoPlant } from '../../../contract/user/roEfficiency.ts';
import { dayNumber } from '../../../core/shift.ts';
import { atRest, design, type RoRig, roPlant, startRoRig, write } from '../../../test/roRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { plantsOf } from './plan.ts';
import { readSlots } from './slots.ts';
import { joinSums, sumRoSlots } from './tally.ts';

let rig: RoRig | undefined;
afterEach(async () => {
  await rig?.stop();
  rig = undefined;
});

const asked = async (plant: TestPlant, query: string): Promise<RoEfficiency> => {
  rig ??= await startRoRig(plant);
  const reply = await rig.ask(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as RoEfficiency;
};
const only = ({ data1 }: RoEfficiency): RoPlant => {
  const [plant, ...others] = data1.plants;
  expect(others).toEqual([]);
  if (!plant) throw new Error('there is no plant');
  return plant;
};
const day = '2026-06-18';

it.each(['DAY', 'MONTH', 'YEAR'])('begins with the first day there can be: %s', async (type) => {
  const { runHours, completeness } = only(await asked(roPlant(), `?date1=01/01/1970&date2=01/01/1970&type=${type}`));
  expect({ runHours, completeness }).toEqual({ runHours: null, completeness: 0 });
});

describe('the figures of a plant', () => {
  it('are those of an engineer with a pocket calculator', async () => {
    const plant = roPlant();
    write(plant, day, 0, 288);
    const found = only(await asked(plant, '?date1=18/06/2026'));
    expect(found).toMatchObject({
      plantId: 'ro',
      plantName: 'Sub ro',
      running: true,
      runHours: 24,
      feed: { flowM3h: 10, volumeKL: 240, tds: 1500, conductivity: 2307.7, pressureBar: 12, ph: 7.1 },
      permeate: { flowM3h: 7.5, volumeKL: 180, tds: 30, pressureBar: 0.5 },
      reject: { flowM3h: 2.5, volumeKL: 60, tds: 5910, pressureBar: 10.5 },
      temperatureC: 27,
      recoveryPct: 75,
      recoveryTarget: 75,
      saltPassagePct: 2,
      saltRejectionPct: 98,
      differentialPressureBar: 1.5,
      flowClosurePct: 0,
      // 6 kW for 7.5 m3/h
      energy: { kWh: 144, specificKWhPerKL: 0.8 },
      missingTags: [],
      completeness: 100,
    });
  });

  it('have a recovery from sums, not the mean of ratios', async () => {
    const plant = roPlant();
    write(plant, day, 0, 144, { feedM3h: 10, permeateM3h: 8, rejectM3h: 2 });
    write(plant, day, 144, 144, { feedM3h: 4, permeateM3h: 2, rejectM3h: 2 });
    const found = only(await asked(plant, '?date1=18/06/2026'));
    // (8 + 2) / (10 + 4), where the mean of 80 % and 50 % would be 65 %
    expect(found.recoveryPct).toBe(71.43);
    // 6 kWh over 12 h each, over 120 KL
    expect(found.energy?.specificKWhPerKL).toBe(1.2);
    expect(found.graph.find(({ key }) => key === 'recovery')?.values).toEqual([...Array(12).fill(80), ...Array(12).fill(50)]);
  });

  it('weigh concentrations by the water they were in', async () => {
    const plant = roPlant();
    write(plant, day, 0, 144, { feedMgL: 1000, permeateMgL: 10 });
    write(plant, day, 144, 144, { feedM3h: 20, permeateM3h: 15, rejectM3h: 5, feedMgL: 2500, permeateMgL: 70 });
    const found = only(await asked(plant, '?date1=18/06/2026'));
    expect(found.feed.tds).toBe(2000);
    expect(found.permeate.tds).toBe(50);
    expect(found.saltPassagePct).toBe(2.5);
  });

  it('say by how much three meters do not balance', async () => {
    const plant = roPlant();
    write(plant, day, 0, 288, { rejectM3h: 1.9 });
    expect(only(await asked(plant, '?date1=18/06/2026')).flowClosurePct).toBe(6);
  });

  it('take what two meters leave for a side without one, and then say nothing of closure', async () => {
    const plant = roPlant({ without: ['feed'] });
    write(plant, day, 0, 288);
    expect(only(await asked(plant, '?date1=18/06/2026'))).toMatchObject({
      feed: { flowM3h: 10, volumeKL: 240 },
      recoveryPct: 75,
      flowClosurePct: null,
      missingTags: [],
    });
  });

  it('leave out the energy of a plant without an energy unit', async () => {
    const plant = roPlant({ without: ['energy'] });
    write(plant, day, 0, 288);
    const found = only(await asked(plant, '?date1=18/06/2026'));
    expect(found).not.toHaveProperty('energy');
    expect(found.graph.map(({ key }) => key)).not.toContain('specificEnergy');
  });

  it('are null, not 0, of a day of which nothing is known', async () => {
    const found = only(await asked(roPlant(), '?date1=18/06/2026'));
    expect(found).toMatchObject({
      running: false,
      runHours: null,
      recoveryPct: null,
      saltRejectionPct: null,
      flowClosurePct: null,
      differentialPressureBar: null,
      energy: { kWh: null, specificKWhPerKL: null },
      normalized: null,
      completeness: 0,
    });
    expect(found.feed).toEqual({ flowM3h: null, volumeKL: null, tds: null, conductivity: null, pressureBar: null, ph: null });
    expect(found.graph[0]).toMatchObject({ values: Array(24).fill(0), quality: 'M'.repeat(24) });
  });
});

describe('minutes that count', () => {
  it('begin 15 minutes after a start and need a tenth of the design flow', async () => {
    const plant = roPlant();
    write(plant, '2026-06-17', 285, 3, atRest);
    // a quarter of an hour of start-up with everything going to the drain, then two hours, then a trickle
    write(plant, day, 0, 3, { permeateM3h: 1, rejectM3h: 9 });
    write(plant, day, 3, 24);
    write(plant, day, 27, 261, { ...atRest, permeateM3h: 0.6, feedM3h: 5, rejectM3h: 4.4 });
    const found = only(await asked(plant, '?date1=18/06/2026'));
    expect(found.runHours).toBe(2.25);
    expect(found.recoveryPct).toBe(75);
    expect(found.permeate).toMatchObject({ flowM3h: 7.5, volumeKL: 28.3 });
    expect(found.running).toBe(false);
  });

  it('go on after a gap in the readings as before it', async () => {
    const plant = roPlant();
    write(plant, day, 0, 100);
    write(plant, day, 110, 178);
    expect(only(await asked(plant, '?date1=18/06/2026'))).toMatchObject({ runHours: 23.17, recoveryPct: 75, completeness: 96.5 });
  });

  it('are not those of a cleaning, flush or shutdown in the log', async () => {
    const plant = roPlant();
    write(plant, day, 0, 288);
    write(plant, day, 96, 24, { permeateM3h: 1, rejectM3h: 9 });
    expect(only(await asked(plant, '?date1=18/06/2026')).recoveryPct).toBe(69.58);
    const { fromMs } = plant.calendar.windowOfDay(dayNumber(day));
    const at = (slot: number): string => new Date(fromMs + slot * 300_000).toISOString();
    for (const [kind, from, to] of [
      ['cip', 96, 108],
      ['flush', 108, 114],
      ['shutdown', 114, 120],
    ] as const)
      expect((await rig?.log({ plantId: 'ro', kind, start: at(from), end: at(to) }))?.status).toBe(200);
    const cleaned = only(await asked(plant, '?date1=18/06/2026'));
    expect(cleaned.recoveryPct).toBe(75);
    // it ran all the same, and its water passed
    expect(cleaned).toMatchObject({ runHours: 24, permeate: { volumeKL: 167 } });
  });

  it('have nothing of a disabled sub-category, also where it is told whose water it looks at', () => {
    const planned = (disabled: readonly string[]) => {
      const plant = roPlant();
      for (const { subCategories } of plant.categories('DEMO'))
        for (const sub of subCategories) sub.enabled = !disabled.includes(sub.id);
      return plantsOf(plant, 'DEMO')?.map(({ meterIds, gauges }) => [meterIds.length, gauges.size]);
    };
    expect(planned([])).toEqual([[4, 13]]);
    expect(planned(['drives', 'analysers'])).toEqual([[3, 0]]);
  });

  it('add up: any hours of a day are the day', () => {
    const plant = roPlant();
    const [plan] = plantsOf(plant, 'DEMO') ?? [];
    if (!plan) throw new Error('there is no plan');
    fc.assert(
      fc.property(
        fc.array(fc.record({ slots: fc.integer({ min: 1, max: 60 }), flow: fc.double({ min: 0, max: 9, noNaN: true }) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 287 }),
        (runs, cut) => {
          let at = 0;
          for (const { slots, flow } of runs) {
            write(plant, day, at, Math.min(slots, 288 - at), { permeateM3h: flow, feedM3h: flow * 1.4, rejectM3h: flow * 0.4 });
            at = Math.min(288, at + slots);
          }
          const { firstSlot } = plant.calendar.windowOfDay(dayNumber(day));
          const read = readSlots(plant.reader, plan, { fromSlot: firstSlot, toSlot: firstSlot + 288 }, []);
          const whole = sumRoSlots(read, { from: 0, to: 288, end: 288 });
          const joined = joinSums([
            sumRoSlots(read, { from: 0, to: cut, end: 288 }),
            sumRoSlots(read, { from: cut, to: 288, end: 288 }),
          ]);
          expect(joined.steadySlots).toBe(whole.steadySlots);
          expect(joined.complete).toBe(whole.complete);
          expect(joined.recovery.sum).toBeCloseTo(whole.recovery.sum, 6);
          expect(joined.specific.weight).toBeCloseTo(whole.specific.weight, 6);
          expect(joined.gauges.get('feed.tds')?.sum ?? 0).toBeCloseTo(whole.gauges.get('feed.tds')?.sum ?? 0, 3);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the windows', () => {
  it('are a day by hours, a month by days and a year by months, with their sums', async () => {
    const plant = roPlant();
    write(plant, '2026-05-31', 0, 288);
    write(plant, '2026-06-01', 0, 288);
    write(plant, '2026-06-18', 0, 144, { feedM3h: 15 });
    write(plant, '2026-06-18', 144, 144, atRest);
    const month = await asked(plant, '?date1=18/06/2026&type=MONTH');
    expect(month).toMatchObject({ type: 'MONTH', data1: { window: { label: '01/06/2026 - 18/06/2026' } } });
    // 180 + 90 of 240 + 180
    expect(only(month)).toMatchObject({ runHours: 36, recoveryPct: 64.29, permeate: { volumeKL: 270 } });
    expect(only(month).graph[0]).toMatchObject({ key: 'recovery', stepMinutes: 1440 });
    expect(only(month).graph[0]?.values).toEqual([75, ...Array(16).fill(0), 50]);
    expect(only(month).graph[0]?.quality).toBe(`G${'M'.repeat(16)}G`);
    const year = only(await asked(plant, '?date1=18/06/2026&type=YEAR'));
    expect(year).toMatchObject({ runHours: 60, recoveryPct: 68.18 });
    expect(year.graph[0]?.labels).toEqual(['01/2026', '02/2026', '03/2026', '04/2026', '05/2026', '06/2026']);
    expect(year.graph[0]?.values).toEqual([0, 0, 0, 0, 75, 64.286]);
  });

  it('compare with a second date', async () => {
    const plant = roPlant();
    write(plant, '2026-06-17', 0, 288, { feedM3h: 12.5 });
    write(plant, day, 0, 288);
    const found = await asked(plant, '?date1=18/06/2026&date2=17/06/2026');
    expect(only(found).recoveryPct).toBe(75);
    expect(found.data2).toMatchObject({ window: { label: '17/06/2026' }, plants: [{ recoveryPct: 60 }] });
    expect(await asked(plant, '?date1=18/06/2026')).not.toHaveProperty('data2');
  });

  it('count a running day as far as it has come', async () => {
    const plant = roPlant();
    write(plant, '2026-06-20', 0, 144);
    const found = await asked(plant, '?date1=20/06/2026');
    expect(found.data1.window.open).toBe(true);
    expect(only(found)).toMatchObject({ running: true, runHours: 12, completeness: 100, permeate: { volumeKL: 90 } });
  });

  it('follow readings that come late', async () => {
    const plant = roPlant();
    write(plant, day, 0, 144);
    expect(only(await asked(plant, '?date1=18/06/2026&type=MONTH')).permeate.volumeKL).toBe(90);
    write(plant, day, 144, 144);
    // a corrected day has a higher revision; here another number of stored series stands for it
    plant.write('garden', 'volume', day, 0, [1]);
    await rig?.stop();
    rig = undefined;
    expect(only(await asked(plant, '?date1=18/06/2026&type=MONTH')).permeate.volumeKL).toBe(180);
  });
});

describe('what is refused', () => {
  it('is a missing or impossible date, with 1403', async () => {
    const plant = roPlant();
    rig = await startRoRig(plant);
    for (const query of [
      '',
      '?date1=31/02/2026',
      '?date1=2026-06-18',
      '?date1=18/06/1960',
      '?date1=18/06/2026&date2=x',
      '?date1=18/06/2026&type=WEEK',
    ])
      expect((await rig.ask(query)).body, query).toMatchObject({ code: 1403 });
  });

  it('is a plant of nobody, with 1401', async () => {
    rig = await startRoRig(new TestPlant().addCategory('SOURCE_CATEGORY', ['s']));
    expect((await rig.ask('?date1=18/06/2026')).body).toMatchObject({ code: 1401, message: "Category doesn't exist" });
  });

  it('is nothing the second time: the tag says that it is the same', async () => {
    const plant = roPlant();
    write(plant, day, 0, 288, design);
    rig = await startRoRig(plant);
    const first = await rig.ask('?date1=18/06/2026');
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await rig.ask('?date1=18/06/2026', tag)).status).toBe(304);
    expect((await rig.ask('?date1=18/06/2026&type=MONTH', tag)).status).toBe(200);
    await rig.log({ plantId: 'ro', kind: 'flush', start: '2026-06-18T05:00:00Z', end: '2026-06-18T06:00:00Z' });
    expect((await rig.ask('?date1=18/06/2026', tag)).status).toBe(200);
  });
});
