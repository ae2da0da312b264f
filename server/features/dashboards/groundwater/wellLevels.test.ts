import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { WellLevels } from './wellLevels.ts';
import { wellsOf } from './wells.ts';

const FIRST = dayNumber('2026-06-29');

/** A pump that runs from three hours before the end of June to two hours into July, in which the water falls all the time. */
const wellOverMonths = () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  plant.addUnit({ id: 'well', type: 'borewell', subCategoryId: 's', meta: { well: { piezometer: false, ratedFlowM3h: 20 } } });
  const slots = Array.from({ length: 4 * 288 }, (_, slot) => slot);
  const on = (slot: number): boolean => slot >= 2 * 288 - 36 && slot < 2 * 288 + 24;
  const write = (param: string, value: (slot: number) => number): void =>
    void plant.write('well', param, '2026-06-29', 0, slots.map(value));
  write('flow', (slot) => (on(slot) ? 20 : 0));
  write('volume', (slot) => (on(slot) ? 20_000 / 12 : 0));
  write('level', (slot) => (on(slot) ? 30 + (slot - 2 * 288 + 36) / 60 : 30));
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-07-20')).fromMs);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const [well] = wellsOf(plant.units('DEMO'));
  if (!well) throw new Error('there is no well');
  return { levels: new WellLevels(plant.reader), well, source };
};

it('a run over the end of a month has its one pumping level in the month in which it ends', async () => {
  const { levels, well, source } = wellOverMonths();
  const june = await levels.days(well, source, FIRST, FIRST + 1);
  const july = await levels.days(well, source, FIRST + 2, FIRST + 3);
  expect(june.map(({ runs, runHours }) => ({ runs, runHours }))).toEqual([
    { runs: [], runHours: 0 },
    { runs: [], runHours: 3 },
  ]);
  expect(july.map(({ runs, runHours }) => ({ runs, runHours }))).toEqual([
    { runs: [{ pwlMbgl: expect.closeTo(30 + 56.5 / 60, 9), flowM3h: 20 }], runHours: 2 },
    { runs: [], runHours: 0 },
  ]);
  const both = await levels.days(well, source, FIRST, FIRST + 3);
  expect(both.map(({ runs }) => runs.length)).toEqual([0, 0, 1, 0]);
});
