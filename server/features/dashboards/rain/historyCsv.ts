import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputFault } from '../../../core/refusal.ts';
import { dayNumber } from '../../../core/shift.ts';

/** Rain of a day as somebody recorded it. */
export type DayRain = { day: number; mm: number };

/** A day of 2 m of rain has been measured nowhere. */
export const MOST_MM_PER_DAY = 2000;
const MOST_FAULTS = 50;
/** A few milliseconds of reading. */
const ROWS_PER_STEP = 2000;

/** YYYY-MM-DD or DD/MM/YYYY (DD-MM-YYYY); undefined for a date that does not exist. */
const readDate = (text: string): number | undefined => {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const local = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const number = dayNumber(date);
  return Number.isFinite(number) && new Date(number * 86_400_000).toISOString().startsWith(date) ? number : undefined;
};

const cellsOf = (line: string, separator: string): string[] =>
  line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

const isHeading = (cells: readonly string[]): boolean => /[a-z]/i.test(cells[0] ?? '') && /[a-z]/i.test(cells[1] ?? '');

export type ReadCsv = { days: DayRain[]; faults: InputFault[]; blank: number };

/**
 * Rows of a date and the rain of that day in mm, separated by comma, semicolon or tab, with or without a heading. A blank amount is
 * a day that nobody measured. Every other cell that cannot be read is a fault with its row and column. Gives way between pieces.
 */
export const readRainCsv = async (text: string): Promise<ReadCsv> => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const separator = [';', '\t'].find((one) => lines.some((line) => line.includes(one))) ?? ',';
  const faults: InputFault[] = [];
  const seen = new Map<number, number>();
  const days: DayRain[] = [];
  let blank = 0;
  let hasBegun = false;
  for (const [at, line] of lines.entries()) {
    if (at % ROWS_PER_STEP === ROWS_PER_STEP - 1) await nextTurn();
    if (line.trim() === '' || faults.length >= MOST_FAULTS) continue;
    const cells = cellsOf(line, separator);
    const [date = '', amount = ''] = cells;
    const row = at + 1;
    const isFirst = !hasBegun;
    hasBegun = true;
    if (isFirst && isHeading(cells)) continue;
    const refuse = (column: 'date' | 'mm', message: string): void =>
      void faults.push({
        path: `csv.${row}.${column}`,
        message: `row ${row}, column ${column === 'date' ? 1 : 2} (${column}): ${message}`,
      });
    const day = readDate(date);
    if (day === undefined) {
      refuse('date', `${shown(date)} is not a date as DD/MM/YYYY or YYYY-MM-DD`);
      continue;
    }
    const before = seen.get(day);
    if (before !== undefined) {
      refuse('date', `${date} stands in row ${before} too`);
      continue;
    }
    seen.set(day, row);
    if (amount === '') {
      blank += 1;
      continue;
    }
    const mm = /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : Number.NaN;
    if (!(mm <= MOST_MM_PER_DAY)) refuse('mm', `${shown(amount)} is not an amount of 0 to ${MOST_MM_PER_DAY} mm`);
    else days.push({ day, mm });
  }
  return { days, faults, blank };
};

const shown = (text: string): string => JSON.stringify(text.slice(0, 40));
