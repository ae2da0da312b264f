import { describe, expect, it } from 'vitest';
import { overview } from '../../../contract/plant/overview.ts';
import { noon, serve } from '../../../test/servedOverview.ts';
import { TestPlant } from '../../../test/testPlant.ts';

describe('a tank', () => {
  const tank = { id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 } as const;
  const forecastOf = async (levels: readonly number[], siUnit = 'KL') => {
    const plant = new TestPlant().addCategory('STOCK_CATEGORY', ['tanks']).addUnit({ ...tank, siUnit });
    plant.write('t1', 'volume', '2026-06-10', 72 - levels.length, levels);
    const ask = await serve(plant, noon);
    return overview.parse((await ask('/api/plant/overview')).body).units[0]?.forecast;
  };
  const from = (first: number, step: number) => Array.from({ length: 13 }, (_, at) => first + at * step);

  it('is full in the hours that the rate of the last hour gives', async () => {
    expect(await forecastOf(from(13_000, 250))).toEqual({ ratePerHour: 3, hoursToFull: 1.333, hoursToEmpty: null });
  });
  it('is empty in the hours that it gives', async () => {
    expect(await forecastOf(from(13_000, -250))).toEqual({ ratePerHour: -3, hoursToFull: null, hoursToEmpty: 3.333 });
  });
  it('is steady below half a percent an hour', async () => {
    expect(await forecastOf(from(13_000, 5))).toEqual({ ratePerHour: 0.06, hoursToFull: null, hoursToEmpty: null });
  });
  it('has a rate as exact in megalitres as in kilolitres', async () => {
    expect((await forecastOf(from(13_000, 33.3), 'KL'))?.ratePerHour).toBe(0.4);
    expect((await forecastOf(from(13_000, 33.3), 'ML'))?.ratePerHour).toBe(0.0004);
  });
  it('has no forecast where the hour is not known', async () => {
    expect(await forecastOf(from(13_000, 250).slice(1))).toBeUndefined();
  });

  it('takes another shape of the tank at the start of a day for no water', async () => {
    const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;
    const plant = new TestPlant()
      .addCategory('STOCK_CATEGORY', ['tanks'])
      .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } });
    // it rises by a centimetre in each slot; until yesterday it was by half of its ground
    const levels = (count: number, from: number): number[] => Array.from({ length: count }, (_, at) => from + 0.01 * at);
    for (const [date, at, perM, own] of [
      ['2026-06-09', 278, 5000, levels(10, 1)],
      ['2026-06-10', 0, 10_000, levels(6, 1.1)],
    ] as const) {
      plant.write('t1', 'level', date, at, own);
      plant.write(
        't1',
        'volume',
        date,
        at,
        own.map((levelM) => Math.fround(perM * Math.fround(levelM))),
      );
    }
    const ask = await serve(plant, '2026-06-10T06:30:20+05:30');
    const { units } = overview.parse((await ask('/api/plant/overview')).body);
    expect(units.find(({ unitId }) => unitId === 't1')?.forecast?.ratePerHour).toBeCloseTo(1.2, 2);
  });
});
