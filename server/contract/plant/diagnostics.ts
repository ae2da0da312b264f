import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;

export const makeDiagnostics = endpoint({
  ...owner,
  method: 'get',
  path: '/storage/diagnostics',
  summary: 'What support needs to see, as a signed archive',
  description:
    'Versions, settings without their secrets, health, metrics, the newest log lines, states of the lines, tables and their counts, backups, facts of the system; where the desktop runs the server, its logs as well, and its crash dumps where a person there allowed them. No readings, no names or numbers of people.',
  faults: ['rateLimit', 'unavailable'],
  reply: z.string(),
  media: ['application/zip'],
});

const keptClass = z
  .object({
    class: z
      .enum(['readings', 'dayTotals', 'chainedLogs', 'settings', 'reports', 'sessions', 'liveMessages', 'backups', 'setAside'])
      .meta({ description: 'kind of data' }),
    what: z.string().meta({ description: 'in words, what is kept' }),
    until: z.string().meta({ description: 'in words, until when' }),
    oldest: z.string().nullable().meta({ description: 'date of the oldest there is, YYYY-MM-DD; null where there is none' }),
    deletedBefore: z
      .string()
      .nullable()
      .meta({ description: 'what is older than this date is deleted, YYYY-MM-DD; null: nothing is, by itself' }),
  })
  .meta({ id: 'KeptClass' });

export const readRetention = endpoint({
  ...owner,
  method: 'get',
  path: '/storage/retention',
  summary: 'What is kept until when, by class',
  description:
    'Readings, their totals and the chained logs are kept for good; nothing of them is freed. Where the disk fills, the owner is asked for room: `question`.',
  faults: [],
  reply: z
    .object({
      at: isoTime.meta({ description: 'moment that the dates are of' }),
      classes: z.array(keptClass).meta({ description: 'one row for each kind of data' }),
      fullOn: z
        .string()
        .nullable()
        .meta({ description: 'date on which the disk is full; null beyond ten years, and where the growth is not known' }),
      isGrowthKnown: z.boolean().meta({ description: 'false until a day of measuring has shown how the database grows' }),
      question: z.string().nullable().meta({ description: 'what the owner has to decide; null where nothing is pressing' }),
    })
    .meta({ id: 'Retention' }),
});
export type Retention = z.input<(typeof readRetention)['reply']>;

export const diagnosticsEndpoints = [makeDiagnostics, readRetention] as const;
