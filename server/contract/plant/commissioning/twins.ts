import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, ok } from '../../model/common.ts';
import { commissioning, idPath } from '../row.ts';

const trainingFault = z.enum(['dead', 'slow', 'busy', 'garbage']);

const twin = z
  .object({
    id: z.string(),
    deviceId: z.string(),
    name: z.string(),
    simulated: z.literal(true),
    framing: z.enum(['tcp', 'rtuTcp']),
    host: z.string(),
    port: z.number().int(),
    slaveId: z.number().int(),
    startedAt: isoTime,
    startedBy: z.string(),
    fault: trainingFault.nullable(),
    values: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.string()]).nullable() })),
  })
  .meta({ id: 'SimulatedTwin' });
export type TwinView = z.infer<typeof twin>;

export const listTwins = endpoint({
  ...commissioning,
  method: 'get',
  path: '/twins',
  summary: 'Simulated twins that are running',
  faults: [],
  reply: z.object({ twins: z.array(twin) }),
});

export const startTwin = endpoint({
  ...commissioning,
  method: 'post',
  path: '/twins',
  creates: true,
  audit: 'twin.start',
  summary: 'Starts a simulated device with the tags of a configured one, for training',
  description:
    'It answers Modbus on a loopback port of this machine, at first with the values last read from the real device, else with typical ones. The real device is read as before. ' +
    'A connection may point at the twin, but nothing read from it ever reaches a unit. It ends when it is stopped, and with the server.',
  faults: ['schema', 'notFound', 'badRequest', 'conflict', 'unavailable'],
  body: z.object({ deviceId: z.string().min(1).max(64), framing: z.enum(['tcp', 'rtuTcp']).default('tcp') }),
  reply: twin,
});

export const changeTwin = endpoint({
  ...commissioning,
  method: 'patch',
  path: '/twins/{id}',
  audit: 'twin.change',
  summary: 'Sets values of a twin, or what goes wrong with it',
  description: 'A value that is set stays; the others keep moving.',
  faults: ['schema', 'notFound', 'badRequest'],
  params: idPath,
  body: z.object({
    values: z
      .array(z.object({ name: z.string().min(1).max(100), value: z.union([z.number(), z.string().max(128)]) }))
      .max(200)
      .default([]),
    fault: trainingFault.nullish().meta({ description: 'null: none any more; absent: as it is' }),
  }),
  reply: twin,
});

export const stopTwin = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/twins/{id}',
  audit: 'twin.stop',
  summary: 'Ends a twin',
  faults: ['notFound'],
  params: idPath,
  reply: ok,
});

export const plantTwinEndpoints = [listTwins, startTwin, changeTwin, stopTwin] as const;
