import { Readable } from 'node:stream';
import type { AuditView } from '../../contract/plant/audit.ts';
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

/** A cell that no spreadsheet takes for a formula. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = /^\s*[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvLine = (row: AuditRow): string => {
  const shown = { ...row, at: new Date(row.at).toISOString() };
  return `${names.map((name) => cell(shown[name])).join(',')}\r\n`;
};

/** Without the byte order mark Excel takes UTF-8 for its own code page, and names in other scripts are lost. */
const BOM = '\ufeff';

async function* csvText(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield `${BOM}${names.join(',')}\r\n`;
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

async function* jsonText(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(viewOf(row))}\n`).join('');
}

/** Rows as a file, made page by page as the client reads. */
export const exportOf = (pages: AsyncIterable<AuditRow[]>, format: 'csv' | 'jsonl'): { body: Readable; contentType: string } =>
  format === 'csv'
    ? { body: Readable.from(csvText(pages)), contentType: 'text/csv; charset=utf-8' }
    : { body: Readable.from(jsonText(pages)), contentType: 'application/x-ndjson; charset=utf-8' };
