import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { chooseWindow } from '../../historian/read/window.ts';
import { selectUnits } from '../../historian/units/selection.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { deviceData } from '../readings/deviceDataV2.ts';
import { collect } from './collect/collect.ts';

const date = '2026-06-10';
const { signal } = new AbortController();

it('how complete an intake is, a report says as lists do, also where a tanker is entered by hand and was not', async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  for (const [id, type] of [['well', 'flow'] as const, ['tanker', 'manual'] as const])
    plant.addUnit({ id, type, subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'] });
  plant.write('well', 'volume', date, 0, Array(288).fill(100));
  const day = dayNumber(date);
  const clock = new ManualClock(plant.calendar.windowOfDay(day + 1).fromMs + 60_000);
  const calendars = { of: () => plant.calendar };
  const source = sourceFor(
    { directory: plant, reader: plant.reader, calendars, clock },
    new CooperativeScheduler(),
    'DEMO',
    signal,
  );
  const [industry] = plant.industries();
  const selection = selectUnits(plant, 'DEMO', 'SOURCE_CATEGORY');
  if (!industry || !selection) throw new Error('no plant');
  const nowMs = clock.now();
  const listed = await deviceData(
    { selection, window: chooseWindow(plant.calendar, 'DAY', { date1: date }), divisionFactor: 1000, v2: true, nowMs },
    source,
  );
  const { model } = await collect({
    order: reportOrder({ industryId: 'DEMO', type: 'daily', fromDay: day, toDay: day, nowMs }),
    ...{ industry, directory: plant, source, withEstimates: null, logo: null, proved: null, withSlots: false, signal },
    ...{ basePerCount: () => 1000, alarms: { openWithin: () => [], steps: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  });
  const intake = model.kpis.find(({ key }) => key === 'intake');
  expect([intake?.value, intake?.completenessPct]).toEqual([listed.total, listed.completeness]);
  expect(listed.completeness).toBe(50);
  expect(model.completenessPct).toBe(100);
});
