import { median } from '../../../../core/statistics.ts';
import { seriesOf } from '../../../../historian/index.ts';
import type { Unit } from '../../../../plantModel/index.ts';
import { nightFlowsM3h, nightOf } from '../../../readings/index.ts';
import type { ChartSection, Row, TableSection } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { cell, changeOf, number, percent, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readFamily, type UnitFamily } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';

/** Nights at each end of the month that are held against each other. */
const END_NIGHTS = 7;
const MOST_LINES = 5;

const isWaterMeter = (unit: Unit): boolean => {
  const volume = seriesOf(unit, 'volume');
  return unit.type !== 'virtual' && volume?.kind === 'counter' && volume.measure === 'L';
};
const family: UnitFamily = { standardCategoryId: 'SOURCE_CATEGORY', wants: isWaterMeter };

type Line = { reading: UnitReading; flows: readonly (number | null)[]; known: readonly number[] };

const rowOf = ({ reading, known }: Line): Row => {
  // with fewer nights the two ends would share some
  const isLong = known.length >= 2 * END_NIGHTS;
  const [early, late] = [known.slice(0, END_NIGHTS), known.slice(-END_NIGHTS)].map((ends) => (isLong ? median(ends) : null));
  return {
    cells: {
      unit: reading.unit.name,
      nights: known.length,
      least: cell(known.length > 0 ? Math.min(...known) : null),
      median: cell(median(known)),
      most: cell(known.length > 0 ? Math.max(...known) : null),
      early: cell(early ?? null),
      late: cell(late ?? null),
      change: changeOf(late ?? null, early ?? null),
    },
  };
};

const table = (lines: readonly Line[]): TableSection => ({
  kind: 'table',
  key: 'nights',
  title: 'Minimum night flow',
  columns: [
    text('unit', 'Meter'),
    number('nights', 'Nights known', '', 0),
    number('least', 'Smallest', 'm³/h', 2),
    number('median', 'Median', 'm³/h', 2),
    number('most', 'Largest', 'm³/h', 2),
    number('early', 'First 7 nights', 'm³/h', 2),
    number('late', 'Last 7 nights', 'm³/h', 2),
    percent('change', 'Trend'),
  ],
  rows: lines.map(rowOf),
  notes: [
    'Of each night the smallest mean of an hour between 00:00 and 06:00. The trend holds the median of the last 7 known nights against that of the first 7.',
  ],
});

const chart = (lines: readonly Line[], labels: readonly string[]): ChartSection[] => {
  const largest = lines
    .filter(({ known }) => (median(known) ?? 0) > 0)
    .toSorted((a, b) => (median(b.known) ?? 0) - (median(a.known) ?? 0))
    .slice(0, MOST_LINES);
  if (largest.length === 0) return [];
  return [
    {
      kind: 'chart',
      key: 'nightChart',
      title: 'Minimum night flow, the largest',
      form: 'lines',
      unit: 'm³/h',
      decimals: 2,
      labels,
      series: largest.map(({ reading, flows }) => ({ name: reading.unit.name, values: flows.map(cell) })),
    },
  ];
};

/** Of a month: the minimum night flow of every water meter, and where it goes. */
export const nights = async (context: Collecting): Promise<ReportPart> => {
  const { order, window, calendar, source } = context;
  const readings = order.type === 'monthly' ? await readFamily(context, family) : [];
  if (readings.length === 0) return { kpis: [], sections: [], readings: [] };
  const days = window.buckets.map(({ fromDay }) => nightOf(calendar, fromDay));
  const lines: Line[] = [];
  for (const reading of readings) {
    await source.pace.turn();
    const flows = nightFlowsM3h(reading.series, days, source);
    lines.push({ reading, flows, known: flows.filter((flow) => flow !== null) });
  }
  const labels = window.buckets.map(({ label }) => label);
  // the meters are among the readings of the report already
  return { kpis: [], sections: [table(lines), ...chart(lines, labels)], readings: [] };
};
