import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, num } from '../model/common.ts';

/** Name of one stored form; a site has one. */
const typeId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'must be letters, digits, - and _, at most 40');
const step = z.number().int().min(1).max(6);
export type FwiStep = 1 | 2 | 3 | 4 | 5 | 6;

export const fwiBody = z.object({
  step,
  data: z.record(z.string().max(100), z.unknown()),
  typeId: typeId.optional().meta({ description: 'which site; the plant itself where absent' }),
  version: z
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'of the form that the step was made from, 0 before the first; another one is 409' }),
});
export type FwiBody = z.output<typeof fwiBody>;

const scalarField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['number', 'text', 'select', 'date']),
  unit: z.string().optional(),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type FwiColumn = z.infer<typeof scalarField>;

const formField = scalarField.extend({
  type: z.enum(['number', 'text', 'select', 'table', 'date', 'map']),
  columns: z.array(scalarField).optional().meta({ description: 'of a table' }),
  value: z.unknown().optional().meta({ description: 'what was entered before, or what the plant’s configuration suggests' }),
});
export type FwiField = z.infer<typeof formField>;

const fwiResult = z
  .object({
    freshIndex: num.meta({ description: '1 - fresh / total demand, once the rain is used' }),
    replacedKL: num.meta({ description: 'fresh water a year that the rain replaces' }),
    saving: num.meta({ description: 'a year, after the yearly cost' }),
    paybackYears: num.meta({ description: 'investment over saving; null where nothing is saved' }),
    selfSufficientMonths: num.meta({ description: 'calendar months whose rain would meet the demand that it may replace' }),
    basis: z.enum(['days', 'normals']).nullable().meta({
      description:
        'days: daily balance of at least a year of rain; normals: a monthly balance without first flush, an upper limit',
    }),
    years: num.meta({ description: 'of rain known day by day' }),
    currency: z.string(),
  })
  .meta({ id: 'FwiResult' });
export type FwiResult = z.infer<typeof fwiResult>;

const fwiNext = z
  .object({
    status: z.literal('success'),
    typeId: z.string(),
    step,
    nextStep: step.nullable(),
    complete: z.boolean(),
    version: z.number().int(),
    form: z.array(formField).meta({ description: 'of the next step' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'what was stored but does not fit together; the result needs it' }),
    result: fwiResult.optional(),
  })
  .meta({ id: 'FwiNext' });
export type FwiNext = z.infer<typeof fwiNext>;

const fwiStored = z
  .object({
    typeId: z.string(),
    step: step.meta({ description: 'the step to go on with; 6 once complete' }),
    complete: z.boolean(),
    version: z.number().int(),
    steps: z.record(z.string(), z.object({ data: z.record(z.string(), z.unknown()), savedAt: isoTime, userId: z.string() })),
    form: z.array(formField).meta({ description: 'of that step' }),
    result: fwiResult.optional(),
  })
  .meta({ id: 'FwiStored' });
export type FwiStored = z.infer<typeof fwiStored>;

export const saveFwiInput = endpoint({
  base: 'user',
  method: 'post',
  path: '/fwi/userDataInput',
  summary: 'Store one step of the fresh-water form and get the next',
  description:
    'Six steps: 1 site, 2 catchments, 3 storage and recharge, 4 demand, 5 sources and cost, 6 review. A step needs those before it. ' +
    'Data that breaks a rule is 400 with every fault and its path, and nothing is stored. Every version is kept.',
  auth: 'access',
  limit: 'default',
  faults: ['badRequest', 'conflict'],
  audit: 'fwi.input',
  body: fwiBody,
  reply: fwiNext,
});

export const readFwiInput = endpoint({
  base: 'user',
  method: 'get',
  path: '/fwi/userDataInput',
  summary: 'The stored fresh-water form of a site, with its result once complete',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({ typeId }),
  reply: fwiStored,
});

export const freshWaterStep = endpoint({
  base: 'plant',
  method: 'get',
  path: '/fresh-water/{step}',
  summary: 'The form of one step of the fresh-water form, also before anything was stored',
  description: 'Each field with what was entered, else with what the configuration of the plant suggests.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  params: z.object({ step: z.enum(['1', '2', '3', '4', '5', '6']) }),
  query: z.object({ typeId: typeId.optional().meta({ description: 'which site; the plant itself where absent' }) }),
  reply: z
    .object({
      typeId: z.string(),
      version: z.number().int().meta({ description: '0: nothing was stored yet' }),
      entered: z.array(step).meta({ description: 'the steps that are stored and right' }),
      form: z.array(formField),
    })
    .meta({ id: 'FreshWaterStep' }),
});
export type FreshWaterStep = z.infer<typeof freshWaterStep.reply>;

export const fwiEndpoints = [saveFwiInput, readFwiInput] as const;
