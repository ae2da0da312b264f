import { setImmediate as nextTurn } from 'node:timers/promises';
import { isFailure } from '../../../core/fail.ts';
import type { InputFault } from '../../../core/refusal.ts';
import { dayNumber } from '../../../core/shift.ts';
import { csvRows } from '../../../core/text/csv.ts';
import { DAY_MS } from '../../../core/time.ts';

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
  return Number.isFinite(number) && new Date(number * DAY_MS).toISOString().startsWith(date) ? number : undefined;
};

const isHeading = (cells: readonly string[]): boolean => /[a-z]/i.test(cells[0] ?? '') && /[a-z]/i.test(cells[1] ?? '');

/** Each day of two centuries. */
const MOST_ROWS = 73_000;

export type ReadCsv = { days: DayRain[]; faults: InputFault[]; blank: number };

/**
 * Rows of a date and the rain of that day in mm, separated by comma, semicolon or tab, with or without a heading. A blank amount is
 * a day that nobody measured. Every other cell that cannot be read is a fault with its row and column. Gives way between pieces.
 */
export const readRainCsv = async (text: string): Promise<ReadCsv> => {
  const read: ReadCsv = { days: [], faults: [], blank: 0 };
  const rows = new RainRows(read);
  try {
    for await (const { row, cells } of csvRows(text, MOST_ROWS)) {
      if (row % ROWS_PER_STEP === 0) await nextTurn();
      rows.take(row, cells.map(bareCell));
      if (read.faults.length >= MOST_FAULTS) break;
    }
  } catch (error) {
    if (!isFailure(error, 'badRequest')) throw error;
    read.faults.push({ path: 'csv', message: error.message });
  }
  return read;
};

/** Without blanks, and without quotes that had blanks before them. */
const bareCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** Puts rows into what was read of the whole file. */
class RainRows {
  readonly #read: ReadCsv;
  readonly #rowOfDay = new Map<number, number>();
  #hasBegun = false;

  constructor(read: ReadCsv) {
    this.#read = read;
  }

  take(row: number, cells: readonly string[]): void {
    const [date = '', amount = ''] = cells;
    if (cells.every((cell) => cell === '')) return;
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (isFirst && isHeading(cells)) return;
    const day = readDate(date);
    const before = this.#rowOfDay.get(day ?? Number.NaN);
    if (day === undefined) this.#refuse(row, 'date', `${shown(date)} is not a date as DD/MM/YYYY or YYYY-MM-DD`);
    else if (before !== undefined) this.#refuse(row, 'date', `${date} is in row ${before} too`);
    else {
      this.#rowOfDay.set(day, row);
      this.#takeAmount(row, day, amount);
    }
  }

  #takeAmount(row: number, day: number, amount: string): void {
    const mm = /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : Number.NaN;
    if (amount === '') this.#read.blank += 1;
    else if (mm <= MOST_MM_PER_DAY) this.#read.days.push({ day, mm });
    else this.#refuse(row, 'mm', `${shown(amount)} is not an amount of 0 to ${MOST_MM_PER_DAY} mm`);
  }

  #refuse(row: number, column: 'date' | 'mm', message: string): void {
    const place = `row ${row}, column ${column === 'date' ? 1 : 2} (${column})`;
    this.#read.faults.push({ path: `csv.${row}.${column}`, message: `${place}: ${message}` });
  }
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40));
