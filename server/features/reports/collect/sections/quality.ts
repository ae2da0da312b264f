import { placesOfLimits } from '../../../../contract/rules/finePlaces.ts';
import { MINUTES_PER_QUARTER } from '../../../../core/slots.ts';
import { qualitySeries } from '../../../../historian/index.ts';
import { paramStretch } from '../../../readings/index.ts';
import type { Row } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables, nameOf } from '../buckets.ts';
import { beside, number, share, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { readParams } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';

/** Minutes out are exact over any length; percentiles of a long window are of its slots. */
const paramRow = ({ unit, series }: UnitReading, places: number, { source, window }: Collecting): Row => {
  const toSlot = Math.min(window.toSlot, source.nowSlot);
  const spec = unit.meta.params?.[series.param];
  const slots = {
    fromSlot: window.fromSlot,
    toSlot: Math.max(window.fromSlot, toSlot),
    places,
    beside: [spec?.lt ?? null, spec?.ht ?? null],
  };
  const stretch = paramStretch(unit, series, slots, source);
  return {
    cells: {
      unit: unit.name,
      param: spec?.name ?? series.param,
      measure: spec?.unit ?? series.measure,
      low: spec?.lt ?? null,
      high: spec?.ht ?? null,
      min: stretch.min,
      mean: stretch.avg,
      p95: stretch.p95,
      max: stretch.max,
      out: stretch.minutesOut,
      exceedances: stretch.minutesOut / MINUTES_PER_QUARTER,
      valid: stretch.validPct,
    },
  };
};

/** Analysers: what every parameter kept, and how long it was out of its limits. */
export const quality = async (context: Collecting): Promise<ReportPart> => {
  const family = { standardCategoryId: 'QUALITY_CATEGORY', wants: ({ type }: UnitReading['unit']) => type === 'quality' };
  const readings = (await readParams(context, family, () => true)).toSorted(byUnitAndParam);
  if (readings.length === 0) return { kpis: [], sections: [], readings };
  const places = placesOfLimits(readings.flatMap((reading) => limitsOf(reading).map(({ value }) => value)));
  const rows: Row[] = [];
  for (const reading of readings) {
    await context.source.pace.turn();
    rows.push(paramRow(reading, places, context));
  }
  const { window, order, source } = context;
  const isOwn = order.service === 'quality';
  return {
    kpis: [],
    sections: [
      {
        kind: 'table',
        key: 'quality',
        title: 'Quality',
        columns: [
          text('unit', 'Analyser'),
          text('param', 'Parameter'),
          text('measure', 'Unit'),
          number('low', 'Low limit', '', places),
          number('high', 'High limit', '', places),
          beside(number('min', 'Smallest', '', places), 'low', 'high'),
          beside(number('mean', 'Mean', '', places), 'low', 'high'),
          beside(number('p95', '95th percentile', '', places), 'low', 'high'),
          beside(number('max', 'Largest', '', places), 'low', 'high'),
          number('out', 'Out of limits', 'min', 0),
          number('exceedances', 'Quarter hours out', '', 0),
          share('valid', 'Valid'),
        ],
        rows,
        notes: ['Limits are compared with means of quarter hours that have two valid slots of three, while water flows.'],
      },
      ...(isOwn
        ? readings.flatMap((reading, at) =>
            bucketChart(
              { key: `quality${at}`, title: nameOf(reading) },
              window,
              [{ name: nameOf(reading), readings: [reading] }],
              {
                form: 'lines',
                limits: limitsOf(reading),
              },
            ),
          )
        : []),
      ...(isOwn && order.type !== 'daily' && order.type !== 'granular' ? bucketTables(readings, window, source.nowSlot) : []),
    ],
    readings,
  };
};

const byUnitAndParam = (a: UnitReading, b: UnitReading): number =>
  a.unit.id === b.unit.id ? qualitySeries(a.unit).indexOf(a.series) - qualitySeries(b.unit).indexOf(b.series) : 0;

const limitsOf = ({ unit, series }: UnitReading): { name: string; value: number }[] => {
  const { lt = null, ht = null } = unit.meta.params?.[series.param] ?? {};
  return [
    ...(lt === null ? [] : [{ name: `low ${lt}`, value: lt }]),
    ...(ht === null ? [] : [{ name: `high ${ht}`, value: ht }]),
  ];
};
