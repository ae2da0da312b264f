import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { reportGiven } from '../../test/reportGiven.ts';
import { tablesOf } from '../../test/reportGolden.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { collect } from './collect/collect.ts';
import type { ReportModel, TableSection } from './model.ts';

const date = '2026-06-10';

/** Two tanks at 10 KL and 20 KL, of which the second is read up to a slot of the day. */
const reportUpTo = async (slots: number): Promise<ReportModel> => {
  const plant = new TestPlant().addCategory('STOCK_CATEGORY', ['s']);
  for (const id of ['tank', 'pond']) plant.addUnit({ id, type: 'stock', subCategoryId: 's', maxCapacity: 50 });
  for (const day of ['2026-06-09', date]) plant.write('tank', 'volume', day, 0, Array(288).fill(10_000));
  plant.write('pond', 'volume', '2026-06-09', 0, Array(288).fill(20_000));
  plant.write('pond', 'volume', date, 0, Array(slots).fill(20_000));
  const day = dayNumber(date);
  const { given, nowMs } = reportGiven(plant, day);
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', fromDay: day, toDay: day, nowMs });
  return (await collect({ ...given, order, withSlots: false })).model;
};

const tanksUpTo = async (slots: number): Promise<TableSection> => {
  const table = tablesOf(await reportUpTo(slots)).find(({ key }) => key === 'stock');
  if (!table) throw new Error('no tanks');
  return table;
};

/** Stock of all tanks by the hour, as it is drawn. */
const lineUpTo = async (slots: number): Promise<readonly (number | null)[] | undefined> => {
  const chart = (await reportUpTo(slots)).sections.find(({ key }) => key === 'stockChart');
  return chart?.kind === 'chart' ? chart.series[0]?.values : undefined;
};

it('tanks have a total of what they held where all of it is known', async () => {
  const { total, notes } = await tanksUpTo(288);
  expect(total?.sums).toMatchObject({ open: 30, close: 30, capacity: 100 });
  expect(notes?.join(' ')).not.toContain('not known');
});

it('what tanks held has no total where that of one is not known: 10 KL beside 30 KL would be a loss of 20', async () => {
  const { rows, total, notes } = await tanksUpTo(100);
  expect(rows.find(({ cells }) => cells.unit === 'Unit pond')?.cells).toMatchObject({ open: 20, close: null });
  expect(total?.sums).toMatchObject({ open: 30, close: null, capacity: 100 });
  expect(notes?.join(' ')).toContain('A dash under a stock: that of a tank is not known.');
});

it('the line of all tanks has a gap where one of them is not known, which would look like a loss', async () => {
  expect(await lineUpTo(288)).toEqual(Array(24).fill(30));
  expect(await lineUpTo(96)).toEqual([...Array(8).fill(30), ...Array(16).fill(null)]);
  // of a tank of which nothing is known all day nothing is missed
  expect(await lineUpTo(0)).toEqual(Array(24).fill(10));
});
