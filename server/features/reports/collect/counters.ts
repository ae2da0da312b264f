import { cell } from './columns.ts';
import type { Collecting } from './context.ts';
import type { UnitReading } from './readUnits.ts';

/** Opening and closing display of meters over a report's days. */
export type Counters = { of(seriesId: number): { open: number | null; close: number | null } };

const LOOK_BACK_DAYS = 1;

/**
 * What displays showed at the start and at the end. Displays are kept at the starts of shift days only, so that days which begin
 * at midnight have none unless the shift does.
 */
export const countersOf = ({ source, window }: Collecting, readings: readonly UnitReading[]): Counters => {
  const ids = readings.filter(({ series }) => series.kind === 'counter').map(({ series }) => series.id);
  const { reader } = source;
  const first = new Map(reader.dayTotals(ids, window.fromDay, window.fromDay).map((day) => [day.seriesId, day]));
  const before = new Map(
    reader.dayTotals(ids, window.fromDay - LOOK_BACK_DAYS, window.fromDay - LOOK_BACK_DAYS).map((day) => [day.seriesId, day]),
  );
  const last = new Map(reader.dayTotals(ids, window.toDay, window.toDay).map((day) => [day.seriesId, day]));
  return {
    of: (seriesId) => ({
      open: cell(first.get(seriesId)?.counterOpen ?? before.get(seriesId)?.counterClose ?? null),
      close: cell(last.get(seriesId)?.counterClose ?? null),
    }),
  };
};
