import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { reportOrder } from '../../../test/reportOrders.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { collectReturn } from './collect.ts';

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
  const day = dayNumber(today);
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
    order: { kind: 'brsr', report, fiscalYear: 2025, fiscalStartMonth: 4 },
  });
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
