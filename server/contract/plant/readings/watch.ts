import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { dmy, dmyText, isoTime, num, timeWindow, wholeNumber } from '../../model/common.ts';

const plant = { base: 'plant', method: 'get', auth: 'access', limit: 'default' } as const;

const qualityParam = z.object({
  param: z.string(),
  name: z.string(),
  unit: z.string(),
  lt: num,
  ht: num,
  limitSource: z.string().nullable().meta({ description: 'the standard or consent from which the limits come' }),
  surrogate: z.boolean().meta({ description: 'inferred from another quantity, as COD from UV' }),
  labComparedOn: isoTime.nullable().meta({ description: 'when a surrogate was last compared with a laboratory' }),
  start: isoTime.meta({ description: 'start of the first quarter hour, on the clock' }),
  means: z.array(num).meta({
    description: 'mean of each quarter hour; null unless two of its three slots were measured while water flowed',
  }),
  states: z.string().meta({
    description:
      'one letter a quarter hour: i in the limits or without limits, l below, h above, n no water flowed, v too few valid slots, - not over yet',
  }),
  mean: num.meta({ description: 'of the valid slots of the day' }),
  min: num,
  max: num,
  p95: num.meta({ description: '95 of 100 valid slots were at most this' }),
  minutesOut: z.number().meta({ description: 'of quarter hours whose mean was outside the limits' }),
  minutesJudged: z.number().meta({ description: 'of quarter hours that were compared with the limits' }),
  minutesNoFlow: z.number(),
  validPct: z.number().meta({ description: 'percent of the elapsed slots that were measured while water flowed' }),
  days: z
    .array(z.object({ date: dmyText, minutesOut: z.number(), minutesJudged: z.number(), validPct: z.number() }))
    .meta({ description: 'the days before and the day itself, oldest first' }),
});
export type QualityParam = z.infer<typeof qualityParam>;

export const qualityDay = z
  .object({
    window: timeWindow,
    units: z.array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        subCategoryName: z.string(),
        underConsent: z.boolean().meta({ description: 'a discharge under a consent to operate' }),
        flowUnitId: z.string().nullable().meta({ description: 'meter of the water that passes the sensors' }),
        flowUnitName: z.string().nullable(),
        params: z.array(qualityParam.meta({ id: 'QualityParamDay' })),
      }),
    ),
  })
  .meta({ id: 'QualityOfDay' });
export type QualityOfDay = z.infer<typeof qualityDay>;

export const readQuality = endpoint({
  ...plant,
  path: '/quality',
  summary: 'Quarter-hour means of every quality parameter over a shift day, and how long they were outside their limits',
  description:
    'Regulators compare means of 15 minutes on the clock with a limit, not single readings. Only slots that were measured while water flowed past the sensor ' +
    'count; without a linked meter every measured slot does. days are the shift days before, whole.',
  faults: ['parameter'],
  query: z.object({ date1: dmy, days: wholeNumber(1, 92).prefault(30) }),
  reply: qualityDay,
});

export const tariffBlocks = z
  .object({
    window: timeWindow,
    currency: z.string(),
    demandRatePerKVA: num,
    ratePerKWh: num.meta({ description: 'of energy outside of all blocks' }),
    blocks: z.array(z.object({ from: z.string(), to: z.string(), ratePerKWh: z.number() })).meta({
      description: 'as they are entered, HH:MM on the plant’s clock',
    }),
    units: z.array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        kWh: num,
        blocks: z.array(z.object({ kWh: z.number(), cost: z.number() })).meta({ description: 'in the order of the blocks' }),
        outside: z.object({ kWh: z.number(), cost: num }).meta({ description: 'in no block' }),
        completeness: z.number(),
      }),
    ),
  })
  .meta({ id: 'TariffBlocks' });
export type TariffBlocks = z.infer<typeof tariffBlocks>;

export const readTariffBlocks = endpoint({
  ...plant,
  path: '/tariff-blocks',
  summary: 'Energy of every meter by the blocks of the tariff',
  description:
    'DAY is the shift day date1, MONTH the month to date1. Each 5-minute slot belongs to the block in which it begins.',
  faults: ['parameter'],
  query: z.object({ date1: dmy, type: z.enum(['DAY', 'MONTH']).default('DAY') }),
  reply: tariffBlocks,
});

const wellPermit = z.object({
  unitId: z.string(),
  unitName: z.string(),
  number: z.string(),
  validTo: dmyText,
  permittedKLD: num,
  permittedKLY: num,
  todayKL: num,
  yearFrom: dmyText.meta({ description: 'first day of the permit’s year' }),
  yearKL: num.meta({ description: 'abstracted since then' }),
  yearCompleteness: z.number().meta({ description: 'percent of the slots since then that were measured' }),
  meanKLD: num.meta({ description: 'mean of those of the last 30 whole days of which nine tenths are known' }),
  daysLeft: num.meta({
    description:
      'until the year’s permit is used up at meanKLD, or the permit ends; 0 of one that has ended; null without a year’s permit, or where nothing is abstracted',
  }),
  yearEndsIn: z.number().int().meta({ description: 'days until the permit’s year ends' }),
  endsIn: z.number().int().meta({ description: 'days until validTo, the last day of the permit; below 0 once it has ended' }),
});
export type WellPermit = z.infer<typeof wellPermit>;

export const readPermits = endpoint({
  ...plant,
  path: '/permits',
  summary: 'What is left of every permit to abstract groundwater',
  description:
    'The permit’s year begins on 1 April, or with the month from which the alarm of the well counts it. Days without a reading count nothing, so that yearKL is a lower bound where yearCompleteness is below 100.',
  faults: [],
  reply: z.object({ asOf: isoTime, wells: z.array(wellPermit.meta({ id: 'WellPermit' })) }),
});

export const watchEndpoints = [readQuality, readTariffBlocks, readPermits] as const;
