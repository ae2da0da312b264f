import { isCountedAt, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import { RAINY_DAY_MM } from '../../../dashboards/rain/index.ts';
import type { Row } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables } from '../buckets.ts';
import { cell, comparedChangeOf, isEstimated, kpiOf, number, percent, share, text, trustCells } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { amountOf, readFamily, type UnitFamily } from '../readUnits.ts';
import { pairsOfReadings, type UnitReading } from '../unitReading.ts';

const family: UnitFamily = { standardCategoryId: 'RAIN', wants: ({ type }) => type === 'rain' };

/** The wettest clock-free hour: the largest sum of 12 slots one after the other. */
const wettestHourMm = (reading: UnitReading, { source, window }: Collecting): number | null => {
  if (reading.total.known === 0) return null;
  const toSlot = Math.max(window.fromSlot, Math.min(window.toSlot, source.nowSlot));
  const { values, quality } = source.reader.slots(reading.series.id, window.fromSlot, toSlot);
  let sum = 0;
  let most: number | null = null;
  const known = (at: number): number => (isCountedAt(quality, at) ? (values[at] ?? 0) : 0);
  for (let at = 0; at < values.length; at += 1) {
    sum += known(at) - (at >= SLOTS_PER_HOUR ? known(at - SLOTS_PER_HOUR) : 0);
    if (at >= SLOTS_PER_HOUR - 1 && (most === null || sum > most)) most = sum;
  }
  return most;
};

const rainRow = (reading: UnitReading, context: Collecting): Row => {
  const { source, window } = context;
  const value = amountOf(reading.total, reading);
  const previous = amountOf(reading.previous, reading);
  const days = source.reader.dayTotals([reading.series.id], window.fromDay, window.toDay);
  return {
    cells: {
      unit: reading.unit.name,
      rain: cell(value),
      previous: cell(previous),
      change: comparedChangeOf(value, previous, pairsOfReadings([reading])),
      hour: cell(wettestHourMm(reading, context)),
      days: value === null ? null : days.filter(({ sum }) => (sum ?? 0) >= RAINY_DAY_MM).length,
      wettest: cell(days.reduce<number | null>((most, { sum }) => (sum === null ? most : Math.max(most ?? sum, sum)), null)),
      ...trustCells(reading),
    },
    ...(isEstimated(reading) && value !== null && { starred: ['rain'] }),
  };
};

/** Rain gauges. */
export const rain = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readFamily(context, family);
  const [first] = readings;
  if (!first) return { kpis: [], sections: [], readings };
  const rows: Row[] = [];
  for (const reading of readings) {
    await context.source.pace.turn();
    rows.push(rainRow(reading, context));
  }
  const { window, order, source } = context;
  return {
    kpis: [kpiOf('rain', readings.length > 1 ? `Rain: ${first.unit.name}` : 'Rain', [first])],
    sections: [
      {
        kind: 'table',
        key: 'rain',
        title: 'Rain',
        columns: [
          text('unit', 'Gauge'),
          number('rain', 'Rain', 'mm', 1),
          number('previous', 'Period before', 'mm', 1),
          percent('change', 'Change'),
          number('hour', 'Wettest hour', 'mm', 1),
          number('days', 'Rainy days', '', 0),
          number('wettest', 'Wettest day', 'mm', 1),
          share('complete', 'Complete'),
          number('estimated', 'Estimated', 'mm', 1),
        ],
        rows,
        notes: ['A rainy day has 2.5 mm or more.'],
      },
      ...bucketChart(
        { key: 'rainChart', title: 'Rain' },
        window,
        readings.map((reading) => ({ name: reading.unit.name, readings: [reading] })),
      ),
      ...(order.service === 'rain_water' && order.type !== 'daily' && order.type !== 'granular'
        ? bucketTables(readings, window, source.nowSlot)
        : []),
    ],
    readings,
  };
};
