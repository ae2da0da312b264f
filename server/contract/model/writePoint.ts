import { z } from 'zod';
import { displayName } from '../plant/row.ts';
import { nameText } from '../rules/nameText.ts';
import { space, wordOrder } from './field.ts';

const id = z.string().min(1).max(64);
const address = z.number().int().min(0).max(65_535);
const valueType = z.enum(['bool', 'uint16', 'int16', 'uint32', 'int32', 'float32']);
const part = nameText(100)
  .min(1)
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
  text: nameText(200).min(1).meta({ description: 'said when it refuses' }),
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
    measure: z
      .string()
      .trim()
      .max(20)
      .default('')
      .meta({ description: 'unit of its values, such as Hz; of a valve or relay none' }),
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
