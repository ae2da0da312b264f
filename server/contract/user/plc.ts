import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';
import { wordOrder } from '../model/field.ts';
import { nameText } from '../rules/nameText.ts';

const word = z.number().int().min(0).max(65_535);
const name = nameText(100).min(1);

const pointVersion = z.number().int().min(1).optional().meta({
  description:
    'of the write point by which a write was made: 409, and nothing is sent, where the point was changed, moved or deleted since it was shown',
});

const frame = z
  .object({
    frameId: z.string().trim().min(1).max(201).meta({ description: '`asset.command`, unique in the request' }),
    slaveId: z.number().int().min(0).max(255),
    fn: z.literal([1, 2, 3, 4, 5, 6, 15, 16, 22]),
    address: word.meta({ description: '0-based PDU address' }),
    count: z.number().int().min(1).max(2000).optional(),
    values: z
      .array(word)
      .min(1)
      .max(1968)
      .optional()
      .meta({ description: 'registers, 0/1 of coils, or for fn 22 the AND and the OR mask' }),
    dataType: z.enum(['bool', 'uint16', 'int16', 'uint32', 'int32', 'float32']).optional(),
    wordOrder: wordOrder.optional(),
    scale: z
      .number()
      .refine((scale) => scale !== 0, 'must not be 0')
      .optional(),
    pointVersion,
  })
  .meta({ id: 'Frame' });
export type Frame = z.infer<typeof frame>;

const frames = z.array(frame).min(1).max(32);
const request = {
  deviceId: z.string().min(1).max(64),
  asset: name.optional().meta({ description: 'from the first frame’s id where absent' }),
  command: name.optional(),
  frames,
};

export const outcome = z.enum(['CONFIRMED', 'ACCEPTED_UNVERIFIED', 'REFUSED', 'UNKNOWN']);
export type CommandOutcome = z.infer<typeof outcome>;

const commandId = z
  .uuid()
  .optional()
  .meta({
    description:
      'of the client’s own, another one for each command: sent again, it answers what became of the first one. Without it the same request of the same session is ' +
      'the same command only while that is under way and its device got no other; sent again after that, as where an answer was lost, it is carried out again',
  });
/** No frame waits longer for its line. */
export const longestDeadlineMs = 60_000;
const deadlineMs = z
  .number()
  .int()
  .min(100)
  .max(longestDeadlineMs)
  .default(5000)
  .meta({
    description:
      'not sent later than so long from now, and the answer says so then. What was sent is answered once the device has, or its time-out is over, and its ' +
      'effect has shown, or the time that its write point has for it is over',
  });

export const writeRegisters = endpoint({
  base: 'user',
  method: 'post',
  path: '/plc/write-registers',
  summary: 'Writes to a device through its write points',
  description:
    'Every frame must be a configured write point, or be within a raw window that the caller has opened. Each is checked, journalled, sent once and read back; `outcome` says ' +
    'what is known of it. A time-out is UNKNOWN and never sent again. Where a frame is refused before the wire, by its write point or its limits, ' +
    'none is sent: 200 with status `failed` and the frame that was refused. 500 when frames were to be sent and none was delivered.',
  auth: 'access',
  permission: 'PLC_WRITE',
  limit: 'default',
  faults: ['schema', 'badRequest', 'notFound', 'conflict', 'undelivered'],
  body: z.object({
    ...request,
    reason: z.string().trim().max(500).optional(),
    verify: z.boolean().default(true),
    commandId,
    deadlineMs,
  }),
  reply: z
    .object({
      status: z
        .enum(['success', 'unverified', 'failed', 'unknown'])
        .meta({ description: '`success` only where the effect of every frame was read back' }),
      code: outcome.meta({ description: 'the worst outcome of its frames' }),
      message: z.string(),
      commandId: z.string(),
      asset: z.string(),
      command: z.string(),
      frames: z.array(
        z.object({
          frameId: z.string(),
          outcome,
          readBack: z.array(z.number()).optional(),
          exception: z.number().int().optional(),
          error: z.string().optional(),
        }),
      ),
      at: isoTime,
    })
    .meta({ id: 'WriteResponse' }),
});

export const readRegisters = endpoint({
  base: 'user',
  method: 'post',
  path: '/plc/read-registers',
  summary: 'Reads registers of a device now',
  auth: 'access',
  permission: 'PLC_READ',
  limit: 'default',
  faults: ['schema', 'badRequest', 'notFound'],
  audit: 'plc.read',
  body: z.object({ ...request, deadlineMs }),
  reply: z
    .object({
      status: z.enum(['success', 'failed']).meta({ description: '`success` only where every frame was read' }),
      message: z.string(),
      commandId: z.string(),
      at: isoTime,
      frames: z.array(
        z.object({
          frameId: z.string(),
          ok: z.boolean(),
          raw: z.array(z.number()),
          value: z.union([z.number(), z.boolean()]).nullable(),
          exception: z.number().int().optional(),
          error: z.string().optional(),
        }),
      ),
    })
    .meta({ id: 'ReadResponse' }),
});

export const moveValve = endpoint({
  base: 'user',
  method: 'post',
  path: '/plc/relay/valve',
  summary: 'Opens or closes a valve or relay',
  description:
    '`deviceId` is the write point of the valve. 500 when the command was not delivered (message begins with `REFUSED`), or when nobody knows what became of it (`UNKNOWN`).',
  auth: 'access',
  permission: 'RELAY_CONTROL',
  limit: 'priority',
  faults: ['schema', 'badRequest', 'notFound', 'conflict', 'undelivered'],
  body: z.object({
    deviceId: z.string().min(1).max(64),
    command: z.enum(['open', 'close']),
    pointVersion,
    commandId,
    deadlineMs,
  }),
  reply: z
    .object({
      status: z
        .enum(['success', 'unverified'])
        .meta({ description: '`success` only where the valve was seen to move, or its register to have changed' }),
      code: outcome.meta({ description: 'the same as `outcome`, by the name that every command has it' }),
      message: z.string(),
      outcome,
      commandId: z.string(),
      deviceId: z.string(),
      command: z.enum(['open', 'close']),
      state: z.enum(['open', 'closed', 'moving', 'unknown']),
      confirmed: z.boolean(),
      at: isoTime,
    })
    .meta({ id: 'ValveResponse' }),
});

export const plcEndpoints = [writeRegisters, readRegisters, moveValve] as const;
