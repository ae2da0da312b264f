import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ok, wholeNumber } from '../../model/common.ts';
import { deviceTemplate } from '../../model/deviceTemplates.ts';
import { wireAddress } from '../../model/registerAddress.ts';
import { changeFaults, changeRules, commissioning, deleteQuery, displayName, idPath, version } from '../row.ts';
import { plantDevice, plantTag, withLoad } from './fieldConfiguration.ts';

/** Models that came with the product, and those that the industry described itself. */
export const knownTemplate = deviceTemplate
  .safeExtend({
    origin: z.enum(['shipped', 'custom']),
    version: version.nullable().meta({ description: 'null for models that came with the product' }),
  })
  .meta({ id: 'KnownDeviceTemplate' });
export type KnownTemplate = z.infer<typeof knownTemplate>;

export const listTemplates = endpoint({
  ...commissioning,
  method: 'get',
  path: '/templates',
  summary: 'Known device models with their registers, sources and what is unproven',
  faults: [],
  reply: z.object({ templates: z.array(knownTemplate) }),
});

export const readTemplate = endpoint({
  ...commissioning,
  method: 'get',
  path: '/templates/{id}',
  summary: 'One device model; what POST /templates takes',
  faults: ['notFound'],
  params: idPath,
  reply: knownTemplate,
});

/** Largest description of a model. */
const TEMPLATE_BYTES = 524_288;

export const saveTemplate = endpoint({
  ...commissioning,
  method: 'post',
  path: '/templates',
  creates: true,
  audit: 'template.save',
  summary: 'Adds a device model of the industry’s own, or replaces one by its id',
  description:
    'Checked like the models that come with the product: every tag must be readable within the limits, and `verified` is true exactly when every tag is graded A or B ' +
    'and nothing is unproven. Devices made from the model before stay as they are. With `version`, another present one is 409, with null also any that is there already; an id of a shipped model is 409.',
  faults: changeFaults,
  bodyLimitBytes: TEMPLATE_BYTES,
  body: deviceTemplate.safeExtend({ version: version.nullish() }),
  reply: knownTemplate,
});

export const deleteTemplate = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/templates/{id}',
  audit: 'template.delete',
  summary: 'Deletes a device model of the industry’s own that no device refers to',
  faults: ['notFound', 'conflict'],
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

const binding = z.object({
  tag: z.string().min(1).max(100).meta({ description: 'name of the model’s tag' }),
  unitId: z.string().min(1).max(64),
  param: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'where absent: the parameter that the model names for the tag' }),
});

export const createFromTemplate = endpoint({
  ...commissioning,
  method: 'post',
  path: '/template-devices',
  creates: true,
  audit: 'device.create',
  summary: 'Adds a device of a known model with its tags, and what they feed',
  description: `All or nothing. \`tags\` takes some of the model’s tags only; \`bindings\` say which units they feed. ${changeRules}`,
  faults: changeFaults,
  body: z.object({
    templateId: z.string().min(1).max(64),
    connectionId: z.string().min(1).max(64),
    slaveId: z.number().int().min(0).max(255),
    name: displayName.optional().meta({ description: 'the model and the unit id where absent' }),
    enabled: z.boolean().default(true),
    tags: z.array(z.string().min(1).max(100)).min(1).max(200).optional(),
    bindings: z.array(binding).max(200).default([]),
  }),
  reply: z.object({ device: plantDevice, tags: z.array(plantTag), ...withLoad }),
});

export const plcFamilies = ['siemens-s7-1200', 'schneider-m221', 'delta-dvp'] as const;

const computed = z
  .object({
    notation: z.string(),
    ...wireAddress.shape,
    registers: z.number().int().meta({ description: '1 for a bit' }),
    types: z.array(z.string()).meta({ description: 'register types that fit, the usual one first' }),
    wordOrder: z.enum(['ABCD', 'CDAB']).nullable(),
    bit: z.number().int().nullable().meta({ description: 'bit of the register, for type bit' }),
    grade: z.enum(['A', 'B', 'C']).nullable().meta({ description: 'of the rule’s source; null for a plain address' }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ComputedAddress' });
export type ComputedAddress = z.infer<typeof computed>;

export const computeAddress = endpoint({
  ...commissioning,
  method: 'get',
  path: '/addresses',
  summary: 'The wire address that a register number or an operand of a PLC means',
  description:
    'Without `plc`: 40001, 400001, 4x0001, 0x0000, or a PDU address with `space`; `pdu 40001` where a PDU address looks like a register number. With it, operands as in ' +
    'the PLC’s program: %IW64, %MW100, DB.DBD4 (Siemens, MB_SERVER; `base` is the byte where MB_HOLD_REG begins), %MW10, %MF20, %M3 (Schneider), X17, Y0, M100, D200, C205 (Delta, X and Y octal).',
  faults: ['parameter', 'badRequest'],
  query: z.object({
    address: z.string().trim().min(1).max(40).meta({ freeText: true }),
    space: z.enum(['coil', 'discrete', 'holding', 'input']).optional(),
    plc: z.enum(plcFamilies).optional(),
    base: wholeNumber(0, 131_070).prefault(0),
  }),
  reply: computed,
});

export const plantTemplateEndpoints = [
  listTemplates,
  readTemplate,
  saveTemplate,
  deleteTemplate,
  createFromTemplate,
  computeAddress,
] as const;
