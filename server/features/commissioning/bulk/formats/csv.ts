import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../../core/fail.ts';
import { type Cell, MOST_COLUMNS, MOST_ROWS } from './table.ts';

const BOM = '\ufeff';
const ROWS_AT_ONCE = 100;
const LONGEST_CELL = 100_000;

/** A spreadsheet would take it for a formula, or the mark for its own. */
const needsMark = /^[=+\-@\t\r']/;

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  const text = typeof cell === 'string' && needsMark.test(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One table in UTF-8 with a byte order mark, as spreadsheets expect it; a text that begins like a formula is marked by an apostrophe. */
export const writeCsv = async (columns: readonly string[], rows: Iterable<readonly Cell[]>, pace: TimeSlice): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let pending = `${BOM}${columns.join(',')}\r\n`;
  let count = 0;
  for (const cells of rows) {
    await pace.turn();
    pending += `${cells.map(cellText).join(',')}\r\n`;
    count += 1;
    if (count % ROWS_AT_ONCE === 0) {
      parts.push(Buffer.from(pending));
      pending = '';
    }
  }
  return Buffer.concat([...parts, Buffer.from(pending)]);
};

/** A text as it was before it was marked. */
export const unmarked = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

const separatorOf = (text: string): string => {
  const end = text.search(/[\r\n]/);
  const header = end < 0 ? text : text.slice(0, end);
  const counts = [',', ';', '\t'].map((one) => [header.split(one).length, one] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
};

type Parsed = { row: number; cells: string[] };

/**
 * Lines of a CSV file with `,`, `;` or tabs between, whichever its first line has; `row` counts records from 1 on, as a spreadsheet does.
 * Empty lines are left out.
 * @throws Failure `badRequest` for a quote that never ends, and for too many rows or columns.
 */
export const readCsv = async (content: string, pace: TimeSlice): Promise<Parsed[]> => {
  const text = content.startsWith(BOM) ? content.slice(1) : content;
  const separator = separatorOf(text);
  const rows: Parsed[] = [];
  let row = 0;
  for (let at = 0; at < text.length; ) {
    await pace.turn();
    row += 1;
    const line = readLine(text, at, separator, row);
    at = line.next;
    if (line.cells.some((cell) => cell !== '')) rows.push({ row, cells: line.cells });
    if (rows.length > MOST_ROWS + 1) throw new Failure('badRequest', `file holds more than ${MOST_ROWS} rows`);
  }
  return rows;
};

const readLine = (text: string, from: number, separator: string, row: number): { cells: string[]; next: number } => {
  const cells: string[] = [];
  for (let at = from; ; ) {
    const { cell, next } = text[at] === '"' ? readQuoted(text, at, row) : readPlain(text, at, separator);
    if (cell.length > LONGEST_CELL || cells.length >= MOST_COLUMNS)
      throw new Failure('badRequest', `row ${row} is too long: ${MOST_COLUMNS} columns of ${LONGEST_CELL} characters at most`);
    cells.push(cell);
    const after = text[next] ?? '\n';
    if (after !== separator && after !== '\r' && after !== '\n')
      throw new Failure('badRequest', `row ${row}: there is text behind a closing quote`);
    if (after !== separator) return { cells, next: text.startsWith('\r\n', next) ? next + 2 : next + 1 };
    at = next + 1;
  }
};

const readPlain = (text: string, from: number, separator: string): { cell: string; next: number } => {
  let next = from;
  while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next += 1;
  return { cell: text.slice(from, next), next };
};

const readQuoted = (text: string, from: number, row: number): { cell: string; next: number } => {
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new Failure('badRequest', `row ${row}: a quote is never closed`);
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, next: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
};
