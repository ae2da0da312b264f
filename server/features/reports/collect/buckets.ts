import { placesOfLimits } from '../../../contract/rules/finePlaces.ts';
import { bucketValue, type Window } from '../../../historian/index.ts';
import type { ChartSection, Column, Row, TableSection } from '../model.ts';
import { amountCell, cell, isEstimated, number, sumOf, text, totalCell } from './columns.ts';
import { amountOf } from './readUnits.ts';
import type { UnitReading } from './unitReading.ts';

/** Units side by side in one table: more do not fit on a landscape page. */
const UNITS_ACROSS = 9;
const names: Record<Window['step'], string> = { hour: 'Hour', day: 'Day', month: 'Month', year: 'Year' };

const bucketCell = (reading: UnitReading, at: number): number | null =>
  amountCell(amountOf(reading.buckets[at], reading), reading);

const isBucketEstimated = ({ buckets }: UnitReading, at: number): boolean => {
  const tally = buckets[at];
  return tally !== undefined && tally.known > 0 && isEstimated({ total: tally });
};

/** Those of its measure; of a parameter with finer limits, theirs. */
const placesOfReading = ({ unit, series, measure }: UnitReading): number => {
  const { lt, ht } = unit.meta.params?.[series.param] ?? {};
  return placesOfLimits([lt, ht], measure.places);
};

/** One row per hour, day or month, one column per unit, as many tables as the page needs; totals of counters below. */
export const bucketTables = (readings: readonly UnitReading[], window: Window, nowSlot: number): TableSection[] => {
  const shown = window.buckets.map((bucket, at) => ({ bucket, at })).filter(({ bucket }) => bucket.fromSlot < nowSlot);
  const parts = Math.ceil(readings.length / UNITS_ACROSS);
  return Array.from({ length: parts }, (_, part): TableSection => {
    const own = readings.slice(part * UNITS_ACROSS, (part + 1) * UNITS_ACROSS);
    const key = (index: number): string => `u${index}`;
    const columns: Column[] = own.map((reading, index) =>
      number(key(index), nameOf(reading), reading.measure.unit, placesOfReading(reading)),
    );
    const rows = shown.map(
      ({ bucket, at }): Row => ({
        cells: { at: bucket.label, ...Object.fromEntries(own.map((reading, index) => [key(index), bucketCell(reading, at)])) },
        starred: own.flatMap((reading, index) => (isBucketEstimated(reading, at) ? [key(index)] : [])),
      }),
    );
    const counters = own.flatMap((reading, index) => (reading.series.kind === 'counter' ? [index] : []));
    return {
      kind: 'table',
      key: `buckets${part + 1}`,
      title: `By ${names[window.step].toLowerCase()}${parts > 1 ? ` (${part + 1} of ${parts})` : ''}`,
      columns: [text('at', names[window.step]), ...columns],
      rows,
      ...(counters.length > 0 && {
        total: {
          label: 'Total',
          sums: Object.fromEntries(
            counters.map((index) => [key(index), totalCell(sumOf(rows.map(({ cells }) => cells[key(index)] as number | null)))]),
          ),
        },
      }),
      empty: 'Nothing has passed yet.',
    };
  });
};

/** A unit, and the parameter where it has several. */
export const nameOf = ({ unit, series }: Pick<UnitReading, 'unit' | 'series'>): string => {
  const param = unit.meta.params?.[series.param];
  return param ? `${unit.name}: ${param.name}` : unit.name;
};

/** What several readings come to in a step; of stocks nothing where one is not known that is known in others: it would look like a loss. */
const sumAt = (readings: readonly UnitReading[], at: number): number | null => {
  const isLost = ({ series, total, buckets }: UnitReading): boolean =>
    series.kind === 'stock' && total.last !== null && (buckets[at]?.last ?? null) === null;
  return readings.some(isLost) ? null : sumOf(readings.map((reading) => amountOf(reading.buckets[at], reading)));
};

/** A chart of several lines or bars over the window's buckets; a gap is null. */
export const bucketChart = (
  { key, title }: Pick<ChartSection, 'key' | 'title'>,
  window: Window,
  lines: readonly { name: string; readings: readonly UnitReading[] }[],
  more: Partial<ChartSection> = {},
): ChartSection[] => {
  const [first] = lines.flatMap(({ readings }) => readings);
  // one step alone is a number, and is in its table
  if (!first || window.buckets.length < 2) return [];
  return [
    {
      kind: 'chart',
      key,
      title,
      form: 'bars',
      unit: first.measure.unit,
      decimals: placesOfReading(first),
      labels: window.buckets.map(({ label }) => label),
      series: lines
        .filter(({ readings }) => readings.length > 0)
        .map(({ name, readings }) => ({
          name,
          values: window.buckets.map((_, at) => cell(sumAt(readings, at))),
          estimated: window.buckets.map((_, at) => readings.some((reading) => isBucketEstimated(reading, at))),
        })),
      ...more,
    },
  ];
};

/** The bucket with the largest value, and its label. */
export const peakOf = (reading: UnitReading, window: Window): { value: number | null; label: string | null } => {
  let best: { value: number; at: number } | undefined;
  for (const [at, tally] of reading.buckets.entries()) {
    const value = bucketValue(tally, reading.series.kind);
    if (value !== null && (best === undefined || value > best.value)) best = { value, at };
  }
  if (!best) return { value: null, label: null };
  return { value: best.value / reading.measure.divisor, label: window.buckets[best.at]?.label ?? null };
};
