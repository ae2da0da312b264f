import type { CellFormulaValue, Style } from 'exceljs';
import { zoneOffsetMs } from '../../../../core/zoneOffset.ts';
import type { Cell, Column } from '../../model.ts';
import { ink } from '../drawing.ts';

/** Excel knows no zones: the plant's wall clock, written as if it were UTC. */
const wallClock = (ms: number, timezone: string): Date => new Date(ms + zoneOffsetMs(ms, timezone));

/** A text as it is: a spreadsheet reads `_x0041_` as an escaped A (ECMA-376, ST_Xstring). */
export const textValue = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/** A cell as a value of its own kind: numbers as numbers, days and times as dates, text as text. */
export const cellValue = (cell: Cell | undefined, { kind }: Column, timezone: string): string | number | Date | null => {
  if (cell === null || cell === undefined || cell === '') return null;
  if (kind === 'time' && typeof cell === 'number') return wallClock(cell, timezone);
  if (kind === 'date' && typeof cell === 'string') return new Date(`${cell}T00:00:00Z`);
  if (typeof cell === 'string') return textValue(cell);
  return Number.isFinite(cell) ? cell : null;
};

/** How a column's values look; a star belongs to the look, so that the number stays one. */
export const formatOf = ({ kind, decimals = 0 }: Column, isStarred = false): string | undefined => {
  if (kind === 'number') return `0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${isStarred ? '"*"' : ''}`;
  if (kind === 'time') return 'dd/mm/yyyy hh:mm';
  return kind === 'date' ? 'dd/mm/yyyy' : undefined;
};

/** A sum over rows of a column, with the value that every reader shows before it computes. */
export const sumFormula = (letter: string, fromRow: number, toRow: number, result: number): CellFormulaValue => ({
  formula: `SUM(${letter}${fromRow}:${letter}${toRow})`,
  result,
});

const argb = (hex: string): string => `FF${hex.slice(1).toUpperCase()}`;
const fill = (hex: string): Pick<Style, 'fill'> => ({
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: argb(hex) } },
});

/** A font of its own says all of it: a name that is left out is anyone's choice. */
const font = { name: 'Calibri', family: 2, size: 11 } as const;

const head = {
  font: { ...font, bold: true },
  alignment: { wrapText: true, vertical: 'top' },
  border: { bottom: { style: 'thin' } },
  ...fill(ink.head),
} as const satisfies Partial<Style>;

export const looks = {
  title: { font: { ...font, bold: true, size: 14 } },
  soft: { font: { ...font, color: { argb: argb(ink.soft) } } },
  note: { font: { ...font, color: { argb: argb(ink.soft) } }, alignment: { wrapText: true, vertical: 'top' } },
  head,
  numberHead: { ...head, alignment: { ...head.alignment, horizontal: 'right' } },
  group: { font: { ...font, bold: true }, ...fill(ink.faint) },
  total: { font: { ...font, bold: true }, border: { top: { style: 'thin' } } },
} as const satisfies Record<string, Partial<Style>>;

/** What no sheet's name may have: signs of references, and control signs, which a file cannot hold. */
const forbidden = /[*?:\\/[\]\p{Cc}]/gu;
const LONGEST_NAME = 31;
/** Excel keeps it for a sheet of its own. */
const RESERVED = 'history';

/** Of blanks and of apostrophes, which a sheet's name may not begin or end with. */
const isEdge = (sign: string | undefined): boolean => sign === "'" || sign?.trim() === '';

const trimmed = (name: string): string => {
  let from = 0;
  let to = name.length;
  while (isEdge(name[from])) from += 1;
  while (to > from && isEdge(name[to - 1])) to -= 1;
  return name.slice(from, to);
};

/** At most so many UTF-16 units, no half of a sign, and no apostrophe at its end. */
const cutTo = (name: string, most: number): string => {
  let cut = name.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  while (cut.endsWith("'")) cut = cut.slice(0, -1);
  return cut;
};

/** A name that a sheet may bear, unlike those taken already. */
export const sheetName = (title: string, taken: Set<string>): string => {
  const base = cutTo(trimmed(title.replace(forbidden, ' ')), LONGEST_NAME) || 'Sheet';
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? base : `${cutTo(base, LONGEST_NAME - 4)} ${at}`;
    const key = name.toLowerCase();
    if (key === RESERVED || taken.has(key)) continue;
    taken.add(key);
    return name;
  }
};
