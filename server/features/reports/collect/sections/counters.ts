import type { SeriesInfo } from '../../../../plantModel/index.ts';
import type { Column } from '../../model.ts';
import { cell, number, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';

/** What a meter showed at the start and at the end, as it shows it; no unit where it showed nothing. */
export type Display = { open: number | null; close: number | null; counterUnit: string };

/** Opening and closing display of meters over a report's days. */
export type Counters = { of(seriesId: number): Display };

const LOOK_BACK_DAYS = 1;
/** Enough that closing less opening is the volume beside them. */
const DISPLAY_PLACES = 3;

/** What a person reads on a meter; steps of other sizes are named as such. */
const shownAs: Record<string, Record<number, string>> = {
  L: { 1000: 'm³', 1000000: 'ML' },
  Wh: { 1000: 'kWh', 1000000: 'MWh' },
  VAh: { 1000: 'kVAh', 1000000: 'MVAh' },
  varh: { 1000: 'kvarh', 1000000: 'Mvarh' },
};

/** The unit of a display. @param measure of the series, such as L. @param basePerCount so many of it for each count. */
export const displayUnit = (measure: string, basePerCount: number): string =>
  basePerCount === 1 ? measure : (shownAs[measure]?.[basePerCount] ?? `× ${basePerCount} ${measure}`);

/** The unit of a display from one slot to another, both within; two after the change to a meter that counts otherwise. */
export const displayUnitOver = (
  { basePerCount }: Pick<Collecting, 'basePerCount'>,
  series: SeriesInfo,
  fromSlot: number,
  toSlot: number,
): string => {
  const units = [fromSlot, toSlot].map((slot) => displayUnit(series.measure, basePerCount(series, slot)));
  return joinUnits(units);
};

const THEN = ', then ';

/** Units of displays one after the other, each once. */
export const joinUnits = (units: readonly string[]): string =>
  [...new Set(units.flatMap((unit) => unit.split(THEN)))].filter((unit) => unit !== '').join(THEN);

/** Opening and closing columns: the unit is in their heads where all displays have the same, else beside each. */
export const displayColumns = (
  displays: readonly Display[],
  noun: 'counter' | 'reading',
): [open: Column, close: Column, ...unit: Column[]] => {
  const units = new Set(displays.map(({ counterUnit }) => counterUnit).filter((unit) => unit !== ''));
  const [only = ''] = units;
  const isOne = units.size <= 1 && !only.includes(THEN);
  return [
    number('open', `Opening ${noun}`, isOne ? only : '', DISPLAY_PLACES),
    number('close', `Closing ${noun}`, isOne ? only : '', DISPLAY_PLACES),
    ...(isOne ? [] : [text('counterUnit', `Unit of ${noun}`)]),
  ];
};

const noDisplay: Display = { open: null, close: null, counterUnit: '' };

/**
 * What displays showed at the start and at the end. Displays are kept at the starts of shift days only, so that days which begin
 * at midnight have none unless the shift does, and some hours of days have none.
 */
export const countersOf = (context: Collecting, readings: readonly UnitReading[]): Counters => {
  const { source, window, order } = context;
  if (order.hours) return { of: () => noDisplay };
  const series = new Map(readings.filter(({ series: { kind } }) => kind === 'counter').map((one) => [one.series.id, one.series]));
  const ids = [...series.keys()];
  const { reader } = source;
  const first = new Map(reader.dayTotals(ids, window.fromDay, window.fromDay).map((day) => [day.seriesId, day]));
  const before = new Map(
    reader.dayTotals(ids, window.fromDay - LOOK_BACK_DAYS, window.fromDay - LOOK_BACK_DAYS).map((day) => [day.seriesId, day]),
  );
  const last = new Map(reader.dayTotals(ids, window.toDay, window.toDay).map((day) => [day.seriesId, day]));
  return {
    of: (seriesId) => {
      const open = cell(first.get(seriesId)?.counterOpen ?? before.get(seriesId)?.counterClose ?? null);
      const close = cell(last.get(seriesId)?.counterClose ?? null);
      const counter = series.get(seriesId);
      if (!counter || (open === null && close === null)) return { open, close, counterUnit: '' };
      // the opening display is the last one before the first slot
      return { open, close, counterUnit: displayUnitOver(context, counter, window.fromSlot - 1, window.toSlot - 1) };
    },
  };
};
