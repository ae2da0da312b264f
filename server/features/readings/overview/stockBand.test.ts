import { expect, it } from 'vitest';
import { overview, overviewHours } from '../../../contract/plant/overview.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { noon, same, serve } from '../../../test/servedOverview.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const today = '2026-06-10';
const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;

/** A tank at 2 m; until yesterday it was by half of its ground. */
const plantOf = (): TestPlant => {
  const plant = new TestPlant()
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 't', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } })
    .write('t', 'level', today, 0, same(72, 2))
    .write('t', 'volume', today, 0, same(72, 20_000));
  for (let week = 1; week <= 8; week += 1) {
    const date = dateOfDay(dayNumber(today) - 7 * week);
    plant.write('t', 'level', date, 0, same(288, 2)).write('t', 'volume', date, 0, same(288, 10_000));
  }
  return plant;
};

it('the same weekdays of a tank are by the shape that it has now', async () => {
  const ask = await serve(plantOf(), noon);
  const { kpis } = overview.parse((await ask('/api/plant/overview')).body);
  expect(kpis.stock).toMatchObject({ value: 20, sameWeekday: { n: 8, low: 19.4, median: 20, high: 20.6, changePct: null } });
});

it('and so are their hours', async () => {
  const ask = await serve(plantOf(), noon);
  const { stock } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
  expect([stock.values.at(-2), stock.median.at(-2), stock.low.at(-2), stock.high.at(-2)]).toEqual([20, 20, 19.4, 20.6]);
});
