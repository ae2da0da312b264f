import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { sourceFor } from '../historian/read/readContext.ts';
import type { TestPlant } from './testPlant.ts';

const { signal } = new AbortController();

/** What a report of a small plant is collected from a minute after a day has ended: its readings, and neither alarms nor figures of other pages. */
export const reportGiven = (plant: TestPlant, day: number) => {
  const clock = new ManualClock(plant.calendar.windowOfDay(day + 1).fromMs + 60_000);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const given = {
    ...{ industry, directory: plant, source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal) },
    ...{ withEstimates: null, logo: null, proved: null, signal },
    ...{ basePerCount: () => 1000, alarms: { openWithin: () => [], steps: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  };
  return { given, nowMs: clock.now() };
};
