import { describe, expect, it } from 'vitest';
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
import type { KpiParts } from './parts.ts';
import { comparedWith, plantParts } from './plantParts.ts';
import { waterOf } from './water.ts';

const nothing = { top: null, bottom: null };
const others = {
  version: async () => '',
  ro: async () => ({ recovery: nothing, sec: nothing, targetPct: null }),
  neutrality: async () => nothing,
  loss: async () => nothing,
  behind: () => ({ neutrality: [], recovery: [], specific: [] }),
};

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
  const isComparable = async (ratio: Parameters<typeof pairsByKpi>[0]['ratio']) => {
    const work = {
      ...{ industryId: 'DEMO', directory: plant, source, ratio },
      facts: industryFacts.parse({}),
      water: waterOf(plant, 'DEMO', []),
      quality: new QualityInLimit(plant),
      others,
    };
    return ((await pairsByKpi(work, now, before)).waterRatio ?? []).every(areComparable);
  };
  expect(await isComparable(undefined)).toBe(true);
  expect(await isComparable({ numerator: ['well'], denominator: ['reuse'], product: '' })).toBe(true);
  // a sixth of the day before was measured
  expect(await isComparable({ numerator: ['well'], denominator: ['line'], product: '' })).toBe(false);
  expect(await isComparable({ numerator: ['line'], denominator: [], product: '' })).toBe(false);
});

it('a plant whose meter joined in the day is complete, and not measured for all of the day, by which plants are ranked', async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  const { firstSlot } = plant.calendar.window('2026-06-09');
  plant
    .addUnit({ id: 'well', type: 'flow', subCategoryId: 's', createdAtMs: (firstSlot + 144) * 300_000 })
    .write('well', 'volume', '2026-06-09', 144, Array(144).fill(50));
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-11')).fromMs);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const window = chooseWindow(source.calendar, 'DAY', { date1: '2026-06-09' });
  const work = {
    ...{ industryId: 'DEMO', directory: plant, source, others, ratio: undefined },
    facts: industryFacts.parse({}),
    water: waterOf(plant, 'DEMO', []),
    quality: new QualityInLimit(plant),
  };
  const found = await plantParts(work, window, window.toSlot);
  expect([found.parts.completenessPct, found.ofStretchPct]).toEqual([{ top: 144, bottom: 144 }, 50]);
});

it.each([
  ['as measured as that of the day before', 288, 288, true],
  ['in nearly all of the day before', 288, 270, true],
  ['in a sixth of the day before', 288, 48, false],
  ['entered once a day', 1, 1, true],
  ['entered on one of the days alone', 1, 0, false],
] as const)('compares the quality of the water where it is %s', async (_, slotsNow, slotsBefore, isComparable) => {
  const plant = new TestPlant()
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addUnit({ id: 'lab', type: 'quality', subCategoryId: 'q', meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 9 } } } })
    .write('lab', 'ph', '2026-06-09', 0, Array(slotsNow).fill(7))
    .write('lab', 'ph', '2026-06-08', 0, Array(slotsBefore).fill(7));
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-10')).fromMs);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const sideOf = (date1: string) => ({ window: chooseWindow(source.calendar, 'DAY', { date1 }), totals: new Map() });
  const work = {
    ...{ industryId: 'DEMO', directory: plant, source, others },
    facts: industryFacts.parse({}),
    water: waterOf(plant, 'DEMO', []),
    quality: new QualityInLimit(plant),
    ratio: undefined,
  };
  const pairs = await pairsByKpi(work, sideOf('2026-06-09'), sideOf('2026-06-08'));
  expect(pairs.qualityCompliancePct?.map(areComparable)).toEqual([isComparable]);
});

describe('figures of the window before', () => {
  const part = { top: 30, bottom: 10 };
  const of = (intensityUnit: string | undefined, ratioPer: string) => ({
    intensityUnit,
    ratioPer,
    parts: { intensity: part, waterRatio: part, lossPct: part } as KpiParts,
  });

  it('are held against those of now where they are of the same things', () => {
    expect(comparedWith(of('KL/t', 'KL/t'), of('KL/t', 'KL/t'))).toEqual({ intensity: part, waterRatio: part, lossPct: part });
  });

  it('are none where other things were made then', () => {
    const found = comparedWith(of('KL/KL', 'KL/KL'), of('KL/t', 'KL/t'));
    expect(found).toEqual({ intensity: nothing, waterRatio: nothing, lossPct: part });
  });

  it('are shown while the running month has made nothing yet', () => {
    expect(comparedWith(of(undefined, ''), of('KL/t', 'KL/t'))).toMatchObject({ intensity: part, waterRatio: part });
  });
});
