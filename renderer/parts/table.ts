import { markFormula } from '../../server/contract/formulas.ts';
import { formatUpTo, formatValue, type Marks, unitLabel } from '../text/numbers.ts';

/** A number as the API published it, a text, or null for what is not known (never 0). */
export type Cell = string | number | null;

/** The table that says the same as a picture: shown in its place, and written to CSV and XLSX. */
export type TableTwin = {
  /** Of the file, without its ending: words and dates, no path. */
  name: string;
  /** Says what the table shows: "Process water main, 21 Nov 2026, 5 minutes". */
  caption: string;
  /** `unit` is what formatValue knows: KL, m3/h, %; `plain` holds counts, with no zeros after the point. */
  columns: readonly { key: string; label: string; unit?: string; numeric?: true; isLimited?: true; plain?: true }[];
  rows: readonly (readonly Cell[])[];
  /** Of each row the limits, which its numbers in limited columns do not read as where they are off them. */
  marks?: readonly Marks[];
};

export const headOf = ({ label, unit }: TableTwin['columns'][number]): string =>
  unit === undefined || unit === '' ? label : `${label} (${unitLabel(unit)})`;

/** A cell as a person reads it. */
export const shownCell = (cell: Cell | undefined, column: TableTwin['columns'][number], marks: Marks = []): string => {
  if (typeof cell === 'string') return cell;
  if (column.plain && cell != null) return formatUpTo(cell, 2);
  return formatValue(cell, column.unit ?? '', column.isLimited ? marks : []);
};

const bom = '﻿';
const field = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = markFormula(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Numbers with all their digits and a point; what is not known is empty. Begins with a byte order mark, for names in any script. */
export const csvOf = ({ columns, rows }: TableTwin): string =>
  bom +
  [columns.map((column) => field(headOf(column))), ...rows.map((row) => row.map(field))]
    .map((line) => line.join(','))
    .join('\r\n');
