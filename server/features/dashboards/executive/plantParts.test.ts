import { expect, it } from 'vitest';
import { industryFacts } from '../../../contract/model/industryFacts.ts';
import { areComparable } from '../../../contract/rules/comparable.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { gatherTotals } from '../../../historian/read/gather.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { QualityInLimit } from '../landing/index.ts';
import { pairsByKpi } from './pairs.ts';
import { waterOf } from './water.ts';

it('compares a water ratio that a plant has chosen by the meters of that ratio', async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  for (const id of ['well', 'line', 'reuse'])
    plant
      .addUnit({
        id,
        type: 'flow',
        subCategoryId: 's',
        standardCategoryIds: id === 'well' ? ['ID_SOURCE'] : [],
        meta: { meter: { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 } },
      })
      .write(id, 'volume', '2026-06-09', 0, Array(288).fill(50))
      .write(id, 'volume', '2026-06-08', id === 'line' ? 240 : 0, Array(id === 'line' ? 48 : 288).fill(50));
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-10')).fromMs);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const sideOf = async (date1: string) => {
    const window = chooseWindow(source.calendar, 'DAY', { date1 });
    const ids = ['well', 'line', 'reuse'].map((id) => plant.seriesId(id, 'volume'));
    return { window, totals: await gatherTotals(source, ids, window, window.toSlot) };
  };
  const [now, before] = [await sideOf('2026-06-09'), await sideOf('2026-06-08')];
  const nothing = { top: null, bottom: null };
  const isComparable = async (ratio: Parameters<typeof pairsByKpi>[0]['ratio']) => {
    const work = {
      ...{ industryId: 'DEMO', directory: plant, source, ratio },
      facts: industryFacts.parse({}),
      water: waterOf(plant, 'DEMO', []),
      quality: new QualityInLimit(plant),
      others: {
        version: async () => '',
        ro: async () => ({ recovery: nothing, sec: nothing, targetPct: null }),
        neutrality: async () => nothing,
        loss: async () => nothing,
        behind: () => ({ neutrality: [], recovery: [], specific: [] }),
      },
    };
    return ((await pairsByKpi(work, now, before)).waterRatio ?? []).every(areComparable);
  };
  expect(await isComparable(undefined)).toBe(true);
  expect(await isComparable({ numerator: ['well'], denominator: ['reuse'], product: '' })).toBe(true);
  // a sixth of the day before was measured
  expect(await isComparable({ numerator: ['well'], denominator: ['line'], product: '' })).toBe(false);
  expect(await isComparable({ numerator: ['line'], denominator: [], product: '' })).toBe(false);
});
