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
import { sectionOf } from './summary.ts';

const date = '2026-06-10';
const day = dayNumber(date);

/** A turbidity of 2.504 NTU where 2.5 are allowed, and a meter with 99.97 % of its limit. */
const plantOf = (): TestPlant =>
  new TestPlant()
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({
      ...{ id: 'lab', type: 'quality', subCategoryId: 'q' },
      meta: { params: { turbidity: { name: 'Turbidity', unit: 'NTU', lt: null, ht: 2.5 } }, dischargeTo: 'river' },
    })
    .addUnit({ id: 'main', type: 'flow', subCategoryId: 's', meta: { unitThreshold: 288.001 } })
    .write('lab', 'turbidity', date, 0, Array(288).fill(2.504))
    .write('main', 'volume', date, 0, [...Array(287).fill(1000), 999]);

/** Cells of the first row of a table that is no heading, as they are printed. */
const printedOf = (tables: readonly TableSection[], key: string, ...keys: string[]): (string | null)[] => {
  const table = tables.find((one) => one.key === key);
  const row = table?.rows.find(({ isGroup }) => !isGroup);
  return keys.map((name) => {
    const column = table?.columns.find((one) => one.key === name);
    return column && row ? rowText(row, column, 'UTC') : null;
  });
};

it('a report prints what is off its limit as another number, and no share as the whole', async () => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', service: 'summary', fromDay: day, toDay: day, nowMs });
  const tables = tablesOf((await collect({ ...given, order, withSlots: false })).model);
  expect(printedOf(tables, 'quality', 'high', 'mean', 'max', 'out')).toEqual(['2.50', '2.504', '2.504', '1440']);
  const meters = tables.find(({ columns }) => columns.some(({ key }) => key === 'ofLimit'))?.key ?? '';
  expect(printedOf(tables, meters, 'volume', 'limit', 'ofLimit')).toEqual(['287.999', '288.001', '99.9']);
});

it('the same report as JSON has its numbers as they are printed', async () => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const order = reportOrder({ industryId: 'DEMO', type: 'daily', service: 'summary', fromDay: day, toDay: day, nowMs });
  const rows = tablesOf((await collect({ ...given, order, withSlots: false })).model).flatMap((table) => sectionOf(table).rows);
  expect(rows.find(({ param }) => param === 'Turbidity')).toMatchObject({ high: 2.5, mean: 2.504, max: 2.504 });
  expect(rows.find(({ ofLimit }) => ofLimit != null)).toMatchObject({ volume: 287.999, limit: 288.001, ofLimit: 99.9 });
});

it('a return about effluent prints an exceedance as one', async () => {
  const { given, nowMs } = reportGiven(plantOf(), day);
  const report = reportOrder({ industryId: 'DEMO', type: 'daily_range', fromDay: day, toDay: day, nowMs });
  const order = { kind: 'effluent' as const, report, fiscalYear: 2026, fiscalStartMonth: 4 };
  const { sections } = (await collectReturn({ ...given, order })).model;
  const tables = sections.filter((section) => section.kind === 'table');
  expect(printedOf(tables, 'exceedances', 'limit', 'extreme')).toEqual(['2.50', '2.504']);
  expect(printedOf(tables, 'quarters1', 'mean', 'verdict')).toEqual(['2.504', 'above']);
});
