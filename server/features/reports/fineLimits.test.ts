import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { reportGiven } from '../../test/reportGiven.ts';
import { tablesOf } from '../../test/reportGolden.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { collect } from './collect/collect.ts';
import type { TableSection } from './model.ts';
import { rowText } from './render/numbers.ts';
import { collectReturn } from './returns/collect.ts';

const date = '2026-06-10';
const day = dayNumber(date);

/** Mercury of 0.006 mg/L where 0.005 are allowed, at an outlet; a contract of 62.5 kVA. */
const plantOf = (): TestPlant =>
  new TestPlant()
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addUnit({
      ...{ id: 'lab', type: 'quality', subCategoryId: 'q' },
      meta: { params: { hg: { name: 'Mercury', unit: 'mg/L', lt: null, ht: 0.005 } }, dischargeTo: 'river' },
    })
    .addUnit({ id: 'mains', type: 'energy', subCategoryId: 'e', meta: { contractKVA: 62.5 } })
    .write('lab', 'hg', date, 0, Array(288).fill(0.006))
    .write('mains', 'energy', date, 0, Array(288).fill(100));

/** Cells of the first row of a table that is no heading, as they are printed. */
const printedOf = (tables: readonly TableSection[], key: string, ...keys: string[]): (string | null)[] => {
  const table = tables.find((one) => one.key === key);
  const row = table?.rows.find(({ isGroup }) => !isGroup);
  return keys.map((name) => {
    const column = table?.columns.find((one) => one.key === name);
    return column && row ? rowText(row, column, 'UTC') : null;
  });
};

it('a limit of thousandths is printed as it was entered, and what is held against it as finely', async () => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', service: 'summary', fromDay: day, toDay: day, nowMs });
  const tables = tablesOf((await collect({ ...given, order, withSlots: false })).model);
  expect(printedOf(tables, 'quality', 'high', 'min', 'mean', 'p95', 'max', 'out')).toEqual([
    ...['0.005', '0.006', '0.006', '0.006', '0.006', '1440'],
  ]);
  expect(printedOf(tables, 'energy', 'contract')).toEqual(['62.5']);
});

it('steps of a parameter are printed as finely as its limit', async () => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const order = reportOrder({ industryId: 'DEMO', type: 'hourly', service: 'quality', fromDay: day, toDay: day, nowMs });
  const { model } = await collect({ ...given, order, withSlots: false });
  expect(printedOf(tablesOf(model), 'buckets1', 'u0')).toEqual(['0.006']);
  expect(model.sections.find(({ key }) => key === 'quality0')).toMatchObject({ decimals: 3 });
});

it.each([1, 2])('a return about effluent says by how much a limit of thousandths was exceeded on %d days', async (days) => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const fromDay = day + 1 - days;
  const report = reportOrder({ industryId: 'DEMO', type: 'daily_range', fromDay, toDay: day, nowMs });
  const order = { kind: 'effluent' as const, report, fiscalYear: 2026, fiscalStartMonth: 4 };
  const { sections } = (await collectReturn({ ...given, order })).model;
  const tables = sections.filter((section) => section.kind === 'table');
  expect(printedOf(tables, 'parameters', 'high', 'min', 'mean', 'max')).toEqual(['0.005', '0.006', '0.006', '0.006']);
  expect(printedOf(tables, 'exceedances', 'limit', 'extreme')).toEqual(['0.005', '0.006']);
  if (days === 1) expect(printedOf(tables, 'quarters1', 'mean')).toEqual(['0.006']);
  else
    expect(tables.find(({ key }) => key === 'days1')?.columns.map(({ decimals }) => decimals)).toEqual([
      undefined,
      3,
      3,
      3,
      1,
      0,
    ]);
  expect(sections.find(({ key }) => key === 'chart1')).toMatchObject({ decimals: 3 });
});
