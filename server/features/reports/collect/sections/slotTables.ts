import { SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import { clockOfSlot, dmyOfDay, toDisplaySlot } from '../../../../historian/index.ts';
import type { Row, TableSection } from '../../model.ts';
import { nameOf } from '../buckets.ts';
import { number, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';

const dayTable = (reading: UnitReading, day: number, { calendar, source }: Collecting): TableSection | undefined => {
  const { series, measure } = reading;
  const { firstSlot, slots, timezone } = calendar.windowOfDay(day);
  const { values, quality } = source.reader.slots(series.id, firstSlot, Math.min(firstSlot + slots, source.nowSlot));
  if (/^M*$/.test(quality)) return undefined;
  const rows: Row[] = [];
  for (let from = 0; from < values.length; from += SLOTS_PER_HOUR) {
    const letters = quality.slice(from, from + SLOTS_PER_HOUR);
    const cells = Array.from(letters, (letter, at) => [
      `s${at}`,
      letter === 'M' || letter === 'X' ? null : toDisplaySlot(values[from + at] ?? 0, measure, series.kind),
    ]);
    rows.push({
      cells: { hour: clockOfSlot(firstSlot + from, timezone), ...Object.fromEntries(cells), quality: letters },
      starred: Array.from(letters, (letter, at) => (letter === 'E' || letter === 'F' ? [`s${at}`] : [])).flat(),
    });
  }
  return {
    kind: 'table',
    key: `slots-${series.id}-${day}`,
    title: `${nameOf(reading)}, ${dmyOfDay(day)}${measure.unit ? `, ${measure.unit}` : ''}`,
    columns: [
      text('hour', 'From'),
      ...Array.from({ length: SLOTS_PER_HOUR }, (_, at) =>
        number(`s${at}`, `+${String(at * 5).padStart(2, '0')}`, '', measure.places + 1),
      ),
      { key: 'quality', name: 'Quality', kind: 'quality' },
    ],
    rows,
  };
};

/** Every 5-minute slot of every unit and day, an hour a row, with its letters. */
export const slotTables = async (readings: readonly UnitReading[], context: Collecting): Promise<TableSection[]> => {
  const tables: TableSection[] = [];
  for (const reading of readings)
    for (let day = context.window.fromDay; day <= context.window.toDay; day += 1) {
      await context.source.pace.turn();
      const table = dayTable(reading, day, context);
      if (table) tables.push(table);
    }
  return tables;
};
