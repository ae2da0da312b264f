import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { chooseWindow } from '../../historian/read/window.ts';
import { selectUnits } from '../../historian/units/selection.ts';
import { reportGiven } from '../../test/reportGiven.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { deviceData } from '../readings/deviceDataV2.ts';
import { collect } from './collect/collect.ts';

const date = '2026-06-10';

it('how complete an intake is, a report says as lists do, also where a tanker is entered by hand and was not', async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  for (const [id, type] of [['well', 'flow'] as const, ['tanker', 'manual'] as const])
    plant.addUnit({ id, type, subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'] });
  plant.write('well', 'volume', date, 0, Array(288).fill(100));
  const day = dayNumber(date);
  const { given, nowMs } = reportGiven(plant, day);
  const selection = selectUnits(plant, 'DEMO', 'SOURCE_CATEGORY');
  if (!selection) throw new Error('no meters');
  const listed = await deviceData(
    { selection, window: chooseWindow(plant.calendar, 'DAY', { date1: date }), divisionFactor: 1000, v2: true, nowMs },
    given.source,
  );
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', fromDay: day, toDay: day, nowMs });
  const { model } = await collect({ ...given, order, withSlots: false });
  const intake = model.kpis.find(({ key }) => key === 'intake');
  expect([intake?.value, intake?.completenessPct]).toEqual([listed.total, listed.completeness]);
  expect(listed.completeness).toBe(50);
  expect(model.completenessPct).toBe(100);
});
