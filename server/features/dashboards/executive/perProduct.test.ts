import { describe, expect, it } from 'vitest';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { gatherTotals } from '../../../historian/read/gather.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { chosenRatioOf, perProduct, type RatioChoice, sidesOf } from './perProduct.ts';
import { waterOf } from './water.ts';

const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };
const MAY_SLOTS = 31 * 288;
const production: IndustryFacts['production'] = [
  { month: '2026-05', product: 'cola', quantity: 400, unit: 'KL' },
  { month: '2026-05', product: 'juice', quantity: 100_000, unit: 'L' },
  { month: '2026-05', product: 'crates', quantity: 9, unit: 'piece' },
];

/** In May two wells give 100 and 50 litres a slot, a line takes 60. */
const ratioOf = async (ratio: RatioChoice | undefined, lineSlots = MAY_SLOTS) => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  for (const [id, litres] of [
    ['well1', 100],
    ['well2', 50],
    ['line', 60],
  ] as const) {
    plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: { meter } });
    plant.write(id, 'volume', '2026-05-01', 0, Array(id === 'line' ? lineSlots : MAY_SLOTS).fill(litres));
  }
  plant.addUnit({ id: 'tower', type: 'flow', subCategoryId: 's', meta: { meter, subMeterOf: 'well1' } });
  plant.write('tower', 'volume', '2026-05-01', 0, Array(MAY_SLOTS).fill(30));
  for (const [id, other] of [
    ['bothWells', 'well2'],
    ['wellAndLine', 'line'],
  ] as const) {
    const expression = [
      { unitId: 'well1', factor: 1 },
      { unitId: other, factor: 1 },
    ];
    plant.addUnit({ id, type: 'virtual', subCategoryId: 's', meta: { expression } });
    plant.write(id, 'volume', '2026-05-01', 0, Array(MAY_SLOTS).fill(other === 'well2' ? 150 : 160));
  }
  plant.addUnit({ id: 'silent', type: 'flow', subCategoryId: 's', meta: { meter } });
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-10')).fromMs);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const window = chooseWindow(source.calendar, 'MONTH', { date1: '2026-05-31' });
  const water = waterOf(plant, 'DEMO', []);
  const work = { industryId: 'DEMO', directory: plant, facts: { production }, water, source, ratio };
  const ids = Object.values(sidesOf(work))
    .flat()
    .map(({ series }) => series.id);
  return (await chosenRatioOf(work, window, window.toSlot, await gatherTotals(source, ids, window, window.toSlot)))?.part;
};
const choice = (fields: Partial<RatioChoice>): RatioChoice => ({
  numerator: ['well1', 'well2'],
  denominator: [],
  product: '',
  ...fields,
});

const waterKL = (150 * MAY_SLOTS) / 1000;

describe('a water ratio that a plant has chosen', () => {
  it('is the volume of units by that of others', async () => {
    expect(await ratioOf(choice({ denominator: ['line'] }))).toEqual({ top: waterKL, bottom: (60 * MAY_SLOTS) / 1000 });
  });

  it('holds each litre once on either side: a meter behind another, and parts beside their sum', async () => {
    const once = { top: waterKL, bottom: (60 * MAY_SLOTS) / 1000 };
    const of = (numerator: string[], fields: Partial<RatioChoice> = { denominator: ['line'] }) =>
      ratioOf(choice({ numerator, ...fields }));
    expect(await of(['well1', 'well2', 'tower'])).toEqual(once);
    expect(await of(['well1', 'well2', 'bothWells'])).toEqual(once);
    expect(await of(['well1', 'well2', 'tower'], { product: 'cola' })).toEqual({ top: waterKL, bottom: 400 });
    expect(await of(['line'], { denominator: ['well1', 'tower'] })).toEqual({
      top: (60 * MAY_SLOTS) / 1000,
      bottom: (100 * MAY_SLOTS) / 1000,
    });
    // what a meter behind another counted is a sum by itself
    expect(await of(['tower'])).toEqual({ top: (30 * MAY_SLOTS) / 1000, bottom: (60 * MAY_SLOTS) / 1000 });
  });

  it('is not known where two sums share a meter and neither holds the other', async () => {
    const sums = choice({ numerator: ['bothWells', 'wellAndLine'] });
    for (const fields of [{ denominator: ['well2'] }, { product: 'cola' }])
      expect(await ratioOf({ ...sums, ...fields })).toEqual({ top: null, bottom: null });
  });

  it('is not known where more than a tenth of a side is missing that the other side has', async () => {
    const choices = [choice({ denominator: ['line'] }), choice({ numerator: ['line'], denominator: ['well1'] })];
    for (const one of choices) {
      expect(await ratioOf(one, MAY_SLOTS * 0.75)).toEqual({ top: null, bottom: null });
      expect((await ratioOf(one, MAY_SLOTS * 0.9375))?.bottom).toBeGreaterThan(0);
    }
  });

  it('is the volume of units by the production of a product', async () => {
    expect(await ratioOf(choice({ product: 'cola' }))).toEqual({ top: waterKL, bottom: 400 });
    expect(await ratioOf(choice({ product: 'juice' }))).toEqual({ top: waterKL, bottom: 100 });
  });

  it('is not known where a side is not: no volume, no production, things that are counted in pieces or differ in kind', async () => {
    const unknown = { top: null, bottom: null };
    expect(await ratioOf(choice({ denominator: ['silent'] }))).toEqual(unknown);
    expect(await ratioOf(choice({ numerator: ['silent'], product: 'cola' }))).toEqual(unknown);
    for (const product of ['tea', 'crates', '']) expect(await ratioOf(choice({ product }))).toEqual(unknown);
  });

  it('is left to the domain where nothing was chosen', async () => {
    expect(await ratioOf(undefined)).toBeUndefined();
  });
});

describe('water per product', () => {
  const MONTHS = [
    ['2026-04-01', 30],
    ['2026-05-01', 31],
  ] as const;

  /** In April and May a well gives 100 litres a slot, and what is used again 20, where that is known. */
  const ofMonths = async (
    againIn: readonly string[],
    { hasAgain = true, isAgainIntake = false, joinedAfterDays = 0, gapDays = 0, secondIn = [] as readonly string[] } = {},
  ) => {
    const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
    const createdAtMs = plant.calendar.windowOfDay(dayNumber('2026-04-01') + joinedAfterDays).fromMs;
    const add = (id: string, meta: object) =>
      plant.addUnit({
        id,
        type: 'flow',
        subCategoryId: 's',
        standardCategoryIds: ['ID_SOURCE'],
        createdAtMs,
        meta: { meter, ...meta },
      });
    add('well', { waterSource: 'ground' });
    if (hasAgain) add('again', { waterSource: 'recycled' });
    if (secondIn.length > 0) add('second', { waterSource: 'ground' });
    for (const [date, days] of MONTHS) {
      const early = date === '2026-04-01' ? joinedAfterDays : 0;
      const write = (id: string, litres: number) =>
        plant.write(id, 'volume', date, early * 288, Array((days - early) * 288).fill(litres));
      const gap = date === '2026-05-01' ? gapDays : 0;
      plant.write('well', 'volume', date, early * 288, Array((days - early - gap) * 288).fill(100));
      if (secondIn.includes(date)) write('second', 40);
      if (againIn.includes(date)) write('again', 20);
    }
    const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-10')).fromMs);
    const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
    const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
    const window = chooseWindow(source.calendar, 'YEAR', { date1: '2026-06-09' });
    const made = MONTHS.map(([date]) => ({ month: date.slice(0, 7), product: 'cola', quantity: 500, unit: 'KL' as const }));
    const water = { ...waterOf(plant, 'DEMO', []) };
    const withdrawal = water.withdrawal.filter(({ unit }) => isAgainIntake || unit.id !== 'again');
    const work = { industryId: 'DEMO', directory: plant, facts: { production: made }, source, ratio: undefined };
    return perProduct({ ...work, water: { ...water, withdrawal } }, window, window.toSlot);
  };
  const [APRIL, MAY] = [30, 31].map((days) => days * 288) as [number, number];

  it('adds what is used again to its ratio, of the months in which both are known', async () => {
    const intensity = { top: (100 * (APRIL + MAY)) / 1000, bottom: 1000 };
    expect(await ofMonths(['2026-04-01', '2026-05-01'])).toMatchObject({
      intensity,
      ratio: { top: (120 * (APRIL + MAY)) / 1000, bottom: 1000 },
    });
    expect(await ofMonths(['2026-05-01'])).toMatchObject({ intensity, ratio: { top: (120 * MAY) / 1000, bottom: 500 } });
    expect(await ofMonths([])).toMatchObject({ intensity, ratio: { top: null, bottom: null } });
  });

  it('leaves out a month within which the meters joined: of that the production is known, and not the water', async () => {
    const both = ['2026-04-01', '2026-05-01'];
    const may = { intensity: { top: (100 * MAY) / 1000, bottom: 500 }, ratio: { top: (120 * MAY) / 1000, bottom: 500 } };
    expect(await ofMonths(both, { joinedAfterDays: 20 })).toMatchObject(may);
    // nearly all of the month is known
    expect(await ofMonths(both, { joinedAfterDays: 1 })).toMatchObject({ intensity: { bottom: 1000 } });
  });

  it('leaves out a month of which much of the water is not known, and not what was made in it', async () => {
    const both = ['2026-04-01', '2026-05-01'];
    const april = { intensity: { top: (100 * APRIL) / 1000, bottom: 500 }, ratio: { top: (120 * APRIL) / 1000, bottom: 500 } };
    expect(await ofMonths(both, { gapDays: 10 })).toMatchObject(april);
    // a tenth of it may be missing
    expect(await ofMonths(both, { gapDays: 3 })).toMatchObject({ intensity: { bottom: 1000 }, ratio: { bottom: 1000 } });
  });

  it('leaves out a month in which a meter of much of the water was silent from beginning to end', async () => {
    expect(await ofMonths([], { hasAgain: false, secondIn: ['2026-04-01'] })).toMatchObject({
      intensity: { top: (140 * APRIL) / 1000, bottom: 500 },
    });
    expect(await ofMonths([], { hasAgain: false, secondIn: ['2026-04-01', '2026-05-01'] })).toMatchObject({
      intensity: { top: (140 * (APRIL + MAY)) / 1000, bottom: 1000 },
    });
  });

  it('counts what is used again once where it is part of the intake', async () => {
    const sum = { top: (120 * (APRIL + MAY)) / 1000, bottom: 1000 };
    expect(await ofMonths(['2026-04-01', '2026-05-01'], { isAgainIntake: true })).toMatchObject({ intensity: sum, ratio: sum });
  });

  it('has a ratio of the intake alone where nothing is used again', async () => {
    expect(await ofMonths([], { hasAgain: false })).toMatchObject({ ratio: { top: (100 * (APRIL + MAY)) / 1000, bottom: 1000 } });
  });
});
