import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import { collectReturn } from '../features/reports/returns/collect.ts';
import { sourceFor } from '../historian/read/readContext.ts';
import { reportOrder } from './reportOrders.ts';
import type { TestPlant } from './testPlant.ts';

/** A return of the fiscal year from April 2025, as it is made of a plant on a date. */
export const returnOn = async (plant: TestPlant, today: string, kind: 'brsr' | 'gri303') => {
  const day = dayNumber(today);
  const clock = new ManualClock(plant.calendar.windowOfDay(day).fromMs + 60_000);
  const { signal } = new AbortController();
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const report = reportOrder({ industryId: 'DEMO', type: 'daily_range', fromDay: day - 1, toDay: day - 1, nowMs: clock.now() });
  const { model } = await collectReturn({
    ...{ industry, directory: plant, source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal), signal },
    ...{
      withEstimates: null,
      logo: null,
      proved: null,
      basePerCount: () => 1000,
      alarms: { openWithin: () => [], steps: () => [] },
    },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
    order: { kind, report, fiscalYear: 2025, fiscalStartMonth: 4 },
  });
  return model;
};
