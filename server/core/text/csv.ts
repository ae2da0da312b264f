import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { markFormula } from '../../contract/formulas.ts';
import { Failure } from '../fail.ts';

/** Without it Excel takes UTF-8 for its own code page, and names in other scripts are lost. */
export const BYTE_ORDER_MARK = '\ufeff';
const LONGEST_ROW = 262_144;
const MOST_COLUMNS = 200;
/** Parsed at once: about a millisecond. */
const PIECE_CHARS = 16_384;

export type CsvCell = string | number | boolean | null | undefined;
export type CsvRow = { row: number; cells: string[] };

/** Rows as lines that end with CRLF. Texts that begin like a formula are marked; what a program might take apart is quoted. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? markFormula(cell) : cell))),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n']|^\s|\s$/, cast: { boolean: String } },
  );

/** Tab or semicolon where the first line has one outside quotes, else comma. */
const delimiterOf = (text: string): string => {
  const [line = ''] = /[^\r\n]+/.exec(text) ?? [];
  const bare = line.replace(/"[^"]*"/g, '');
  return ['\t', ';'].find((one) => bare.includes(one)) ?? ',';
};

const messageFor = (error: CsvError, row: number): string => {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `row ${row}: a quote is never closed`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `row ${row} is too long: ${LONGEST_ROW} characters at most`;
  return `row ${row}: ${error.message}`.slice(0, 200);
};

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield text.slice(at, at + PIECE_CHARS);
}

/** Without the empty rows at the end, of which spreadsheets write up to a million. */
const withoutEmptyEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' ,;\t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.slice(end).search(/[\r\n]/);
  return lineEnd < 0 ? text : text.slice(0, end + lineEnd);
};

/**
 * Rows of a text with commas, semicolons or tabs between cells, parsed in pieces; `row` counts from 1, empty rows included but for those
 * at the end. Quotes inside a cell that does not begin with one are part of it.
 * @param mostRows empty ones too: each costs as much as a full one.
 * @throws Failure `badRequest` for a quote that never ends, for a row that is too long or has too many columns, and for too many rows.
 */
export async function* csvRows(sent: string, mostRows = Number.POSITIVE_INFINITY): AsyncGenerator<CsvRow> {
  const text = withoutEmptyEnd(sent.startsWith(BYTE_ORDER_MARK) ? sent.slice(1) : sent);
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  let row = 0;
  try {
    for await (const cells of Readable.from(piecesOf(text)).pipe(parser)) {
      row += 1;
      if (row > mostRows) throw new Failure('badRequest', `file has more than ${mostRows} rows, with the empty ones`);
      if ((cells as string[]).length > MOST_COLUMNS)
        throw new Failure('badRequest', `row ${row} is too long: ${MOST_COLUMNS} columns at most`);
      yield { row, cells: cells as string[] };
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new Failure('badRequest', messageFor(error, Number(error.records ?? row) + 1), { cause: error })
      : error;
  }
}
