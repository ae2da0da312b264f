import { z } from 'zod';
import { reasonOf } from '../../../../contract/reasonOf.ts';
import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { Failure, messageOf } from '../../../../core/fail.ts';
import { jsonLoss } from '../../../../core/text/jsonLoss.ts';
import type { BulkRecords } from '../../recordRules.ts';
import { kinds, schemaOf } from '../columns.ts';
import { MOST_ROWS } from './table.ts';

const FORMAT = 'headworks-field';
const ROWS_AT_ONCE = 100;
/** Twice what a record has. */
const MOST_DEPTH = 16;

/** What is in a record is checked by its kind's own schema. */
const record = z.custom<Record<string, unknown>>((sent) => typeof sent === 'object' && sent !== null, 'must be an object');
const list = z.array(record).max(MOST_ROWS).default([]);
const document = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(1),
  connections: list,
  devices: list,
  tags: list,
  writePoints: list,
});
export type JsonDocument = z.output<typeof document>;

/** The four lists, one record a line, so that two exports can be compared as texts. */
export const writeJson = async (records: BulkRecords, pace: TimeSlice): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let pending = `{"format":"${FORMAT}","formatVersion":1`;
  for (const kind of kinds) {
    pending += `,\n"${kind}":[`;
    for (const [i, stored] of records[kind].entries()) {
      await pace.turn();
      // in the schema's order of fields, whatever the order they were sent in
      const ordered = schemaOf[kind].parse(stored);
      pending += `${i === 0 ? '' : ','}\n${JSON.stringify(ordered)}`;
      if (i % ROWS_AT_ONCE === 0) {
        parts.push(Buffer.from(pending));
        pending = '';
      }
    }
    pending += ']';
  }
  return Buffer.concat([...parts, Buffer.from(`${pending}}\n`)]);
};

/** @throws Failure `badRequest` for what is no such document. */
export const readJson = async (text: string, pace: TimeSlice): Promise<JsonDocument> => {
  const loss = jsonLoss(text, MOST_DEPTH);
  if (loss) throw new Failure('badRequest', `file is no configuration: ${loss.path} ${loss.reason}`.slice(0, 300));
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (error) {
    throw new Failure('badRequest', `file is not valid JSON: ${messageOf(error).slice(0, 200)}`, { cause: error });
  }
  await pace.turn();
  const parsed = document.safeParse(sent, { error: reasonOf });
  await pace.turn();
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
  throw new Failure('badRequest', `file is no configuration: ${path.join('.')} ${message}`.replace(':  ', ': ').slice(0, 300));
};
