import { z } from 'zod';
import { isoTime, num, ok } from './common.ts';
import { endpoint } from './endpoint.ts';
import { space, wordOrder } from './field.ts';
import { changeFaults, changeRules, commissioning, deleteQuery, displayName, fromVersion, idPath, version } from './plantRow.ts';
import { outcome } from './plc.ts';

const id = z.string().min(1).max(64);
const address = z.number().int().min(0).max(65_535);
const valueType = z.enum(['bool', 'uint16', 'int16', 'uint32', 'int32', 'float32']);
const part = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^.]+$/, 'must not hold a dot');

/** A place on the device that shows a value. */
const place = z.object({
  space,
  address,
  type: valueType,
  wordOrder: wordOrder.default('ABCD'),
  scale: z.number().default(1),
});

const interlock = z.object({
  tagId: id,
  is: z.enum(['below', 'above', 'equal', 'notEqual']),
  value: z.number(),
  text: z.string().trim().min(1).max(200).meta({ description: 'said when it refuses' }),
});

const feedback = z.object({ space: z.enum(['coil', 'discrete']), address, on: z.boolean().default(true) });

export const writePointSpec = z
  .object({
    deviceId: id,
    name: displayName,
    asset: part,
    kind: z.enum(['setpoint', 'command', 'relay', 'valve']),
    fn: z.literal([5, 6, 15, 16, 22]),
    address,
    type: valueType,
    wordOrder: wordOrder.default('ABCD'),
    scale: z.number().default(1),
    min: z.number(),
    max: z.number(),
    step: z.number().positive().nullable().default(null),
    maxRatePerMinute: z
      .number()
      .positive()
      .nullable()
      .default(null)
      .meta({ description: 'largest change in a minute, in the value’s own unit' }),
    minIntervalMs: z.number().int().min(0).max(86_400_000).default(1000),
    permission: z.enum(['PLC_WRITE', 'RELAY_CONTROL']).default('PLC_WRITE'),
    confirmText: z.string().trim().max(300).default(''),
    interlocks: z.array(interlock).max(20).default([]),
    verify: z
      .object({
        place: place.meta({ description: 'best a feedback, not the register that was written' }),
        within: z.number().min(0).default(0),
        delayMs: z.number().int().min(0).max(60_000).default(0),
        pollMs: z.number().int().min(50).max(10_000).default(250),
        timeoutMs: z.number().int().min(0).max(300_000).default(2000),
      })
      .nullable()
      .default(null),
    failSafe: z
      .object({ value: z.number(), text: z.string().max(200).default('') })
      .nullable()
      .default(null)
      .meta({
        description: 'what the device itself falls back to; shown, not sent',
      }),
    /** Of a valve or relay: 1 opens and 0 closes unless it is wired the other way. */
    valve: z
      .object({
        openValue: z.number().default(1),
        closeValue: z.number().default(0),
        openFeedback: feedback.nullable().default(null),
        closedFeedback: feedback.nullable().default(null),
        travelMs: z.number().int().min(0).max(300_000).default(10_000),
      })
      .nullable()
      .default(null),
  })
  .superRefine(({ min, max, kind, valve, fn, type, scale }, context) => {
    const refuse = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (min > max) refuse('max', 'must not be below min');
    if ((kind === 'valve' || kind === 'relay') && !valve) refuse('valve', 'a valve or relay needs its openValue and closeValue');
    if ((fn === 5 || fn === 15) !== (type === 'bool')) refuse('type', 'coils (5, 15) are bool, registers (6, 16, 22) are not');
    if (fn === 22 && (type !== 'uint16' || scale !== 1 || min !== 0))
      refuse('fn', 'a mask write (22) is of uint16, scale 1 and min 0; the bits of max are the ones that it writes');
    if (fn === 6 && type !== 'uint16' && type !== 'int16') refuse('fn', 'one register (6) holds uint16 or int16 only');
  });
export type WritePointSpec = z.output<typeof writePointSpec>;

const writePoint = writePointSpec.and(z.object({ id: z.string(), version })).meta({ id: 'WritePoint' });

const commandView = z
  .object({
    id: z.string(),
    commandId: z.string(),
    at: isoTime,
    userId: z.string(),
    username: z.string(),
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
  })
  .meta({ id: 'Command' });
export type CommandView = z.infer<typeof commandView>;

const plant = { base: 'plant', auth: 'access', limit: 'default' } as const;

export const listWritePoints = endpoint({
  ...plant,
  method: 'get',
  path: '/write-points',
  summary: 'What can be switched and set, within which limits and under which conditions',
  faults: [],
  reply: z.object({ points: z.array(writePoint), readOnly: z.boolean() }),
});

export const addWritePoint = endpoint({
  ...commissioning,
  method: 'post',
  path: '/write-points',
  summary: 'Adds a write point',
  description: changeRules,
  faults: changeFaults,
  audit: 'writePoint.add',
  body: writePointSpec,
  reply: writePoint,
});

export const changeWritePoint = endpoint({
  ...commissioning,
  method: 'put',
  path: '/write-points/{id}',
  summary: 'Replaces a write point',
  description: changeRules,
  faults: changeFaults,
  audit: 'writePoint.change',
  params: idPath,
  body: writePointSpec.and(fromVersion),
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
    limit: z.coerce.number<string | number>().int().min(1).max(500).default(100),
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
  path: '/commands/read-only',
  summary: 'Whether the field is read-only',
  faults: [],
  reply: readOnlyState,
});

export const turnWriteSwitch = endpoint({
  ...commissioning,
  method: 'put',
  path: '/commands/read-only',
  summary: 'The site-wide switch in the port itself: no request that changes a device leaves while it is on',
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
  method: 'post',
  path: '/commands/window',
  summary: 'Lets the caller write raw to a device for 15 minutes, within declared ranges',
  faults: ['schema', 'badRequest', 'notFound'],
  audit: 'plc.window',
  body: z.object({ deviceId: id, ranges: z.array(rawRange).min(1).max(20), reason: z.string().trim().min(3).max(500) }),
  reply: rawWindow,
});

export const listRawWindows = endpoint({
  ...commissioning,
  method: 'get',
  path: '/commands/window',
  summary: 'Raw windows that are open in the industry',
  faults: [],
  reply: z.object({ windows: z.array(rawWindow) }),
});

export const closeRawWindow = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/commands/window/{id}',
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
