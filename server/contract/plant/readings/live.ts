import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { apiList, isoTime, num } from '../../model/common.ts';
import { fieldQuality } from '../../model/field.ts';

const liveParam = z
  .object({
    unitId: z.string(),
    param: z.string(),
    measure: z.string().meta({
      description: 'stored unit of the value, the same as in live messages: L, Wh, mm, m, m3/h, kW, or the parameter’s own',
    }),
    value: num.meta({ description: 'null where the last attempt brought none, or nothing came since the server started' }),
    quality: fieldQuality,
    at: isoTime.nullable().meta({ description: 'when the last good value was measured' }),
    staleAfterSeconds: z.number().optional().meta({
      description: 'two polling intervals: an older value is to be shown as stale; absent where nothing is polled',
    }),
  })
  .meta({ id: 'LiveParam' });
export type LiveParam = z.infer<typeof liveParam>;

export const liveNow = endpoint({
  base: 'plant',
  method: 'get',
  path: '/live',
  summary: 'Values as they are now',
  description:
    'Every parameter of the units asked for, from memory: nothing is read from the disk, so it may be asked as often as values come. ' +
    'Who wants each change uses the live channel instead.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({ units: apiList.optional().meta({ description: 'ids of units; all where absent' }) }),
  reply: z
    .object({ asOf: isoTime.meta({ description: 'clock of the server' }), values: z.array(liveParam) })
    .meta({ id: 'LiveNow' }),
});
