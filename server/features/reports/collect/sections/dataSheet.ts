import { SLOT_MS } from '../../../../core/slots.ts';
import type { Cell, Column, DataSheet } from '../../model.ts';
import { amountCell } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { amountOf } from '../readUnits.ts';
import type { UnitReading } from '../unitReading.ts';

const LEAST_PLACES = 3;

/** Values of all readings are in one column: it has the places of the one that needs the most, and slots one more. */
const placesOf = (readings: readonly UnitReading[], isOfSlots: boolean): number =>
  Math.max(LEAST_PLACES, ...readings.map(({ measure }) => measure.places + (isOfSlots ? 1 : 0)));

const columnsOf = (readings: readonly UnitReading[], isOfSlots: boolean): Column[] => [
  { key: 'time', name: 'Time', kind: 'time' },
  { key: 'unitId', name: 'Unit id', kind: 'text' },
  { key: 'unit', name: 'Unit', kind: 'text' },
  { key: 'param', name: 'Parameter', kind: 'text' },
  { key: 'value', name: 'Value', kind: 'number', decimals: placesOf(readings, isOfSlots) },
  { key: 'measure', name: 'Measured in', kind: 'text' },
  { key: 'quality', name: 'Quality', kind: 'quality' },
];

const head = ({ unit, series }: UnitReading): [string, string, string] => [unit.id, unit.name, series.param];

async function* bucketRows(readings: readonly UnitReading[], { window, source }: Collecting): AsyncGenerator<readonly Cell[]> {
  for (const [at, { fromSlot }] of window.buckets.entries()) {
    if (fromSlot >= source.nowSlot) return;
    for (const reading of readings) {
      const tally = reading.buckets[at];
      yield [
        fromSlot * SLOT_MS,
        ...head(reading),
        amountCell(amountOf(tally, reading), reading),
        reading.measure.unit,
        tally?.quality ?? 'M',
      ];
    }
  }
}

async function* slotRows(readings: readonly UnitReading[], context: Collecting): AsyncGenerator<readonly Cell[]> {
  const { calendar, window, source } = context;
  for (let day = window.fromDay; day <= window.toDay; day += 1) {
    const { firstSlot, slots } = calendar.windowOfDay(day);
    const toSlot = Math.min(firstSlot + slots, source.nowSlot);
    for (const reading of readings) {
      await source.pace.turn();
      const { series, measure } = reading;
      const [unitId, unit, param] = head(reading);
      const { values, quality } = source.reader.slots(series.id, firstSlot, Math.max(firstSlot, toSlot));
      for (let at = 0; at < values.length; at += 1) {
        const letter = quality[at] ?? 'M';
        const isKnown = letter !== 'M' && letter !== 'X';
        const value = isKnown ? amountCell((values[at] ?? 0) / measure.divisor, reading) : null;
        yield [(firstSlot + at) * SLOT_MS, unitId, unit, param, value, measure.unit, letter];
      }
    }
  }
}

/** One row per time and unit: the steps of the window, or its 5-minute slots. */
export const dataSheet = (readings: readonly UnitReading[], context: Collecting): DataSheet => ({
  columns: columnsOf(readings, context.order.type === 'granular'),
  rows: () => (context.order.type === 'granular' ? slotRows(readings, context) : bucketRows(readings, context)),
});

/** Rows that a data sheet will have. */
export const dataRowsOf = (readings: readonly UnitReading[], { window, order }: Pick<Collecting, 'window' | 'order'>): number =>
  readings.length * (order.type === 'granular' ? window.toSlot - window.fromSlot : window.buckets.length);
