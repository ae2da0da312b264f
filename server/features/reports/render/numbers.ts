import { round } from '../../../core/round.ts';
import { dmyOf } from '../../../core/time.ts';

import type { Cell, Column, Kpi, Row } from '../model.ts';

/** Shown where a number cannot be computed. */
const NOTHING = '–';
const STAR = '*';

/** A number with fixed places, a true minus and no grouping, rounded as dashboards and spreadsheets do: the same figures everywhere. */
export const numberText = (value: number | null, decimals: number): string => {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  return round(value, decimals).toFixed(decimals).replace('-', '−');
};

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timezone: string): Intl.DateTimeFormat => {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timezone, clock);
  return clock;
};

/** DD/MM/YYYY HH:MM in a zone. */
const timeText = (ms: number, timezone: string): string => clockOf(timezone).format(ms).replace(', ', ' ');

/** One cell as it is printed. */
export const cellText = (cell: Cell | undefined, column: Column, timezone: string): string => {
  if (cell === null || cell === undefined) return column.kind === 'text' || column.kind === 'quality' ? '' : NOTHING;
  if (typeof cell === 'number') return column.kind === 'time' ? timeText(cell, timezone) : numberText(cell, column.decimals ?? 0);
  return column.kind === 'date' ? dmyOf(cell) : cell;
};

/** The same in its row, starred where a part is estimated. */
export const rowText = (row: Row, column: Column, timezone: string): string => {
  const text = cellText(row.cells[column.key], column, timezone);
  return row.starred?.includes(column.key) && text !== NOTHING ? `${text}${STAR}` : text;
};

export const headText = ({ name, unit }: Column): string => (unit ? `${name} (${unit})` : name);

/** How a figure compares with the period before, in words. */
export const changeWords = ({ value, previous, changePct }: Pick<Kpi, 'value' | 'previous' | 'changePct'>): string => {
  if (changePct !== null) return `${changeText(changePct)} on the period before`;
  return value === null || !previous ? 'nothing to compare with' : 'not comparable with the period before';
};

/** Percent of change with its sign, as +3.2 %. */
export const changeText = (changePct: number | null): string =>
  changePct === null ? NOTHING : `${changePct > 0 ? '+' : ''}${numberText(changePct, 1)} %`;

export const isNumeric = ({ kind }: Column): boolean => kind === 'number';
