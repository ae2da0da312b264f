import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, wholeNumber } from '../model/common.ts';

const auditing = { base: 'plant', auth: 'access', permission: 'AUDIT', limit: 'default' } as const;

const outcome = z.enum(['done', 'refused']);

/** Which rows; all of them where nothing is given. */
const filter = {
  from: isoTime.optional().meta({ description: 'first time, with its zone' }),
  to: isoTime.optional().meta({ description: 'last time, with its zone' }),
  kind: z.string().min(1).max(64).optional().meta({ description: 'such as login or unit.change' }),
  userId: z.string().min(1).max(64).optional(),
  industryId: z.string().min(1).max(64).optional(),
  outcome: outcome.optional(),
  subject: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .meta({ description: 'the whole id, path or name that was touched', freeText: true }),
} as const;

export const auditView = z
  .object({
    id: z.number().int(),
    at: isoTime,
    kind: z.string(),
    outcome,
    count: z.number().int().meta({ description: 'refusals of strangers are gathered: how many this row counts' }),
    industryId: z.string().nullable(),
    userId: z.string().nullable(),
    ip: z.string().nullable(),
    requestId: z.string().nullable(),
    subject: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' });
export type AuditView = z.infer<typeof auditView>;

export const listAudit = endpoint({
  ...auditing,
  method: 'get',
  path: '/audit',
  summary: 'What was done and what was refused, newest first',
  description: 'Belongs to the owner of the site. `next` is the cursor of the following page, null on the last one.',
  faults: ['parameter'],
  query: z.object({
    ...filter,
    limit: wholeNumber(1, 500).prefault(100),
    cursor: z
      .string()
      .regex(/^\d{1,15}\.\d{1,15}$/, 'must be the next of an earlier page')
      .optional(),
  }),
  reply: z.object({ rows: z.array(auditView), next: z.string().nullable() }),
});

export const exportAudit = endpoint({
  ...auditing,
  method: 'get',
  path: '/audit/export',
  summary: 'The audit log as a file, newest first',
  faults: ['parameter'],
  query: z.object({ ...filter, format: z.enum(['csv', 'jsonl']).default('csv') }),
  reply: z.string(),
  media: ['text/csv', 'application/x-ndjson'],
});

export const verifyAudit = endpoint({
  ...auditing,
  method: 'get',
  path: '/audit/verify',
  summary: 'Whether every row is what was written',
  description:
    'Walks the whole chain of hashes and compares its end with the one noted outside the database: a row that was edited, taken out or put in is found, hashes that were all worked out anew, and an end that was cut off.',
  faults: [],
  reply: z
    .object({
      ok: z.boolean(),
      rows: z.number().int().meta({ description: 'whole rows from the first on' }),
      firstBadId: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'first row that is not what was written; of a log written anew, the last one noted elsewhere' }),
      head: z.string().meta({ description: 'hash of the last whole row' }),
    })
    .meta({ id: 'AuditVerification' }),
});

export const auditEndpoints = [listAudit, exportAudit, verifyAudit] as const;
