import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, wholeNumber } from '../model/common.ts';

const mail = z.object({
  recipient: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number().int().meta({ description: 'that failed' }),
  nextTryAt: isoTime.nullable().meta({ description: 'of a mail that is queued' }),
  sentAt: isoTime.nullable(),
  error: z.string(),
});

const run = z
  .object({
    id: z.string().meta({ description: 'for its file' }),
    scheduleId: z.string(),
    date: z.string().meta({ description: 'YYYY-MM-DD, the shift day that the report ends with' }),
    state: z.enum(['waiting', 'made', 'failed']).meta({ description: 'waiting: it is due, or is tried again at dueAt' }),
    dueAt: isoTime,
    madeAt: isoTime.nullable(),
    attempts: z.number().int().meta({ description: 'that failed' }),
    file: z
      .string()
      .meta({ description: 'below the data folder of the server; empty until it is made; it may have been removed since' }),
    error: z.string().meta({ description: 'why it could not be made, the last time' }),
    mails: z.array(mail),
  })
  .meta({ id: 'ReportRun' });
export type ReportRun = z.input<typeof run>;

export const listReportRuns = endpoint({
  base: 'plant',
  method: 'get',
  path: '/reports/runs',
  summary: 'What the schedules of reports made, where it is kept and whom it reached',
  description:
    'The latest days first; what a schedule made stays in the list when the schedule is changed or goes, for 400 days.',
  auth: 'access',
  permission: 'ACCOUNT_SETTINGS',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({
    scheduleId: z.string().min(1).max(64).optional(),
    limit: wholeNumber(1, 500).prefault(100),
  }),
  reply: z.object({ runs: z.array(run) }),
});

export const readReportRunFile = endpoint({
  base: 'plant',
  method: 'get',
  path: '/reports/runs/{id}/file',
  summary: 'The file that a schedule made',
  description: 'As it was made and mailed; 404 where the run made nothing, or the file was removed. Files are kept for 400 days.',
  auth: 'access',
  permission: 'ACCOUNT_SETTINGS',
  limit: 'default',
  faults: ['notFound'],
  params: z.object({
    id: z
      .string()
      .max(400)
      .regex(/^[\w-]+$/),
  }),
  reply: z.string(),
  media: ['text/html', 'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const plantReportEndpoints = [listReportRuns, readReportRunFile] as const;
