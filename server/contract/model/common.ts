import { z } from 'zod';
import { numbers, texts } from '../plainLists.ts';

/** Letters of a slot's quality: measured, shape estimated, volume estimated, backflow, missing, entered by a person, rejected. */
const qualityLetters = ['G', 'E', 'F', 'B', 'M', 'R', 'X'] as const;
export const qualityLetter = z.enum(qualityLetters);
export type QualityLetter = z.infer<typeof qualityLetter>;

const isRealDate = (day: number, month: number, year: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Length of a slot, the grid of all readings. */
export const SLOT_MS = 300_000;
/** A slot is settled so long after its end; until then it is not expected either, so that nothing seems to be missing. */
export const SETTLE_MS = 5000;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A calendar day without a change of clocks. */
export const DAY_MS = 24 * HOUR_MS;

/** A calendar date as DD/MM/YYYY that exists; parsed to ISO form YYYY-MM-DD. */
export const dmy = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: 'must be a date as DD/MM/YYYY', abort: true })
  .refine((text) => isRealDate(Number(text.slice(0, 2)), Number(text.slice(3, 5)), Number(text.slice(6))), {
    error: 'is a date that does not exist',
  })
  .transform((text) => `${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}`);

/** A time of day. */
export const hourMinute = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');
export const hourMinuteSecond = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'must be HH:MM:SS');

/** true/false in any case, 1/0. */
export const apiBoolean = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

/** Comma-separated, repeated or both. */
export const apiList = z.union([z.string(), z.array(z.string())]).transform((sent) =>
  [sent]
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Decimal digits alone, so that neither white space nor `0x10` or `1e3` passes for a number. */
const asDecimal = (sent: string | number): string | number =>
  typeof sent === 'string' && /^-?\d{1,20}(\.\d{1,20})?$/.test(sent) ? Number(sent) : sent;

/** A whole number in a query. One that is usual is given as `prefault`: documents do not show a `default` behind a conversion. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(asDecimal, z.number().int().min(least).max(most));

/** 0 is treated as 1000. */
export const divisionFactor = wholeNumber(0)
  .prefault(1000)
  .transform((factor) => (factor === 0 ? 1000 : factor));

export const isoTime = z.iso.datetime({ offset: true });
export const dmyText = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);
/** A number that cannot be computed is null, never 0. */
export const num = z.number().nullable();

export const stat = z
  .object({ value: num, unit: z.string(), completeness: z.number(), estimated: z.number().optional() })
  .meta({ id: 'Stat', description: '`estimated` is the part of the value that was not measured' });

/** Header of a change that is refused where somebody else changed the same meanwhile. */
export const ifMatch = z.object({
  'If-Match': z
    .string()
    .min(1, 'is empty: send the ETag, or leave the header out')
    .max(200)
    .optional()
    .meta({ description: 'ETag of the GET that the change was made from; another one is 409' }),
});

export const ok = z.object({ status: z.literal('success'), message: z.string() }).meta({ id: 'Ok' });

export const timeWindow = z
  .object({
    from: isoTime,
    to: isoTime,
    label: z.string(),
    timezone: z.string(),
    shiftStart: z.string(),
    open: z.boolean().meta({ description: 'still running' }),
  })
  .meta({ id: 'TimeWindow' });
export type TimeWindow = z.infer<typeof timeWindow>;

export const series = z
  .object({
    key: z.string(),
    name: z.string(),
    unit: z.string(),
    start: isoTime,
    stepMinutes: num,
    labels: texts().optional(),
    values: numbers(),
    quality: z.string(),
    total: num.optional(),
    min: num.optional().meta({ description: 'smallest of `values`, those without a value (M, X) left out' }),
    max: num.optional().meta({ description: 'largest of `values`' }),
    avg: num.optional().meta({
      description:
        'mean of `values`, those without a value left out; of a power factor that of the whole window, as a ratio of sums',
    }),
    completeness: z.number(),
  })
  .meta({ id: 'Series', description: 'equal steps from start; values.length === quality.length' });
export type Series = z.infer<typeof series>;

export const shift = z.object({ startAt: z.string(), endAt: z.string(), shiftName: z.string() }).meta({ id: 'Shift' });

const unitTypes = ['flow', 'stock', 'level', 'borewell', 'quality', 'energy', 'rain', 'manual', 'virtual'] as const;
export const unitType = z.enum(unitTypes);
export type UnitType = z.infer<typeof unitType>;

/** The family that says what a unit is, in the fixed order, then the ids that say what it counts as. */
export const standardCategoryIds = [
  'SOURCE_CATEGORY',
  'STOCK_CATEGORY',
  'GROUND_WATER_LEVEL',
  'QUALITY_CATEGORY',
  'ENERGY_CATEGORY',
  'ID_SOURCE',
  'ID_RAW_WATER_STOCK',
  'ID_CONSUMPTION',
  'ID_WATER_CREDITED',
  'ID_WATER_DEBITED',
  'RO_EFFICIENCY_PLANT',
] as const;
export type StandardCategoryId = (typeof standardCategoryIds)[number];

/** Kinds of entries in the ledger of a counter: see docs/domain.md 2.3. */
export const counterEventKind = z.enum([
  'rollover',
  'rollover_doubt',
  'counter_reset',
  'meter_change',
  'returned',
  'caught_up',
  'rejected',
  'backflow',
  'reverse_flow',
  'clock',
  'manual',
]);

/** The windows that readings are asked by. */
export const windowType = z.enum(['DAY', 'MONTH', 'YEAR', 'CUSTOM']);
export type WindowType = z.infer<typeof windowType>;
