import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../../core/fail.ts';
import { BYTE_ORDER_MARK, type CsvRow, csvLines, csvRows } from '../../../../core/text/csv.ts';
import { MOST_ROWS, type SheetCell } from './table.ts';

const ROWS_AT_ONCE = 50;
const MOST_WITH_EMPTY = 2 * MOST_ROWS;

/** One table in UTF-8 with a byte order mark, as spreadsheets expect it. */
export const writeCsv = async (
  columns: readonly string[],
  rows: Iterable<readonly SheetCell[]>,
  pace: TimeSlice,
): Promise<Buffer> => {
  const parts = [Buffer.from(`${BYTE_ORDER_MARK}${columns.join(',')}\r\n`)];
  let pending: (readonly SheetCell[])[] = [];
  for (const cells of rows) {
    await pace.turn();
    pending.push(cells);
    if (pending.length < ROWS_AT_ONCE) continue;
    parts.push(Buffer.from(csvLines(pending)));
    pending = [];
  }
  return Buffer.concat([...parts, Buffer.from(csvLines(pending))]);
};

/**
 * Rows of a file that hold anything.
 * @throws Failure `badRequest` for a quote that never ends, and for too many rows or columns.
 */
export const readCsv = async (text: string, pace: TimeSlice): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  for await (const row of csvRows(text, MOST_WITH_EMPTY)) {
    await pace.turn();
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    if (rows.length > MOST_ROWS + 1) throw new Failure('badRequest', `file holds more than ${MOST_ROWS} rows`);
  }
  return rows;
};
