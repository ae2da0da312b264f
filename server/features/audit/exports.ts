import { Readable } from 'node:stream';
import type { AuditView } from '../../contract/plant/audit.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLines } from '../../core/text/csv.ts';
import type { AuditRow } from './chain.ts';

const names = [
  'id',
  'at',
  'kind',
  'outcome',
  'count',
  'industryId',
  'userId',
  'ip',
  'requestId',
  'subject',
  'before',
  'after',
  'hash',
] as const satisfies (keyof AuditView)[];

/** A text that was edited in the database need not be JSON any more; it is shown unchanged. */
const parse = (text: string | null): unknown => {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A row as it is published. */
export const viewOf = ({ prevHash: _previous, ...row }: AuditRow): AuditView => ({
  ...row,
  at: new Date(row.at).toISOString(),
  before: parse(row.before),
  after: parse(row.after),
});

const cellsOf = (row: AuditRow): CsvCell[] => {
  const shown = { ...row, at: new Date(row.at).toISOString() };
  return names.map((name) => shown[name]);
};

async function* csvText(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${names.join(',')}\r\n`;
  for await (const rows of pages) yield csvLines(rows.map(cellsOf));
}

async function* jsonText(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(viewOf(row))}\n`).join('');
}

/** Rows as a file, made page by page as the client reads. */
export const exportOf = (pages: AsyncIterable<AuditRow[]>, format: 'csv' | 'jsonl'): { body: Readable; contentType: string } =>
  format === 'csv'
    ? { body: Readable.from(csvText(pages)), contentType: 'text/csv; charset=utf-8' }
    : { body: Readable.from(jsonText(pages)), contentType: 'application/x-ndjson; charset=utf-8' };
