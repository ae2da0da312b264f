import { afterEach, describe, expect, it } from 'vitest';
import type { RoEfficiency, RoPlant } from '../../../contract/user/roEfficiency.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { atRest, design, fouled, type RoRig, roPlant, startRoRig, warmed, write } from '../../../test/roRig.ts';
import type { TestPlant } from '../../../test/testPlant.ts';

let rig: RoRig | undefined;
afterEach(async () => {
  await rig?.stop();
  rig = undefined;
});

const first = dayNumber('2026-05-20');
const dateOf = (at: number): string => dateOfDay(first + at);
const dmy = (at: number): string => dateOf(at).split('-').reverse().join('/');
const startOf = (plant: TestPlant, at: number): string => new Date(plant.calendar.windowOfDay(first + at).fromMs).toISOString();

const plantOn = async (plant: TestPlant, at: number, more = ''): Promise<RoPlant> => {
  rig ??= await startRoRig(plant);
  const reply = await rig.ask(`?date1=${dmy(at)}${more}`);
  expect(reply.status, reply.text).toBe(200);
  const [found] = (reply.body as RoEfficiency).data1.plants;
  if (!found) throw new Error('there is no plant');
  return found;
};
const log = async (body: object): Promise<void> => {
  const reply = await rig?.log({ plantId: 'ro', ...body });
  expect(reply?.status, reply?.text).toBe(200);
};

/** `days` of running in which every day costs as much of the permeability. */
const foulingPlant = (days: number, perDay: number): TestPlant => {
  const plant = roPlant();
  for (let at = 0; at < days; at += 1) write(plant, dateOf(at), 0, 288, fouled(1 - perDay * at));
  return plant;
};

describe('the reference', () => {
  it('is the first stable day, and everything is 100 percent of it', async () => {
    const plant = foulingPlant(1, 0);
    expect((await plantOn(plant, 0)).normalized).toEqual({
      permeateFlowPct: 100,
      saltPassagePct: 100,
      differentialPressurePct: 100,
      // 7.5 m3/h through 400 m2 at 27 °C, driven by 12 - 0.75 - 0.5 bar less the osmotic difference of 2772.6 and 30 mg/L
      permeability: expect.closeTo(
        7500 / 400 / (10.75 - (0.79656 * 2.7725887) / 0.9972274 + (0.79656 * 0.03) / 0.99997) / 1.0608,
        2,
      ),
      referenceAt: startOf(plant, 0),
      measuredAt: startOf(plant, 0),
      daysToClean: null,
      advice: 'none',
    });
  });

  it('is not a day with an hour of running or less', async () => {
    const plant = roPlant();
    // a start-up, then an hour: 12 slots
    write(plant, dateOf(0), 0, 10, atRest);
    write(plant, dateOf(0), 10, 15);
    write(plant, dateOf(0), 25, 263, atRest);
    write(plant, dateOf(1), 0, 10, atRest);
    write(plant, dateOf(1), 10, 16);
    write(plant, dateOf(1), 26, 262, atRest);
    expect((await plantOn(plant, 0)).normalized).toBeNull();
    expect((await plantOn(plant, 1)).normalized?.referenceAt).toBe(startOf(plant, 1));
  });

  it('is stored with its date, and outlives the readings it came from', async () => {
    const plant = foulingPlant(3, 0.02);
    expect((await plantOn(plant, 2)).normalized?.permeateFlowPct).toBe(96);
    const rows = rig?.sqlite.prepare('select plant_id, since, day, water from ro_reference').all();
    expect(rows).toEqual([{ plant_id: 'ro', since: 0, day: first, water: expect.any(Number) }]);
    // readings of the day are thrown away
    for (const unit of plant.units('DEMO'))
      for (const { param } of unit.series) plant.write(unit.id, param, dateOf(0), 0, Array(288).fill(0), 'M');
    expect((await plantOn(plant, 2)).normalized?.permeateFlowPct).toBe(96);
  });

  it('moves to an earlier day when that day turns out to have run, whatever the order in which readings come', async () => {
    const plant = roPlant();
    for (const at of [2, 3]) write(plant, dateOf(at), 0, 288, fouled(1 - 0.02 * at));
    expect((await plantOn(plant, 3)).normalized?.referenceAt).toBe(startOf(plant, 2));
    write(plant, dateOf(1), 0, 288, fouled(0.98));
    expect((await plantOn(plant, 3)).normalized).toMatchObject({ referenceAt: startOf(plant, 1), permeateFlowPct: 95.92 });
    expect((await plantOn(plant, 0)).normalized).toBeNull();
  });

  it('begins anew on the first whole day after a logged membrane change, and holds for the days before it as it did', async () => {
    const plant = roPlant();
    for (let at = 0; at < 12; at += 1) write(plant, dateOf(at), 0, 288, fouled(at < 6 ? 1 - 0.01 * at : 1.2 - 0.01 * (at - 6)));
    expect((await plantOn(plant, 11)).normalized).toMatchObject({ permeateFlowPct: 115, referenceAt: startOf(plant, 0) });
    const noon = new Date(plant.calendar.windowOfDay(first + 5).fromMs + 6 * 3_600_000).toISOString();
    await log({ kind: 'membrane_change', start: noon, end: noon });
    const after = (await plantOn(plant, 11)).normalized;
    expect(after).toMatchObject({ referenceAt: startOf(plant, 6), permeateFlowPct: 95.83, advice: 'none' });
    expect((await plantOn(plant, 5)).normalized).toMatchObject({
      referenceAt: startOf(plant, 0),
      permeateFlowPct: 95,
      advice: 'watch',
    });
    expect(rig?.sqlite.prepare('select count(*) from ro_reference').pluck().get()).toBe(2);
  });

  it('is missing where an instrument is missing, and names it', async () => {
    const plant = roPlant({ without: ['feed.temperature', 'feed.tds', 'feed.conductivity', 'rejectQuality', 'reject'] });
    write(plant, dateOf(0), 0, 288);
    const found = await plantOn(plant, 0);
    expect(found.normalized).toBeNull();
    expect(found.missingTags).toEqual(['feed.tds', 'reject.pressure', 'temperature']);
    expect(found).toMatchObject({ recoveryPct: 75, saltRejectionPct: null, energy: { specificKWhPerKL: 0.8 } });
    expect(found.graph.map(({ key }) => key)).not.toContain('permeateFlowPct');
  });
});

describe('normalised values', () => {
  it('do not change when only the water gets warmer', async () => {
    const plant = foulingPlant(1, 0);
    write(plant, dateOf(1), 0, 288, warmed(33));
    const { normalized, temperatureC, feed } = await plantOn(plant, 1);
    expect(temperatureC).toBe(33);
    expect(feed.pressureBar).toBeLessThan(11);
    expect(normalized).toMatchObject({ permeateFlowPct: 100, differentialPressurePct: 100, advice: 'none' });
  });

  it('fall with the permeability at constant flow, and say how long it will do', async () => {
    const plant = foulingPlant(8, 0.01);
    // 1 % a day, 7 of 10 gone
    expect((await plantOn(plant, 7)).normalized).toMatchObject({ permeateFlowPct: 93, daysToClean: 3, advice: 'watch' });
    // no slope of four days
    expect((await plantOn(plant, 3)).normalized).toMatchObject({ permeateFlowPct: 97, daysToClean: null, advice: 'none' });
  });

  it('advise cleaning for the salt passage and the pressure drop as well', async () => {
    const plant = foulingPlant(1, 0);
    write(plant, dateOf(1), 0, 288, { ...design, permeateMgL: 33.2 });
    write(plant, dateOf(2), 0, 288, { ...design, feedBar: 12.15, rejectBar: 10.35 });
    expect((await plantOn(plant, 1)).normalized).toMatchObject({ saltPassagePct: 110.67, advice: 'clean', daysToClean: 0 });
    expect((await plantOn(plant, 2)).normalized).toMatchObject({ differentialPressurePct: 120, advice: 'clean', daysToClean: 0 });
  });

  it('are those of the last day that ran; while a day has not run for an hour, of the day before', async () => {
    const plant = foulingPlant(4, 0.01);
    write(plant, dateOf(4), 0, 288, atRest);
    expect((await plantOn(plant, 4)).normalized).toMatchObject({ permeateFlowPct: null, measuredAt: null, advice: 'none' });
    expect((await plantOn(plant, 4, '&type=MONTH')).normalized).toMatchObject({
      permeateFlowPct: 97,
      measuredAt: startOf(plant, 3),
    });
    await rig?.stop();
    rig = await startRoRig(plant, dateOf(4));
    expect((await plantOn(plant, 4)).normalized).toMatchObject({ permeateFlowPct: 97, measuredAt: startOf(plant, 3) });
  });

  it('are drawn hour by hour and day by day', async () => {
    const plant = foulingPlant(3, 0.02);
    const hours = (await plantOn(plant, 2)).graph.find(({ key }) => key === 'permeateFlowPct');
    expect(hours?.values).toEqual(Array(24).fill(96));
    const month = (await plantOn(plant, 2, '&type=MONTH')).graph.find(({ key }) => key === 'permeateFlowPct');
    expect(month?.values.slice(-4)).toEqual([0, 100, 98, 96]);
    expect(month?.quality.slice(-4)).toBe('MGGG');
  });

  it('begin a new slope after a cleaning, and the cleaning shows what it achieved', async () => {
    const plant = roPlant();
    for (let at = 0; at < 16; at += 1)
      write(plant, dateOf(at), 0, 288, fouled(at < 10 ? 1 - 0.009 * at : 0.99 - 0.004 * (at - 10)));
    // the last two hours of the tenth day
    const start = plant.calendar.windowOfDay(first + 9).fromMs + 22 * 3_600_000;
    write(plant, dateOf(9), 264, 24, { ...atRest, feedM3h: 6, rejectM3h: 6 });
    expect((await plantOn(plant, 15)).normalized).toMatchObject({ permeateFlowPct: 97 });
    const before = (await plantOn(plant, 15)).normalized?.daysToClean;
    await log({
      kind: 'cip',
      start: new Date(start).toISOString(),
      end: new Date(start + 2 * 3_600_000).toISOString(),
      chemical: 'citric acid',
      ph: 2.5,
    });
    // 0.4 % a day, 7 left
    expect((await plantOn(plant, 15)).normalized?.daysToClean).toBe(17.5);
    expect(before).not.toBe(17.5);
    const { body } = (await rig?.ask('/logActivities')) ?? {};
    expect(body).toMatchObject({
      total: 1,
      logs: [
        {
          kind: 'cip',
          chemical: 'citric acid',
          effect: { before: 91.9, after: 99, metric: 'permeateFlowPct' },
          effects: [{}, { metric: 'saltPassagePct' }, { before: 100, after: 100, metric: 'differentialPressurePct' }],
        },
      ],
    });
  });
});
