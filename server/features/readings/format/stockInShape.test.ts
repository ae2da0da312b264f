import { expect, it } from 'vitest';
import { tankVolume } from '../../../contract/model/tankVolume.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { edge, graph, node } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { BalanceGraphs } from '../../dashboards/balance/graphs.ts';
import { BalanceService } from '../../dashboards/balance/service.ts';
import { deviceData } from '../deviceDataV2.ts';
import { daysByShape, openingInShape } from './stockInShape.ts';

const DAY = 288;
const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };
const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;

/** A tank at 1 m that rises by 0.5 m on each of three days; the first is by a shape of half the ground, as it was set up until then. */
const plantOf = ({
  letters = 'G',
  firstPerM = 5000,
  laterPerM = 10_000,
  perM = undefined as readonly number[] | undefined,
  now = '2026-07-01T00:00:00Z',
  isEmptyBefore = false,
} = {}) => {
  const plant = new TestPlant()
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } });
  for (const id of ['in', 'out']) plant.addUnit({ id, type: 'flow', subCategoryId: 'tanks', meta: { meter } });
  for (const [at, date] of ['2026-06-08', '2026-06-09', '2026-06-10'].entries()) {
    const levels = Array.from({ length: DAY }, (_, slot) => 1 + 0.5 * at + (0.5 * (slot + 1)) / DAY).map(Math.fround);
    const litresPerM = (perM ?? [firstPerM, laterPerM, laterPerM])[at] ?? 0;
    plant
      .write('t1', 'level', date, 0, levels)
      .write(
        't1',
        'volume',
        date,
        0,
        levels.map((level) => Math.fround(litresPerM * level)),
        at === 0 ? letters : 'G',
      )
      .write('in', 'volume', date, 0, Array(DAY).fill(100))
      .write('out', 'volume', date, 0, Array(DAY).fill(100 - 5000 / DAY));
  }
  if (isEmptyBefore) for (const param of ['level', 'volume']) plant.write('t1', param, '2026-06-07', 0, Array(DAY).fill(0));
  const clock = new ManualClock(Date.parse(now));
  const turns = new CooperativeScheduler();
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const stockOf = async (date1: string, type: 'DAY' | 'MONTH' | 'CUSTOM' = 'DAY', date2 = date1) => {
    const source = sourceFor(parts, turns, 'DEMO', new AbortController().signal);
    const selection = selectUnits(plant, 'DEMO', 'STOCK_CATEGORY');
    if (!selection) throw new Error('no tanks');
    const window = chooseWindow(plant.calendar, type, { date1, date2 });
    const { categories } = await deviceData({ selection, window, divisionFactor: 1000, v2: false, nowMs: source.nowMs }, source);
    return categories[0]?.subCategories[0]?.units.find(({ unitId }) => unitId === 't1')?.stock;
  };
  const changeOf = async (fromDate: string, toDate: string) => {
    const graphs = new BalanceGraphs(fakeDocuments(), plant);
    const nodes = [node('a', 'source'), node('b', 'tank', { stockUnitIds: ['t1'] }), node('c', 'consumer')];
    await graphs.save('DEMO', graph(nodes, [edge('i', 'a>b', ['in']), edge('o', 'b>c', ['out'])]), 'u');
    const service = new BalanceService({ ...parts, turns, graphs });
    const window = chooseWindow(plant.calendar, 'CUSTOM', { date1: fromDate, date2: toDate });
    const answer = await service.over({ industryId: 'DEMO', signal: new AbortController().signal }, window, 1000);
    return answer?.totals;
  };
  return { plant, stockOf, changeOf };
};

it('the shape that a tank got is no water: what is held at the start of a day is by the shape of its end', async () => {
  const { stockOf, changeOf } = plantOf();
  expect(await stockOf('2026-06-09')).toMatchObject({ openingKL: 15, closingKL: 20, fillKL: 5, drawKL: 0 });
  expect(await stockOf('2026-06-10')).toMatchObject({ openingKL: 20, closingKL: 25, fillKL: 5, drawKL: 0 });
  // a day that is all by the shape of before stays as it was
  expect(await stockOf('2026-06-08')).toMatchObject({ closingKL: 7.5 });
  expect(await stockOf('2026-06-10', 'MONTH')).toMatchObject({ fillKL: expect.closeTo(12.5, 1), drawKL: 0 });
  expect(await changeOf('2026-06-09', '2026-06-09')).toMatchObject({ stockChangeKL: 5, unaccountedKL: 0 });
  expect(await changeOf('2026-06-09', '2026-06-10')).toMatchObject({ stockChangeKL: 10, unaccountedKL: 0 });
});

it('a stretch that goes from one older shape to another is by that of its end', async () => {
  const { stockOf, changeOf } = plantOf({ laterPerM: 8000 });
  expect(await stockOf('2026-06-09')).toMatchObject({ openingKL: 12, closingKL: 16, fillKL: 4, drawKL: 0 });
  expect(await stockOf('2026-06-10')).toMatchObject({ openingKL: 16, closingKL: 20, fillKL: 4, drawKL: 0 });
  expect(await changeOf('2026-06-09', '2026-06-09')).toMatchObject({ stockChangeKL: 4 });
  // of the first day there is no other level than those by its own shape
  expect(await stockOf('2026-06-08')).toMatchObject({ closingKL: 7.5, fillKL: expect.closeTo(2.5, 1), drawKL: 0 });
});

it('a day by the shape of before among days that were worked out anew is no water that came or went', async () => {
  const { stockOf } = plantOf({ perM: [10_000, 5000, 10_000] });
  expect(await stockOf('2026-06-09')).toMatchObject({ openingKL: 7.5, closingKL: 10, fillKL: 2.5, drawKL: 0 });
  expect(await stockOf('2026-06-10')).toMatchObject({ openingKL: 20, closingKL: 25, fillKL: 5, drawKL: 0 });
  expect(await stockOf('2026-06-10', 'MONTH')).toMatchObject({ fillKL: expect.closeTo(12.5, 1), drawKL: 0 });
  expect(await stockOf('2026-06-09', 'CUSTOM', '2026-06-10')).toMatchObject({ fillKL: 7.5, drawKL: 0 });
});

it('another shape is no water in a stretch of a year either', async () => {
  const { stockOf } = plantOf();
  expect(await stockOf('2026-01-01', 'CUSTOM', '2026-06-10')).toMatchObject({ fillKL: expect.closeTo(12.5, 1), drawKL: 0 });
});

it('what a person entered of a tank is by no shape', async () => {
  const { stockOf } = plantOf({ letters: 'R' });
  expect(await stockOf('2026-06-09')).toMatchObject({ openingKL: 7.5, closingKL: 20 });
});

it('no autonomy is told from a last day by two shapes', async () => {
  const noon = '2026-06-09T12:00:00+05:30';
  const { stockOf } = plantOf({ firstPerM: 20_000, now: noon });
  expect(await stockOf('2026-06-09')).toMatchObject({ openingKL: 15, drawKL: 0, autonomyHours: null });
});

it('a tank that is empty at first is by every shape, and so by none that its later days can go on by', async () => {
  const { stockOf } = plantOf({ isEmptyBefore: true });
  expect(await stockOf('2026-06-08', 'CUSTOM', '2026-06-10')).toMatchObject({
    openingKL: 0,
    fillKL: expect.closeTo(17.5, 1),
    drawKL: 0,
  });
});

it('a day by a round shape of before stays as it was, whatever the levels of its end are', async () => {
  const lying = { shape: 'horizontal_cylinder', diameter: 2, length: 6, head: 0 } as const;
  const plant = new TestPlant()
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } });
  for (const [at, date] of ['2026-06-08', '2026-06-09'].entries()) {
    const levels = Array.from({ length: DAY }, (_, slot) => Math.fround(0.4 + 0.7 * at + (0.7 * (slot + 1)) / DAY));
    plant.write('t1', 'level', date, 0, levels).write(
      't1',
      'volume',
      date,
      0,
      levels.map((level) => Math.fround(tankVolume(lying, level).volumeM3 * 1000)),
    );
  }
  const [opening, closing] = ['2026-06-09', '2026-06-10'].map((date) => {
    const slot = plant.calendar.windowOfDay(dayNumber(date)).firstSlot - 1;
    return { slot, litres: plant.reader.slots(plant.seriesId('t1', 'volume'), slot, slot + 1).values[0] ?? 0 };
  });
  const unit = plant.unit('DEMO', 't1');
  if (!unit || !opening || !closing) throw new Error('no tank');
  const { reader, calendar } = plant;
  const held = openingInShape(unit, plant.seriesId('t1', 'volume'), { opening, closing }, { reader, calendar });
  expect(held).toBe(opening.litres);
});

it('a closed day whose total is damaged is looked at again once it is mended', () => {
  const { plant } = plantOf();
  const [unit, volumeId] = [plant.unit('DEMO', 't1'), plant.seriesId('t1', 'volume')];
  const volume = unit?.series.find(({ id }) => id === volumeId);
  if (!unit || !volume) throw new Error('no tank');
  const [fromDay, toDay] = [dayNumber('2026-06-06'), dayNumber('2026-06-10')];
  let damage: 'not found' | 'found' | 'mended' = 'not found';
  const reader = Object.assign(Object.create(plant.reader), {
    closedState: () => () => (damage === 'found' ? undefined : 'revision 1'),
    dayTotals: (ids: readonly number[], from: number, to: number) => {
      if (damage === 'not found') damage = 'found';
      return plant.reader.dayTotals(ids, from, to).filter(({ day }) => damage !== 'found' || day !== toDay);
    },
  });
  const nowSlot = plant.calendar.windowOfDay(toDay + 9).firstSlot;
  const ask = () => daysByShape({ unit, volume }, { fromDay, toDay }, { reader, calendar: plant.calendar, nowSlot });
  expect([ask()(toDay - 2), ask()(toDay)]).toEqual([false, undefined]);
  damage = 'mended';
  expect([ask()(toDay - 2), ask()(toDay)]).toEqual([false, true]);
});
