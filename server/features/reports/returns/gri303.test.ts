import { expect, it } from 'vitest';
import { returnOn } from '../../../test/returnOn.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const DAY = 288;
const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;

it('the change in storage of a year in which a tank got another shape is that of its water', async () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'], { siUnit: 'KL' })
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 'well', type: 'borewell', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'] })
    .addUnit({ id: 't', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } });
  // 2 m, 3 m and 2.5 m at the ends of three years; the first by half of its ground
  for (const [date, levelM, perM] of [
    ['2024-03-31', 2, 5000] as const,
    ['2025-03-31', 3, 10_000] as const,
    ['2026-03-31', 2.5, 10_000] as const,
  ]) {
    plant.write('well', 'volume', date, 0, Array<number>(DAY).fill(1000));
    plant.write('t', 'level', date, 0, Array<number>(DAY).fill(levelM));
    plant.write('t', 'volume', date, 0, Array<number>(DAY).fill(levelM * perM));
  }
  const model = await returnOn(plant, '2026-04-10', 'gri303');
  const consumption = model.sections.find(({ key }) => key === 'consumption');
  const row =
    consumption?.kind === 'table' ? consumption.rows.find(({ cells }) => cells.what === 'Change in storage, 1 tanks') : null;
  expect(row?.cells).toMatchObject({ now: -0.005, before: 0.01 });
});
