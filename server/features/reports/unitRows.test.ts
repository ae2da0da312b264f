import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { collect } from './collect/collect.ts';
import type { ReportServiceName, Row, TableSection } from './model.ts';
import type { ReportOrder } from './order.ts';
import { sectionOf } from './summary.ts';

const date = '2026-06-10';
const day = dayNumber(date);
const { signal } = new AbortController();
const meter = { modulus: 1e9, basePerCount: 1, maxPerHour: 1e6 };

const tableOf = async (plant: TestPlant, key: string, more: Partial<ReportOrder>): Promise<TableSection | undefined> => {
  const clock = new ManualClock(plant.calendar.windowOfDay(day + 1).fromMs + 60_000);
  const calendars = { of: () => plant.calendar };
  const parts = { directory: plant, reader: plant.reader, calendars, clock };
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const { model } = await collect({
    order: reportOrder({ industryId: 'DEMO', type: 'daily', fromDay: day, toDay: day, nowMs: clock.now(), ...more }),
    source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal),
    ...{ industry, directory: plant, withEstimates: null, logo: null, proved: null, withSlots: false, signal },
    ...{ basePerCount: () => 1, alarms: { openWithin: () => [], steps: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  });
  const found = model.sections.find((section) => section.key === key);
  return found?.kind === 'table' ? found : undefined;
};

const rowsOf = async (plant: TestPlant, service: ReportServiceName, key: string): Promise<Row[]> =>
  (await tableOf(plant, key, { service }))?.rows.filter(({ isGroup }) => !isGroup) ?? [];

const wellPlant = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['wells'])
    .addUnit({ id: 'well', type: 'borewell', subCategoryId: 'wells', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .write('well', 'level', date, 0, Array(288).fill(12));

it.each([
  ['measured', 'G', 100, []],
  ['spread over a gap', 'E', 75, ['abstraction']],
  ['estimated', 'F', 75, ['abstraction']],
] as const)('a well whose abstraction was %s for half of a day says so beside it', async (_, letter, complete, starred) => {
  const plant = wellPlant().write('well', 'volume', date, 0, Array(288).fill(100), `${'G'.repeat(144)}${letter.repeat(144)}`);
  const [row] = await rowsOf(plant, 'borewell', 'wells');
  expect(row?.cells).toMatchObject({ abstraction: 28.8, complete });
  expect((row?.starred ?? []).filter((key) => key === 'abstraction')).toEqual(starred);
});

it('rain of which nothing is known has no wettest hour and no number of rainy days', async () => {
  const plant = new TestPlant()
    .addCategory('RAIN_CATEGORY', ['rain'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'rain', meta: { meter } })
    .addUnit({ id: 'other', type: 'rain', subCategoryId: 'rain', meta: { meter } })
    .write('other', 'rain', date, 0, Array(288).fill(0.2));
  expect((await rowsOf(plant, 'rain_water', 'rain'))[0]?.cells).toMatchObject({
    rain: null,
    hour: null,
    days: null,
    wettest: null,
  });
  plant.write('gauge', 'rain', date, 0, Array(288).fill(0));
  expect((await rowsOf(plant, 'rain_water', 'rain'))[0]?.cells).toMatchObject({ rain: 0, hour: 0, days: 0, wettest: 0 });
});

it('a permit of days is not kept by what some hours of them took', async () => {
  const well = { piezometer: false, noc: { number: 'N1', validTo: '2030-01-01', permittedKLD: 20, permittedKLY: null } };
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['wells'])
    .addUnit({ id: 'well', type: 'borewell', subCategoryId: 'wells', standardCategoryIds: ['ID_SOURCE'], meta: { meter, well } })
    .write('well', 'volume', date, 0, Array(288).fill(100))
    .write('well', 'level', date, 0, Array(288).fill(12));
  const verdictsOf = async (more: Partial<ReportOrder>) =>
    (await tableOf(plant, 'compliance', { service: 'borewell', ...more }))?.rows.map(({ cells }) => cells.verdict) ?? [];
  expect(await verdictsOf({ type: 'hourly' })).toEqual(['above the limit']);
  const hours = { from: 20, to: 22 };
  expect(await verdictsOf({ type: 'hourly', hours })).toEqual([]);
  const [row] = (await tableOf(plant, 'wells', { service: 'borewell', type: 'hourly', hours }))?.rows.slice(1) ?? [];
  expect(row?.cells).toMatchObject({ abstraction: 2.4, permit: null, ofPermit: null });
});

it('an amount in megalitres is rounded once, in its row, in the total and in the key figure', async () => {
  // 96,234.6 L are 0.09623 ML; rounded to litres first they would be 0.09624
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'], { siUnit: 'ML' })
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .write('in', 'volume', date, 0, [96_234.6]);
  const volumesOf = async (key: string) => {
    const table = await tableOf(plant, key, { service: 'water', type: 'hourly' });
    return table && sectionOf(table).rows.flatMap(({ volume, u0 }) => volume ?? u0 ?? []);
  };
  for (const key of ['sources', 'meters1']) expect(await volumesOf(key), key).toEqual([0.09623, 0.09623]);
  expect((await volumesOf('buckets1'))?.at(-1)).toBe(0.09623);
});

it('the total of energy has the change of its sums, as the key figure above it has', async () => {
  const plant = new TestPlant().addCategory('ENERGY_CATEGORY', ['power']);
  for (const [id, before, now] of [['a', 1000, 1500] as const, ['b', 3000, 2000] as const])
    plant
      .addUnit({ id, type: 'energy', subCategoryId: 'power', meta: { meter } })
      .write(id, 'energy', '2026-06-09', 0, Array(288).fill(before))
      .write(id, 'energy', date, 0, Array(288).fill(now));
  const table = await tableOf(plant, 'energy', { service: 'energy' });
  expect(table?.rows.slice(1).map(({ cells }) => cells.change)).toEqual([50, -33.333333]);
  expect(table?.total?.sums).toMatchObject({ energy: 1008, previous: 1152, change: -12.5 });
});

it('the letters of the days of a month say which were entered by a person and which ran backwards', async () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } });
  for (let at = 1; at <= 10; at += 1)
    plant.write('in', 'volume', `2026-06-${String(at).padStart(2, '0')}`, 0, Array(288).fill(9));
  plant
    .write('in', 'volume', '2026-06-03', 0, Array(288).fill(9), 'R')
    .write('in', 'volume', '2026-06-04', 7, [5], 'R')
    .write('in', 'volume', '2026-06-05', 7, [-1], 'B')
    .write('in', 'volume', '2026-06-06', 7, [5, 5], 'RB')
    .write('in', 'volume', '2026-06-07', 7, [5, 5], 'RE');
  const table = await tableOf(plant, 'dataQuality', { type: 'monthly', fromDay: day - 9 });
  expect(String(table?.rows[0]?.cells.letters).slice(0, 10)).toBe('GGRRBBEGGG');
});
