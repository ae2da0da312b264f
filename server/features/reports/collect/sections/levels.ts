import { seriesOf } from '../../../../historian/index.ts';
import type { Row } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables } from '../buckets.ts';
import { cell, number, text, trustCells, underHeadings } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readParams } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';

const family = {
  standardCategoryId: 'STOCK_CATEGORY',
  wants: (unit: UnitReading['unit']) => seriesOf(unit, 'level') !== undefined,
};

const isDepth = ({ unit }: UnitReading): boolean => unit.type === 'borewell' || unit.type === 'level';

const levelRow = (reading: UnitReading): Row => ({
  cells: {
    unit: reading.unit.name,
    kind: isDepth(reading) ? 'depth to water' : 'height',
    first: cell(reading.buckets.find(({ last }) => last !== null)?.avg ?? null),
    min: cell(reading.total.min),
    mean: cell(reading.total.avg),
    max: cell(reading.total.max),
    last: cell(reading.total.last),
    low: reading.unit.meta.lowThreshold ?? null,
    high: reading.unit.meta.highThreshold ?? null,
    complete: trustCells(reading).complete ?? null,
  },
});

/** Levels of tanks and wells. */
export const levels = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readParams(context, family, ({ param }) => param === 'level');
  if (readings.length === 0) return { kpis: [], sections: [], readings };
  const { window, order, source } = context;
  const columns = [
    text('unit', 'Unit'),
    text('kind', 'Measured as'),
    number('first', `First ${window.step}`, 'm', 2),
    number('min', 'Smallest', 'm', 2),
    number('mean', 'Mean', 'm', 2),
    number('max', 'Largest', 'm', 2),
    number('last', 'Last', 'm', 2),
    number('low', 'Low limit', '', 2),
    number('high', 'High limit', '', 2),
    number('complete', 'Complete', '%', 1),
  ];
  return {
    kpis: [],
    sections: [
      {
        kind: 'table',
        key: 'levels',
        title: 'Levels',
        columns,
        rows: underHeadings(readings, ({ sub }) => sub.displayName, levelRow),
        notes: ['Limits of a tank are percent of its volume, of anything else metres.'],
      },
      ...readings.flatMap((reading, at) =>
        bucketChart({ key: `level${at}`, title: reading.unit.name }, window, [{ name: reading.unit.name, readings: [reading] }], {
          form: 'lines',
          ...(isDepth(reading) && { isReversed: true }),
        }),
      ),
      ...(order.type === 'daily' || order.type === 'granular' ? [] : bucketTables(readings, window, source.nowSlot)),
    ],
    readings,
  };
};
