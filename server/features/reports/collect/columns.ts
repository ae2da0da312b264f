import { round } from '../../../core/round.ts';
import { areComparable, type ComparedPair } from '../../../historian/index.ts';
import { completenessOf } from '../../readings/index.ts';
import type { Column, Kpi, Row, TableSection } from '../model.ts';
import type { PartKpi } from '../parts.ts';
import { amountOf } from './readUnits.ts';
import { pairsOfReadings, type UnitReading } from './unitReading.ts';

/** Cells keep more places than are printed, so that sums of rows hold. */
const CELL_PLACES = 6;

export const text = (key: string, name: string): Column => ({ key, name, kind: 'text' });
export const time = (key: string, name: string): Column => ({ key, name, kind: 'time' });
export const number = (key: string, name: string, unit: string, decimals: number): Column => ({
  key,
  name,
  ...(unit && { unit }),
  kind: 'number',
  decimals,
});
export const percent = (key: string, name: string): Column => number(key, name, '%', 1);
/** A part of a whole: what has not reached it does not read as 100. */
export const share = (key: string, name: string): Column => ({ ...percent(key, name), isShare: true });
/** A number that must not read as others, or those of other columns in its row, where it differs from them. */
export const beside = (column: Column, ...marks: readonly (string | number)[]): Column => ({ ...column, beside: marks });

/** A number as it goes into a cell. */
export const cell = (value: number | null): number | null => round(value, CELL_PLACES);

/** So many has a thousandth of a litre in megalitres. */
const COUNTED_PLACES = 9;

/** What a meter counted, as it goes into a cell: it is rounded when it is printed, and not before. */
export const amountCell = (value: number | null, { series }: Pick<UnitReading, 'series'>): number | null =>
  round(value, series.kind === 'counter' ? COUNTED_PLACES : CELL_PLACES);

/** 100 (value - previous) / previous; null where that says nothing: of 0, and of less, there is no part. */
export const changeOf = (value: number | null, previous: number | null): number | null =>
  value === null || previous === null || previous <= 0 ? null : cell((100 * (value - previous)) / previous);

/** The same of what meters counted; null also where too little of one of both was measured. */
export const comparedChangeOf = (value: number | null, previous: number | null, pairs: readonly ComparedPair[]): number | null =>
  areComparable(pairs) ? changeOf(value, previous) : null;

/** Null when none is known. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What a person enters now and then is not missing in between. */
const isExpected = ({ unit, total }: UnitReading): boolean => unit.type !== 'manual' || total.complete > 0;

/** Percent of the elapsed slots of a report's readings that were measured or entered; null where none has elapsed. */
export const completeOf = (all: readonly UnitReading[]): number | null => completeOfTotal(all.filter(isExpected));

/** The same of what is in a total, as lists have it: what nobody entered is missing in it. */
const completeOfTotal = (readings: readonly UnitReading[]): number | null => {
  const expected = readings.reduce((sum, { total }) => sum + total.expected, 0);
  const complete = readings.reduce((sum, { total }) => sum + Math.min(total.complete, total.expected), 0);
  return expected > 0 ? completenessOf({ complete, expected }) : null;
};

/** The columns that say how far a row can be trusted. */
export const trustColumns = (unit: string, decimals: number): Column[] => [
  share('complete', 'Complete'),
  number('estimated', 'Estimated', unit, decimals),
];

export const trustCells = ({ total, measure, series }: UnitReading): Record<string, number | null> => ({
  complete: total.expected > 0 ? completenessOf(total) : null,
  estimated: series.kind === 'counter' ? amountCell(total.estimated / measure.divisor, { series }) : null,
});

/** Whether a part of a number is an estimate. */
export const isEstimated = ({ total }: Pick<UnitReading, 'total'>): boolean =>
  total.quality === 'F' || total.quality === 'E' || total.estimated !== 0;

/**
 * The row of a meter: its amount beside that of the window before, and how far it can be trusted.
 * @param key of the column of the amount.
 * @param more cells that its table has between those.
 */
export const amountRow = (
  reading: UnitReading,
  key: string,
  displays: Row['cells'],
  more: (value: number | null) => Row['cells'],
): Row => {
  const value = amountOf(reading.total, reading);
  const previous = amountOf(reading.previous, reading);
  return {
    cells: {
      unit: reading.unit.name,
      ...displays,
      [key]: amountCell(value, reading),
      previous: amountCell(previous, reading),
      change: comparedChangeOf(value, previous, pairsOfReadings([reading])),
      ...more(value),
      ...trustCells(reading),
    },
    ...(isEstimated(reading) && value !== null && { starred: [key] }),
  };
};

/** Rows with a heading wherever the group changes. */
export const underHeadings = <T>(items: readonly T[], headingOf: (item: T) => string, rowOf: (item: T) => Row): Row[] => {
  const rows: Row[] = [];
  let before: string | undefined;
  for (const item of items) {
    const heading = headingOf(item);
    if (heading !== before) rows.push({ cells: { unit: heading }, isGroup: true });
    before = heading;
    rows.push(rowOf(item));
  }
  return rows;
};

/** The sum of cells without the noise of adding them. */
export const totalCell = (sum: number | null): number | null => round(sum, COUNTED_PLACES);

/** The line under a table: each of these columns added up, headings of groups left out. */
export const totalLine = (rows: readonly Row[], keys: readonly string[]): NonNullable<TableSection['total']> => ({
  label: 'Total',
  sums: Object.fromEntries(
    keys.map((key) => [
      key,
      totalCell(sumOf(rows.filter(({ isGroup }) => !isGroup).map(({ cells }) => cells[key] as number | null))),
    ]),
  ),
});

/** A total of amounts of readings and of those before, with the change of their sums. @param key of the column of the amounts. */
export const withChange = (
  { label, sums }: NonNullable<TableSection['total']>,
  readings: readonly UnitReading[],
  key = 'volume',
): NonNullable<TableSection['total']> => ({
  label,
  sums: { ...sums, change: comparedChangeOf(sums[key] ?? null, sums.previous ?? null, pairsOfReadings(readings)) },
});

/** The total of several readings, beside the window before. */
export const kpiOf = (key: string, name: string, readings: readonly UnitReading[], more: Partial<Kpi> = {}): PartKpi => {
  const [first] = readings;
  const value = sumOf(readings.map((reading) => amountOf(reading.total, reading)));
  const previous = sumOf(readings.map((reading) => amountOf(reading.previous, reading)));
  return {
    key,
    name,
    value: first ? amountCell(value, first) : value,
    unit: first?.measure.unit ?? '',
    decimals: first?.measure.places ?? 2,
    previous: first ? amountCell(previous, first) : previous,
    changePct: comparedChangeOf(value, previous, pairsOfReadings(readings)),
    completenessPct: completeOfTotal(readings),
    of: readings,
    ...more,
  };
};

/** Under a table with costs: prices have no history (docs/domain.md 1.2). */
export const pricesOfNow = 'Cost is at the prices that were set when this was made.';
