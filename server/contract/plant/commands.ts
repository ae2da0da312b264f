import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { remarkCodes } from '../model/commandRemarks.ts';
import { isoTime, num, ok, wholeNumber } from '../model/common.ts';
import { writePointSpec } from '../model/writePoint.ts';
import { outcome } from '../user/plc.ts';
import { whole } from '../whole.ts';
import { changeFaults, changeRules, commissioning, deleteQuery, fromVersion, idPath, version } from './row.ts';

const id = z.string().min(1).max(64);
const address = z.number().int().min(0).max(65_535);
const writePoint = writePointSpec.and(z.object({ id: z.string(), version })).meta({ id: 'WritePoint' });

const remark = z
  .object({
    code: z.enum(remarkCodes).meta({ description: '`other` says in `text` what has no code' }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'what the sentence names: values, limits, people' }),
  })
  .meta({ id: 'CommandRemark' });

const commandView = z
  .object({
    id: z.string(),
    commandId: z.string(),
    at: isoTime,
    userId: z.string(),
    username: z.string(),
    ip: z.string(),
    deviceId: z.string(),
    pointId: z.string().nullable(),
    asset: z.string(),
    command: z.string(),
    frameId: z.string(),
    fn: z.number().int(),
    address: z.number().int(),
    value: num,
    oldValue: num,
    rawOut: z.string().meta({ description: 'hex' }),
    rawBefore: z.string(),
    rawBack: z.string(),
    outcome: outcome.nullable().meta({ description: 'null while it is under way' }),
    exception: z.number().int().nullable(),
    error: z.string(),
    reason: z.string(),
    settledAt: isoTime.nullable(),
    remarks: z.array(remark).meta({ description: 'what `error` says, so that each language words it; without one none' }),
  })
  .meta({ id: 'Command' });
export type CommandView = z.infer<typeof commandView>;

const plant = { base: 'plant', auth: 'access', limit: 'default' } as const;

export const listWritePoints = endpoint({
  ...plant,
  method: 'get',
  path: '/write-points',
  summary: 'What can be switched and set, within which limits and under which conditions',
  faults: ['parameter'],
  query: z.object({
    forUnit: id.optional().meta({ description: 'those alone whose device, or whose conditions, feed this unit' }),
  }),
  reply: z.object({ points: z.array(writePoint), readOnly: z.boolean() }),
});

const moment = z
  .object({
    id: z.string(),
    name: z.string(),
    at: isoTime,
    slaveId: z.number().int(),
    value: num.meta({ description: 'what its registers hold, in its own unit; null where they were not read' }),
    readAt: isoTime.nullable().meta({ description: 'when its state or value was last read from the device' }),
    staleAfterMs: z.number().int().meta({ description: 'two scans: nothing is commanded on a state that is older' }),
    valve: z
      .object({
        state: z.enum(['open', 'closed', 'moving', 'unknown']),
        fault: z.string().nullable(),
        commanded: z.enum(['open', 'close']).nullable(),
        differs: z.boolean(),
      })
      .nullable()
      .meta({ description: 'of a valve or relay' }),
    interlocks: z
      .array(
        z.object({
          text: z.string(),
          is: z.enum(['below', 'above', 'equal', 'notEqual']),
          limit: z.number(),
          measure: z.string().meta({ description: 'unit of `limit` and `value`, empty where its signal has none' }),
          value: num.meta({ description: 'of its tag, null where it is not good' }),
          readAt: isoTime.nullable(),
          isMet: z.boolean().meta({ description: 'holds on a value that is good and at most two scans old' }),
          refusal: z.string().nullable().meta({ description: 'why a command would be refused' }),
        }),
      )
      .meta({ description: 'each condition with the value that it depends on, as a command would find it now' }),
  })
  .meta({ id: 'WritePointNow' });
export type WritePointNow = z.infer<typeof moment>;

export const writePointNow = endpoint({
  ...plant,
  method: 'get',
  path: '/write-points/{id}/now',
  summary: 'What a write point is now, and whether its conditions hold',
  description: 'A set point is read from its device, at most once in two seconds however many ask.',
  faults: ['notFound'],
  params: idPath,
  reply: moment,
});

export const addWritePoint = endpoint({
  ...commissioning,
  confirm: 'always',
  method: 'post',
  path: '/write-points',
  creates: true,
  summary: 'Adds a write point',
  description: changeRules,
  faults: changeFaults,
  audit: 'writePoint.add',
  body: writePointSpec,
  reply: writePoint,
});

export const changeWritePoint = endpoint({
  ...commissioning,
  confirm: 'always',
  method: 'put',
  path: '/write-points/{id}',
  summary: 'Replaces a write point',
  description: changeRules,
  faults: changeFaults,
  audit: 'writePoint.change',
  params: idPath,
  body: whole(writePointSpec.and(fromVersion)),
  reply: writePoint,
});

export const deleteWritePoint = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/write-points/{id}',
  summary: 'Deletes a write point; its commands stay in the journal',
  faults: ['notFound', 'conflict'],
  audit: 'writePoint.delete',
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const listCommands = endpoint({
  ...plant,
  permission: 'PLC_READ',
  method: 'get',
  path: '/commands',
  summary: 'The journal of commands, newest first',
  faults: ['parameter'],
  query: z.object({
    pointId: id.optional(),
    deviceId: id.optional(),
    outcome: outcome.optional(),
    before: isoTime.optional(),
    limit: wholeNumber(1, 500).prefault(100),
  }),
  reply: z.object({ commands: z.array(commandView) }),
});

export const findCommand = endpoint({
  ...plant,
  permission: 'PLC_READ',
  method: 'get',
  path: '/commands/{id}',
  summary: 'Every frame of one command',
  faults: ['notFound'],
  params: idPath,
  reply: z.object({ commands: z.array(commandView) }),
});

const readOnlyState = z.object({ readOnly: z.boolean() });

export const readWriteSwitch = endpoint({
  ...plant,
  method: 'get',
  path: '/read-only',
  summary: 'Whether the field is read-only',
  faults: [],
  reply: readOnlyState,
});

export const turnWriteSwitch = endpoint({
  ...commissioning,
  confirm: 'byHandler',
  method: 'put',
  path: '/read-only',
  summary: 'The site-wide switch in the port itself: no request that changes a device leaves while it is on',
  description: 'The password is asked for to turn it off, never to turn it on.',
  faults: ['schema'],
  audit: 'plc.readOnly',
  body: readOnlyState,
  reply: readOnlyState,
});

const rawRange = z.object({ fn: z.literal([5, 6, 15, 16, 22]), from: address, to: address });
const rawWindow = z
  .object({ deviceId: id, ranges: z.array(rawRange), userId: z.string(), until: isoTime, reason: z.string() })
  .meta({ id: 'RawWindow' });

export const openRawWindow = endpoint({
  ...commissioning,
  confirm: 'always',
  method: 'post',
  path: '/command-windows',
  creates: true,
  summary: 'Lets the caller write raw to a device for 15 minutes, within declared ranges',
  description: 'Each frame is a command of its own, and a device gets at most one raw frame a second.',
  faults: ['schema', 'badRequest', 'notFound'],
  audit: 'plc.window',
  body: z.object({ deviceId: id, ranges: z.array(rawRange).min(1).max(20), reason: z.string().trim().min(3).max(500) }),
  reply: rawWindow,
});

export const listRawWindows = endpoint({
  ...commissioning,
  method: 'get',
  path: '/command-windows',
  summary: 'Raw windows that are open in the industry',
  faults: [],
  reply: z.object({ windows: z.array(rawWindow) }),
});

export const closeRawWindow = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/command-windows/{id}',
  summary: 'Closes the caller’s raw window on a device',
  faults: ['notFound'],
  audit: 'plc.windowClosed',
  params: idPath,
  reply: ok,
});

export const listValves = endpoint({
  ...plant,
  method: 'get',
  path: '/valves',
  summary: 'Valves and relays as they show themselves, and where that differs from the last command',
  faults: [],
  reply: z.object({
    valves: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        asset: z.string(),
        state: z.enum(['open', 'closed', 'moving', 'unknown']),
        fault: z.string().nullable(),
        commanded: z.enum(['open', 'close']).nullable(),
        differs: z.boolean(),
        readAt: isoTime.nullable(),
        confirmText: z.string(),
      }),
    ),
  }),
});

export const plantCommandEndpoints = [
  listWritePoints,
  writePointNow,
  addWritePoint,
  changeWritePoint,
  deleteWritePoint,
  listCommands,
  readWriteSwitch,
  turnWriteSwitch,
  openRawWindow,
  listRawWindows,
  closeRawWindow,
  findCommand,
  listValves,
] as const;
