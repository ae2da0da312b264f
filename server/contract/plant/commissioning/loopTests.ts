import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, num, wholeNumber } from '../../model/common.ts';
import { commissioning, idPath } from '../row.ts';

const MIB = 1_048_576;

const text = (most: number) => z.string().trim().max(most);
const reading = z.number().nullable().default(null);

const point = z.object({
  reference: z.number().meta({ description: 'what the reference instrument or the standard says' }),
  asFound: reading.meta({ description: 'what the meter showed before it was touched' }),
  asLeft: reading.meta({ description: 'what it showed afterwards; null: it was left as found' }),
});

export const loopTestSpec = z.object({
  unitId: z.string().min(1).max(64),
  param: z.string().min(1).max(64),
  testedAt: isoTime,
  testedBy: text(100).min(1).meta({ description: 'who held the instrument; who saved it is kept besides' }),
  reference: z.object({
    instrument: text(100).min(1),
    serial: text(100).default(''),
    certificate: text(100).default(''),
    validTo: z.iso.date().nullable().default(null),
  }),
  measure: text(20).default(''),
  span: z.number().positive().nullable().default(null).meta({ description: 'measuring range, for a tolerance in % of span' }),
  tolerancePct: z.number().positive().max(100).nullable().default(null),
  toleranceOf: z.enum(['reading', 'span']).default('reading'),
  points: z.array(point).min(1).max(50),
  dueOn: z.iso.date().nullable().default(null).meta({ description: 'first day on which the next one is due' }),
  note: text(2000).default(''),
  corrects: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .meta({ description: 'id of the test that this one takes the place of' }),
});
export type LoopTestSpec = z.output<typeof loopTestSpec>;

const deviation = z.object({
  absolute: num,
  pctOfReading: num.meta({ description: 'of the reference; null where that is 0' }),
  pctOfSpan: num,
});

const photo = z.object({
  id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  savedAt: isoTime,
  savedBy: z.string(),
});

export const loopTest = loopTestSpec
  .extend({
    id: z.string(),
    unitName: z.string(),
    points: z.array(point.extend({ asFoundDeviation: deviation, asLeftDeviation: deviation })),
    result: z
      .enum(['pass', 'fail'])
      .nullable()
      .meta({ description: 'of the readings as left, or as found where it was left so; null without a tolerance' }),
    asFoundResult: z.enum(['pass', 'fail']).nullable(),
    photos: z.array(photo),
    correctedBy: z.string().nullable(),
    savedAt: isoTime,
    savedBy: z.string(),
  })
  .meta({ id: 'LoopTest' });
export type LoopTest = z.infer<typeof loopTest>;

export const listLoopTests = endpoint({
  ...commissioning,
  method: 'get',
  path: '/loop-tests',
  summary: 'Loop tests, newest first, of one unit or all',
  faults: [],
  query: z.object({
    unitId: z.string().min(1).max(64).optional(),
    limit: wholeNumber(1, 500).prefault(100),
  }),
  reply: z.object({ loopTests: z.array(loopTest) }),
});

export const readLoopTest = endpoint({
  ...commissioning,
  method: 'get',
  path: '/loop-tests/{id}',
  summary: 'One loop test, as a certificate prints it',
  faults: ['notFound'],
  params: idPath,
  reply: loopTest,
});

export const saveLoopTest = endpoint({
  ...commissioning,
  method: 'post',
  path: '/loop-tests',
  creates: true,
  audit: 'loopTest.save',
  summary: 'Keeps a loop test for good',
  description:
    'Deviations and the result are worked out from the readings. A test is never changed: a wrong one is corrected by another that names it in `corrects`. Photos follow one by one. The same test or photo sent again, as after a lost answer, is the one that is there.',
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  body: loopTestSpec,
  reply: loopTest,
});

export const addLoopTestPhoto = endpoint({
  ...commissioning,
  method: 'post',
  path: '/loop-tests/{id}/photos',
  creates: true,
  audit: 'loopTest.photo',
  summary: 'Adds a photo to a loop test',
  description:
    'PNG, JPEG or WebP by content, at most 2 MiB and 4096 x 4096 pixels, four at a test. What travelled along is left out: where it was taken, and which side is up, so turn it upright before.',
  faults: ['parameter', 'badRequest', 'notFound', 'conflict'],
  params: idPath,
  upload: { field: 'photo', maxBytes: 2 * MIB },
  reply: photo,
});

export const readLoopTestPhoto = endpoint({
  ...commissioning,
  method: 'get',
  path: '/loop-tests/{id}/photos/{photoId}',
  summary: 'A photo of a loop test',
  faults: ['notFound'],
  params: idPath.extend({ photoId: z.string().min(1).max(64) }),
  media: ['image/png', 'image/jpeg', 'image/webp'],
  reply: z.unknown().meta({ type: 'string', format: 'binary' }),
});

const calibration = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    param: z.string().nullable(),
    state: z.enum(['overdue', 'due', 'ok', 'undated', 'never']),
    testedAt: isoTime.nullable(),
    loopTestId: z.string().nullable(),
    result: z.enum(['pass', 'fail']).nullable(),
    dueOn: z.string().nullable(),
    daysLeft: z.number().int().nullable().meta({ description: 'below 0 when it is overdue' }),
  })
  .meta({ id: 'Calibration' });
export type Calibration = z.infer<typeof calibration>;

export const listCalibrations = endpoint({
  ...commissioning,
  method: 'get',
  path: '/calibrations',
  summary: 'When the meters are to be tested again, the most urgent first',
  description:
    'The newest uncorrected loop test of every parameter that was tested, and every unit in service that measures and never was. due: within `withinDays`; undated: tested, without a date for the next.',
  faults: [],
  query: z.object({ withinDays: wholeNumber(0, 3660).prefault(30) }),
  reply: z.object({ today: z.iso.date(), calibrations: z.array(calibration) }),
});

export const plantLoopTestEndpoints = [
  listLoopTests,
  readLoopTest,
  saveLoopTest,
  addLoopTestPhoto,
  readLoopTestPhoto,
  listCalibrations,
] as const;
