import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { reportOrder } from '../../../test/reportOrders.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { collectReturn } from './collect.ts';

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
  const day = dayNumber('2026-04-10');
  const clock = new ManualClock(plant.calendar.windowOfDay(day).fromMs + 60_000);
  const { signal } = new AbortController();
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const report = reportOrder({ industryId: 'DEMO', type: 'daily_range', fromDay: day - 1, toDay: day - 1, nowMs: clock.now() });
  const { model } = await collectReturn({
    ...{ industry, directory: plant, source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal), signal },
    ...{ withEstimates: null, logo: null, proved: null, basePerCount: () => 1000, alarms: { openWithin: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
    order: { kind: 'gri303', report, fiscalYear: 2025, fiscalStartMonth: 4 },
  });
  const consumption = model.sections.find(({ key }) => key === 'consumption');
  const row =
    consumption?.kind === 'table' ? consumption.rows.find(({ cells }) => cells.what === 'Change in storage, 1 tanks') : null;
  expect(row?.cells).toMatchObject({ now: -0.005, before: 0.01 });
});
