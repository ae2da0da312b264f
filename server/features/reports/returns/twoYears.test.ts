import { expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { returnOn } from '../../../test/returnOn.ts';
import { TestPlant } from '../../../test/testPlant.ts';

/** A well of 288 KL a day since a date. */
const wellSince = (since: string, to: string): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s'], { siUnit: 'KL' }).addUnit({
    id: 'well',
    type: 'borewell',
    subCategoryId: 's',
    standardCategoryIds: ['ID_SOURCE'],
  });
  for (let day = dayNumber(since); day < dayNumber(to); day += 1)
    plant.write('well', 'volume', dateOfDay(day), 0, Array(288).fill(1000));
  return plant;
};

/** What the BRSR return of the fiscal year from April 2025 says of the total withdrawal on a date. */
const withdrawalOn = async (plant: TestPlant, today: string) => {
  const model = await returnOn(plant, today, 'brsr');
  const table = model.sections.find(({ key }) => key === 'withdrawal');
  const cells =
    table?.kind === 'table'
      ? table.rows.find(({ cells: { what } }) => String(what).startsWith('Total volume of water w'))?.cells
      : {};
  const kpi = model.kpis.find(({ key }) => key === 'withdrawal');
  return { now: cells?.now, before: cells?.before, change: cells?.change, kpi: kpi?.changePct };
};

it('a return gives the change between two years that were measured', async () => {
  const whole = 365 * 288;
  expect(await withdrawalOn(wellSince('2024-04-01', '2026-04-01'), '2026-04-10')).toMatchObject({
    ...{ now: whole, before: whole, change: 0 },
  });
});

it('a return gives no change from a year of which little was measured', async () => {
  expect(await withdrawalOn(wellSince('2025-03-01', '2026-04-01'), '2026-04-10')).toMatchObject({
    ...{ now: 365 * 288, before: 31 * 288, change: null },
  });
});

it('a return never holds a year that runs against a whole one', async () => {
  expect(await withdrawalOn(wellSince('2024-04-01', '2025-10-01'), '2025-10-01')).toMatchObject({
    ...{ now: 183 * 288, before: 365 * 288, change: null, kpi: null },
  });
});
