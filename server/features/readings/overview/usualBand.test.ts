import { describe, expect, it } from 'vitest';
import { overview, overviewHours } from '../../../contract/plant/overview.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { noon, same, serve, waterPlant } from '../../../test/servedOverview.ts';
import type { TestPlant } from '../../../test/testPlant.ts';
import { usualOf } from '../usual.ts';

describe('the same weekday', () => {
  const plantOf = (weeks: number): TestPlant => {
    const plant = waterPlant().write('in1', 'volume', '2026-06-10', 0, same(72, 150));
    for (let week = 1; week <= weeks; week += 1) {
      const date = dateOfDay(dayNumber('2026-06-10') - 7 * week);
      plant.write('in1', 'volume', date, 0, same(288, 100 + week));
    }
    return plant;
  };
  const bandOf = async (plant: TestPlant) => {
    const ask = await serve(plant, noon);
    return overview.parse((await ask('/api/plant/overview')).body).kpis.intake.sameWeekday;
  };

  it('gives the band of the last eight of them, each to the same time of its day', async () => {
    // 101 to 108 L a slot over 72 slots
    expect(await bandOf(plantOf(9))).toEqual({ n: 8, median: 7.52, low: 7.27, high: 7.78, changePct: 43.5 });
  });

  it('has no band of three days, and no percentage then', async () => {
    expect(await bandOf(plantOf(3))).toEqual({ n: 3, median: 7.34, low: null, high: null, changePct: null });
  });

  it('gives no percentage of a value inside the band', async () => {
    const plant = plantOf(8).write('in1', 'volume', '2026-06-10', 0, same(72, 104));
    expect(await bandOf(plant)).toMatchObject({ n: 8, changePct: null });
  });

  it('leaves out days of which more than a tenth was missing up to the same time, whatever came later', async () => {
    const plant = plantOf(8);
    const on = (week: number): string => dateOfDay(dayNumber('2026-06-10') - 7 * week);
    // a tenth of a day that is counted as far as now is little, a ninth is not
    plant.write('in1', 'volume', on(1), 0, same(7, 0), 'M');
    plant.write('in1', 'volume', on(2), 0, same(8, 0), 'M');
    plant.write('in1', 'volume', on(3), 10, same(60, 0), 'X');
    // missing after now
    plant.write('in1', 'volume', on(4), 80, same(200, 0), 'M');
    expect(await bandOf(plant)).toMatchObject({ n: 6, low: 6.57, median: 7.6 });
  });

  it('leaves out days on which a meter was silent that counts for more than a tenth today', async () => {
    const plant = plantOf(8);
    for (const [id, litres] of [
      ['in2', 40],
      ['in3', 4],
    ] as const) {
      plant.addUnit({ id, type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] });
      plant.write(id, 'volume', '2026-06-10', 0, same(72, litres));
      for (let week = 1; week <= 8; week += 1) {
        const isSilent = id === 'in2' ? week <= 2 : week >= 6;
        if (!isSilent) plant.write(id, 'volume', dateOfDay(dayNumber('2026-06-10') - 7 * week), 0, same(288, litres));
      }
    }
    expect(await bandOf(plant)).toMatchObject({ n: 6 });
  });

  it('keeps a day on which a meter that is read by hand was entered in one slot', async () => {
    const plant = waterPlant().addUnit({
      ...{ id: 'hand', type: 'manual', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] },
    });
    for (let week = 0; week <= 8; week += 1)
      plant.write('hand', 'volume', dateOfDay(dayNumber('2026-06-10') - 7 * week), 40, [9000], 'R');
    expect(await bandOf(plant)).toMatchObject({ n: 8, median: 9 });
  });

  it('gives no percentage of a value of which much is missing', async () => {
    const plant = plantOf(8).write('in1', 'volume', '2026-06-10', 20, same(52, 0), 'M');
    expect(await bandOf(plant)).toMatchObject({ n: 8, changePct: null });
  });

  it('has a band at least 3 % wide to each side where all days are alike', () => {
    expect(usualOf([500, 500, 500, 500])).toEqual({ n: 4, median: 500, low: 485, high: 515 });
  });
});

describe('the last 24 hours', () => {
  it('have no hour in their band of which more than a tenth was missing', async () => {
    const plant = waterPlant().write('in1', 'volume', '2026-06-10', 0, same(66, 150));
    for (let week = 1; week <= 5; week += 1) {
      const date = dateOfDay(dayNumber('2026-06-10') - 7 * week);
      plant.write('in1', 'volume', date, 0, same(288, 100));
      if (week < 5) plant.write('in1', 'volume', date, 24, same(week > 2 ? 12 : 1, 0), 'M');
      if (week === 1) plant.write('in1', 'volume', date, 36, same(2, 0), 'M');
    }
    const ask = await serve(plant, noon);
    const { intake } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    // the second, the third and the fourth hour of the day
    expect(intake.median.slice(-6, -3)).toEqual([1.2, 1.1, 1.2]);
    expect(intake.low.slice(-6, -3)).toEqual([1.16, null, 1.16]);
  });

  it('come by the hour, with where the same hour of the weekday lay', async () => {
    const plant = waterPlant()
      .write('in1', 'volume', '2026-06-10', 0, same(66, 150))
      .write('in1', 'volume', '2026-06-10', 12, same(12, 0), 'M');
    for (let week = 1; week <= 4; week += 1)
      plant.write('in1', 'volume', dateOfDay(dayNumber('2026-06-10') - 7 * week), 0, same(288, 100));
    const ask = await serve(plant, noon);
    const { from, shiftStart, intake } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    // the clock of the plant, half an hour beside that of UTC
    expect(from).toBe('2026-06-09T07:30:00.000Z');
    expect(shiftStart).toBe('2026-06-10T00:30:00.000Z');
    expect(intake.values).toHaveLength(24);
    expect(intake.values.slice(-6)).toEqual([null, 1.8, 1.8, 1.8, 0.9, null]);
    expect(intake.quality.slice(-6)).toBe('MGGGEM');
    expect(intake.median.slice(-5)).toEqual([1.2, 1.2, 1.2, 1.2, 1.2]);
    expect(intake.low.at(-1)).toBe(1.16);
  });

  it('leave out a day that knows nothing of the hour: it is no hour without water', async () => {
    const plant = waterPlant().write('in1', 'volume', '2026-06-10', 0, same(66, 150));
    for (let week = 1; week <= 5; week += 1) {
      const date = dateOfDay(dayNumber('2026-06-10') - 7 * week);
      plant.write('in1', 'volume', date, 0, same(288, 100));
      if (week === 2) plant.write('in1', 'volume', date, 24, same(12, 0), 'M');
      if (week === 3) plant.write('in1', 'volume', date, 0, same(12, 0), 'M');
    }
    const ask = await serve(plant, noon);
    const { intake } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    // the first hour of the day, the third and the fourth
    for (const at of [-7, -5, -4]) expect([intake.low.at(at), intake.median.at(at)]).toEqual([1.16, 1.2]);
  });
});
