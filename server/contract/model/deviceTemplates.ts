import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { decodeSpec, deviceLimits, registerRange, tagKind } from './field.ts';

/** One signal of a device model. */
const templateTag = z.object({
  /** Unique within the model; a device's tags take it over. */
  name: nameText(100).min(1),
  kind: tagKind,
  /** Engineering unit after scaling; empty for states and texts. */
  measure: z.string().max(20).default(''),
  /** Parameter of the unit it usually feeds. */
  param: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/)
    .optional(),
  periodMs: z.number().int().min(100).max(86_400_000),
  decode: decodeSpec,
  /** Where the address, type and scale come from: A the maker's document, B a third party citing it, C neither. */
  grade: z.enum(['A', 'B', 'C']),
  note: z.string().max(500).optional(),
  /** What a healthy device shows: where a simulated one begins. */
  typical: z.union([z.number(), z.string()]),
  /** By how much a counter usually grows in an hour, in `measure`. */
  typicalPerHour: z.number().min(0).optional(),
});

/** A register whose value identifies the model. */
const identityCheck = z.object({ decode: decodeSpec, equals: z.union([z.number(), z.string()]), meaning: z.string().max(200) });

/** What is known of a device model: data, one JSON file each in resources/devices. */
export const deviceTemplate = z
  .object({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    manufacturer: nameText(100).min(1),
    model: nameText(100).min(1),
    category: z.enum(['flow', 'level', 'quality', 'energy', 'rain', 'inputs', 'outputs']),
    /** Which document or work the map was taken from. */
    source: z.string().min(1).max(1000),
    /** Every tag is graded A or B and nothing is left in `unproven`. None was tried on hardware by us. */
    verified: z.boolean(),
    /** What must be compared with the display before its values are believed. */
    unproven: z.array(z.string().max(300)).default([]),
    notes: z.array(z.string().max(500)).default([]),
    slaveId: z.number().int().min(1).max(247).default(1),
    /** Serial settings as delivered, where the device has a serial line and they are known. */
    serial: z
      .object({
        baudRate: z.number().int(),
        parity: z.enum(['none', 'even', 'odd']),
        dataBits: z.union([z.literal(7), z.literal(8)]),
        stopBits: z.union([z.literal(1), z.literal(2)]),
      })
      .optional(),
    /** The maker's longest answer time, with some reserve. */
    timeoutMs: z.number().int().min(20).max(60_000).optional(),
    limits: deviceLimits.prefault({}),
    /** Registers that exist besides those of the tags; a simulated device answers 0 there. */
    present: z.array(registerRange).max(50).default([]),
    identity: z.array(identityCheck).max(10).default([]),
    tags: z.array(templateTag).min(1).max(200),
  })
  .superRefine((template, context) => {
    const names = template.tags.map(({ name }) => name);
    for (const [i, name] of names.entries()) {
      if (names.indexOf(name) !== i)
        context.addIssue({ code: 'custom', path: ['tags', i, 'name'], message: `"${name}" is there twice` });
    }
    const proven = template.unproven.length === 0 && template.tags.every(({ grade }) => grade !== 'C');
    if (template.verified !== proven) {
      context.addIssue({
        code: 'custom',
        path: ['verified'],
        message: proven
          ? 'is false, but every tag is graded A or B and nothing is unproven'
          : 'is true, but a tag is graded C or something is unproven',
      });
    }
  })
  .meta({ id: 'DeviceTemplate' });
export type DeviceTemplate = z.infer<typeof deviceTemplate>;
