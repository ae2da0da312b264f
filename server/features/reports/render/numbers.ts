import { placesBeside, writtenShare } from '../../../contract/rules/besideMarks.ts';
import { round } from '../../../core/round.ts';
import { dmyOf } from '../../../core/time.ts';

import type { Cell, Column, Kpi, LeadFigure, Row } from '../model.ts';

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

const numberIn = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);

/** Places of a number in its row: those of its column, and so many more that it does not read as what it is held against. */
export const placesInRow = ({ cells }: Row, { key, decimals = 0, beside = [], isShare = false }: Column): number =>
  placesBeside(
    numberIn(cells[key]),
    isShare ? [100] : beside.map((mark) => (typeof mark === 'number' ? mark : numberIn(cells[mark]))),
    decimals,
  );

/** A number of a row, rounded as it is printed there. */
export const printedNumber = (value: number, row: Row, column: Column): number => {
  const { decimals = 2, isShare = false } = column;
  if (!isShare) return round(value, placesInRow(row, { ...column, decimals }));
  const written = writtenShare(value, decimals);
  return round(written.percent, written.places);
};

/** A share of a whole, which 99.97 has not reached: 99.9 %. */
export const shareText = (percent: number, decimals: number): string => {
  const written = writtenShare(percent, decimals);
  return numberText(written.percent, written.places);
};

/** A figure and the ends of its usual band, apart where it is outside of them. */
export const bandTexts = ({
  value,
  decimals,
  usual,
  isOutside,
}: Pick<LeadFigure, 'value' | 'decimals' | 'usual' | 'isOutside'>): { value: string; band: string } => {
  const places = isOutside ? placesBeside(value, [usual?.low, usual?.high], decimals) : decimals;
  return {
    value: numberText(value, places),
    band: usual === null ? '' : `${numberText(usual.low, places)} to ${numberText(usual.high, places)}`,
  };
};

/** The same in its row, starred where a part is estimated. */
export const rowText = (row: Row, column: Column, timezone: string): string => {
  const cell = row.cells[column.key];
  const text =
    column.isShare && typeof cell === 'number'
      ? shareText(cell, column.decimals ?? 0)
      : cellText(cell, { ...column, decimals: placesInRow(row, column) }, timezone);
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
