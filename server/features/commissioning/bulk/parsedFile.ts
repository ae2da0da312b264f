import { z } from 'zod';
import type { BulkFormat } from '../../../contract/plant/commissioning/bulk.ts';
import type { TimeSlice } from '../../../core/cooperativeScheduler.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { kindNamed, kinds } from './columns.ts';
import { textOfFile } from './fileText.ts';
import { readCsv } from './formats/csv.ts';
import { readJson } from './formats/json.ts';
import type { SheetCell } from './formats/table.ts';
import { readXlsx } from './formats/xlsxRead.ts';

/** A row of a sheet or a line of a flat file, with its number there. */
export type ParsedLine = { row: number; cells: SheetCell[] };
/** What a file holds, before anybody asks what it means: sheets, the one flat table, or lists of records. */
export type ParsedFile =
  | { format: 'xlsx'; parts: { name: string; rows: ParsedLine[] }[] }
  | { format: 'csv'; parts: { name: string; rows: ParsedLine[] }[] }
  | { format: 'json'; parts: { name: string; rows: Record<string, unknown>[] }[] };
/** @throws Failure `badRequest` when it cannot be read at all, or holds too many rows. */
export type ParseFile = (sent: Uint8Array, pace: TimeSlice, signal: AbortSignal) => Promise<ParsedFile>;

/** The rows of a file, whose format its content says. */
export const parseFile: ParseFile = async (sent, pace) => {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
    return { format: 'xlsx', parts: await readXlsx(bytes, (name) => kindNamed(name) !== undefined, pace) };
  const text = textOfFile(bytes);
  if (!/^\ufeff?\s*[{[]/.test(text.slice(0, 100)))
    return { format: 'csv', parts: [{ name: '', rows: await readCsv(text, pace) }] };
  const document = await readJson(text, pace);
  return { format: 'json', parts: kinds.map((name) => ({ name, rows: document[name] })) };
};

const LONGEST_MS = 60_000;
const ROWS_AT_ONCE = 500;
/** Rows of one part of a file, as a job process hands them back. */
type Batch = { part: number; rows: unknown[] };
const answer = z.object({ format: z.enum(['xlsx', 'csv', 'json']), names: z.array(z.string()) });

/** Work of a job process: gives the rows in batches, and then what they are of. */
export const parseInBatches = async (
  sent: Uint8Array,
  pace: TimeSlice,
  signal: AbortSignal,
  give: (batch: Batch) => void,
): Promise<{ format: BulkFormat; names: string[] }> => {
  const { format, parts } = await parseFile(sent, pace, signal);
  for (const [part, { rows }] of parts.entries())
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await pace.turn();
      give({ part, rows: rows.slice(at, at + ROWS_AT_ONCE) });
    }
  return { format, names: parts.map(({ name }) => name) };
};

/** Has files read by a job process, which can be killed: a file that is made to hurt costs the server nothing. */
export const parseApart =
  (jobs: Jobs): ParseFile =>
  async (sent, _, signal) => {
    const rows: unknown[][] = [];
    const onBatch = (batch: unknown): void => {
      const { part, rows: more } = batch as Batch;
      rows[part] ??= [];
      rows[part].push(...more);
    };
    const done = await jobs.run('parseFile', { bytes: sent }, { signal, timeLimitMs: LONGEST_MS, onBatch });
    const { format, names } = answer.parse(done);
    return { format, parts: names.map((name, part) => ({ name, rows: rows[part] ?? [] })) } as ParsedFile;
  };
