import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';
import { idPath } from './row.ts';

/** Changes that the audit log does not call by the thing and `.change`. */
export const lastChangeKinds = [
  'industry.facts',
  'industry.shift',
  'unit.meterChange',
  'template.save',
  'sso.issuer',
  'backup.policy',
] as const;

export const readLastChange = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  method: 'get',
  path: '/last-changes/{id}',
  summary: 'Who changed a unit, line, device, signal, model, user or another thing last, and when',
  description:
    'For those who hold COMMISSIONING or ACCOUNT_SETTINGS, from the audit log. `plant` as id is the industry itself, `policy` the backups. null where nobody did, or where there is no such thing in the industry.',
  faults: ['parameter'],
  params: idPath,
  query: z.object({
    kind: z
      .enum(lastChangeKinds)
      .optional()
      .meta({ description: 'what the audit log calls the change; any change of the thing where absent' }),
  }),
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
