import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiList, dmy, dmyText, isoTime, ok } from '../model/common.ts';

export const batchResult = ok
  .extend({
    jobId: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    from: dmyText,
    to: dmyText,
    days: z.number().int(),
    units: z.number().int(),
    changedDays: z.number().int().meta({ description: 'of these days, those in which something came out differently' }),
    warnings: z
      .array(z.object({ unitId: z.string(), date: dmyText, message: z.string() }))
      .meta({ description: 'by date and unit; the first 1,000' }),
    durationMs: z.number(),
  })
  .meta({ id: 'BatchResult' });
export type BatchResult = z.infer<typeof batchResult>;

export const job = z
  .object({
    jobId: z.string(),
    kind: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    startedAt: isoTime,
    finishedAt: isoTime.nullable(),
    progress: z.object({ done: z.number().int(), total: z.number().int(), unit: z.string() }),
    message: z.string(),
    result: z.unknown().meta({ description: 'of kind batchProcess a BatchResult; null while it runs' }),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;

const running = {
  base: 'user',
  method: 'get',
  auth: 'access',
  permission: 'BATCH_PROCESS',
  limit: 'default',
  writes: true,
  audit: 'readings.batch',
} as const;
const rules =
  'Every day is worked out again from its readings: counter steps are classified anew, what is derived from them follows, totals are added up again. What a person ' +
  'entered stays. The same readings give the same day, so a second run changes nothing. One run at a time: 409 while another one is under way.';

export const batchProcess = endpoint({
  ...running,
  path: '/batchProcess',
  summary: 'Work a shift day out again from its readings',
  description: `date2 names a second day. A day before the industry joined is 1403. ${rules}`,
  faults: ['parameter', 'conflict', 'unavailable'],
  query: z.object({ date1: dmy, date2: dmy.optional() }),
  reply: batchResult,
});

export const batchProcessRange = endpoint({
  ...running,
  path: '/batchProcess/range',
  summary: 'Work a range of shift days out again from their readings',
  description: `More than 7 days are answered at once with state running; GET /api/plant/jobs/{id} follows the run. At most 1830 days; days before the industry joined are left out. ${rules}`,
  faults: ['parameter', 'noData', 'conflict', 'unavailable'],
  query: z.object({
    startDate: dmy,
    endDate: dmy,
    unitIds: apiList.optional().meta({ description: 'all units where absent; units that are sums of these follow' }),
  }),
  reply: batchResult,
});

export const readJob = endpoint({
  base: 'plant',
  method: 'get',
  path: '/jobs/{id}',
  summary: 'Progress of a long run',
  description: 'Runs of the own industry; one that ended is kept for a day, at most the newest 50.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'notFound'],
  params: z.object({ id: z.string().max(64) }),
  reply: job,
});
