import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';
import { commissioning, idPath } from './row.ts';

export const readLastChange = endpoint({
  ...commissioning,
  method: 'get',
  path: '/last-changes/{id}',
  summary: 'Who changed a unit, group, line, device, signal or write point last, and when',
  description: 'From the audit log. null where nobody did, or where there is no such thing in the industry.',
  faults: [],
  params: idPath,
  reply: z.object({
    change: z
      .object({
        at: isoTime,
        byName: z.string().nullable().meta({ description: 'login name; null where the user is gone' }),
      })
      .nullable()
      .meta({ description: 'the newest one' }),
  }),
});

export const lastChangeEndpoints = [readLastChange] as const;
