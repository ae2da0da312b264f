import type { StockDay } from '../../../../contract/user/deviceData.ts';
import { round } from '../../../../core/round.ts';
import type { Row, TableSection } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables } from '../buckets.ts';
import { cell, kpiOf, number, share, text, totalLine, trustCells, underHeadings } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readFamily, type UnitFamily } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';
import { reportWindow } from '../window.ts';

const family: UnitFamily = { standardCategoryId: 'STOCK_CATEGORY', wants: ({ type }) => type === 'stock' };

/** The stock as it is summed elsewhere, where the dashboards' figure is the same stock rounded. */
const closingOf = ({ total, series }: UnitReading, closingKL: number | null): number | null => {
  if (closingKL === null || total.last === null || series.kind !== 'stock') return closingKL;
  const exactKL = total.last / 1000;
  return round(exactKL, 2) === closingKL ? cell(exactKL) : closingKL;
};

const stockRow = (reading: UnitReading, stock: StockDay | undefined): Row => ({
  cells: {
    unit: reading.unit.name,
    open: stock?.openingKL ?? null,
    close: closingOf(reading, stock?.closingKL ?? null),
    fill: stock?.fillKL ?? null,
    draw: stock?.drawKL ?? null,
    level: stock?.levelM ?? null,
    percent: stock?.percent ?? null,
    capacity: reading.unit.maxCapacity,
    autonomy: stock?.autonomyHours ?? null,
    complete: trustCells(reading).complete ?? null,
  },
});

/** A tank is read at the ends of days, also where only some of their hours are counted. */
const ofWholeDays = async (context: Collecting, readings: readonly UnitReading[]): Promise<readonly UnitReading[]> => {
  const { calendar, order } = context;
  return order.hours ? readFamily({ ...context, window: reportWindow(calendar, { ...order, hours: null }) }, family) : readings;
};

const isWater = ({ series }: UnitReading): boolean => series.kind === 'stock' && series.measure === 'L';

const lowerBounds = 'Filled and drawn are lower bounds: filling and drawing at the same time cannot be seen.';
const roundedTotals = 'Totals of opening, filled and drawn add the rounded rows.';

const notKnown = 'A dash under a stock: that of a tank is not known.';

const summed = ['open', 'close', 'fill', 'draw', 'capacity'] as const;

/** Stocks at the start and at the end are of the same tanks: without one that is known at the other end there is no total. */
const totalOf = (rows: readonly Row[]): NonNullable<TableSection['total']> => {
  const { label, sums } = totalLine(rows, summed);
  const isHalf = (here: 'open' | 'close', there: 'open' | 'close'): boolean =>
    rows.some(({ cells, isGroup }) => !isGroup && cells[here] === null && cells[there] !== null);
  return {
    label,
    sums: { ...sums, ...(isHalf('open', 'close') && { open: null }), ...(isHalf('close', 'open') && { close: null }) },
  };
};

const notesOf = (tanks: number, { sums }: NonNullable<TableSection['total']>, rows: readonly Row[]): string[] => {
  const isKnown = (key: 'open' | 'close'): boolean => rows.some(({ cells }) => typeof cells[key] === 'number');
  const isDash = (key: 'open' | 'close'): boolean => sums[key] === null && isKnown(key);
  return [`${lowerBounds}${tanks > 1 ? ` ${roundedTotals}` : ''}${isDash('open') || isDash('close') ? ` ${notKnown}` : ''}`];
};

/** Tanks: what they held at the start and at the end, what was filled and drawn. */
export const tanks = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readFamily(context, family);
  if (readings.length === 0) return { kpis: [], sections: [], readings };
  const { window, source, order } = context;
  const ofDays = await ofWholeDays(context, readings);
  const shown = new Map<string, StockDay | undefined>();
  for (const reading of ofDays) {
    await source.pace.turn();
    shown.set(reading.unit.id, (await reading.shown()).stock);
  }
  const rows = underHeadings(
    ofDays,
    ({ sub }) => sub.displayName,
    (reading) => stockRow(reading, shown.get(reading.unit.id)),
  );
  const total = totalOf(rows);
  const table: TableSection = {
    kind: 'table',
    key: 'stock',
    title: 'Tanks',
    columns: [
      text('unit', 'Tank'),
      number('open', 'Opening stock', 'KL', 2),
      number('close', 'Closing stock', 'KL', 2),
      number('fill', 'Filled', 'KL', 2),
      number('draw', 'Drawn', 'KL', 2),
      number('level', 'Level', 'm', 2),
      share('percent', 'Full'),
      number('capacity', 'Capacity', 'KL', 2),
      number('autonomy', 'Lasts', 'h', 1),
      share('complete', 'Complete'),
    ],
    rows,
    total,
    notes: notesOf(ofDays.length, total, rows),
  };
  const water = readings.filter(isWater);
  return {
    kpis: water.length > 0 ? [kpiOf('stock', 'Stock', ofDays.filter(isWater))] : [],
    sections: [
      table,
      ...bucketChart({ key: 'stockChart', title: 'Stock' }, window, [{ name: 'All tanks', readings: water }], { form: 'lines' }),
      ...(order.service === 'level' && order.type !== 'daily' ? bucketTables(readings, window, source.nowSlot) : []),
    ],
    readings,
  };
};
