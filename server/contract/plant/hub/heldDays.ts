import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;

const side = z
  .object({
    value: z.number().nullable().meta({ description: 'volume of a counter, mean of all else; null for none' }),
    complete: z.number().int().meta({ description: 'slots that were measured' }),
  })
  .meta({ id: 'UnequalSide' });

const unequalSeries = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    param: z.string(),
    measure: z.string().meta({ description: 'unit of measure of both values' }),
    isGone: z.boolean().meta({
      description: 'the plant does not know the series any more: the hub keeps what it has as history alone, whichever is kept',
    }),
    plant: side.nullable().meta({ description: 'null where the plant has nothing of the day' }),
    hub: side.meta({ description: 'what the hub has of the day' }),
    unequalSlots: z.number().int().meta({ description: 'slots of which one side has something else' }),
    signed: z.boolean().meta({ description: 'the plant had signed what the hub has' }),
  })
  .meta({ id: 'UnequalSeries' });

const unequalDays = z
  .object({
    days: z.array(
      z.object({
        industryId: z.string(),
        name: z.string().meta({ description: 'what the industry is called' }),
        date: z.iso.date(),
        series: z.array(unequalSeries),
      }),
    ),
  })
  .meta({ id: 'UnequalDays' });
export type UnequalDays = z.infer<typeof unequalDays>;

export const readHeldDays = endpoint({
  ...owner,
  method: 'get',
  path: '/sync/days',
  summary: 'Closed days of which the hub has something else, as after a restore',
  faults: [],
  reply: unequalDays,
});

export const decideHeldDay = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/sync/days/choice',
  audit: 'sync.day',
  summary: 'Keeps what the plant has of a day, or takes what the hub has',
  description:
    'The day becomes a new revision, which is sent in the next round. The hub keeps what it had as history, and so what it has of series that the plant does not know any more.',
  faults: ['schema', 'notFound', 'conflict', 'unavailable', 'storageFull'],
  body: z.object({
    industryId: z.string().min(1).max(64),
    date: z.iso.date(),
    keep: z.enum(['plant', 'hub']).meta({ description: 'whose day it is from now on' }),
  }),
  reply: unequalDays,
});

export const heldDayEndpoints = [readHeldDays, decideHeldDay] as const;
