import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, num, qualityLetter, timeWindow, unitType } from '../model/common.ts';
import { fieldQuality } from '../model/field.ts';
import { totalReason } from '../model/totals.ts';

/** A number beside the like one before it. */
export const compare = z
  .object({
    value: num,
    totalReason: totalReason.optional().meta({ description: 'of a total that is null' }),
    unit: z.string(),
    completeness: z.number().meta({ description: 'percent of the elapsed slots that were measured or entered' }),
    estimated: z.number().optional().meta({ description: 'the part of the value whose volume was estimated' }),
    previous: num,
    changePct: num,
    target: num.optional(),
    status: z.enum(['good', 'watch', 'bad', 'unknown']).optional().meta({
      description: 'against the target; unknown without one, without a value, and below 90 % complete',
    }),
  })
  .meta({ id: 'Compare' });
export type Compare = z.infer<typeof compare>;

const overviewParam = z
  .object({
    param: z.string(),
    name: z.string(),
    measure: z.string().meta({
      description: 'stored unit of the value, the same as in live messages: L, Wh, mm, m, m3/h, kW, or the parameter’s own',
    }),
    value: num,
    quality: fieldQuality,
    letter: qualityLetter.optional().meta({ description: 'of a moment of the past: of the slot that ended then' }),
    at: isoTime.nullable().meta({ description: 'when the last good value was measured' }),
    lt: num.optional().meta({ description: 'low and high limit, in the shown unit: KL, kWh, or the measure itself' }),
    ht: num.optional(),
    normal: z.object({ low: z.number(), high: z.number() }).optional().meta({
      description:
        'where nine tenths of this hour’s values of the last 7 days were, in the same measure; the panel draws it as the normal band',
    }),
    staleAfterSeconds: z.number().optional().meta({
      description:
        'two polling intervals: an older value is shown as stale, also while no message comes; absent where nothing is polled',
    }),
    lastValue: num.optional().meta({ description: 'the last good value, where the last attempt brought none; measured `at`' }),
  })
  .meta({ id: 'OverviewParam' });

const tankForecast = z
  .object({
    ratePerHour: z.number().meta({ description: 'change of the volume in the last hour, in siUnit an hour' }),
    hoursToFull: num.meta({
      description: 'at that rate; null where it does not rise, or by less than 0.5 % of the capacity an hour',
    }),
    hoursToEmpty: num.meta({ description: 'at that rate; null where it does not fall, or by less than 0.5 % an hour' }),
  })
  .meta({ id: 'TankForecast' });
export type TankForecast = z.infer<typeof tankForecast>;

const weekdayBand = z
  .object({
    n: z
      .number()
      .int()
      .meta({ description: 'days with a value, of the last 8 of the same weekday; the ends of the band need 4' }),
    median: num.meta({ description: 'of those days' }),
    low: num.meta({ description: 'a tenth of the days were below; at least 3 % below the median' }),
    high: num.meta({ description: 'a tenth of the days were above; at least 3 % above the median' }),
    changePct: num.meta({
      description: 'of the value against the median, only where it is outside of the band and nearly all of it was measured',
    }),
  })
  .meta({ id: 'WeekdayBand' });
export type WeekdayBand = z.infer<typeof weekdayBand>;

const overviewMeters = z
  .object({
    unitIds: z.array(z.string()).meta({ description: 'what is added up, each water counted once' }),
    reporting: z.number().int().meta({ description: 'how many of them report now' }),
  })
  .meta({ id: 'OverviewMeters' });

const overviewKpi = compare
  .extend({
    sameWeekday: weekdayBand.meta({ description: 'The same weekdays before, each to the same distance from its start' }),
    meters: overviewMeters.meta({ description: 'What makes the figure' }),
  })
  .meta({ id: 'OverviewKpi' });
export type OverviewKpi = z.infer<typeof overviewKpi>;

const silentReason = z.enum([
  'lineDown',
  'noAnswer',
  'badAnswers',
  'disabled',
  'badValues',
  'noDevice',
  'neverEntered',
  'noValues',
]);

const silentCause = z
  .object({
    kind: z
      .enum(['line', 'device', 'unit'])
      .meta({ description: 'what is in trouble: a line with all on it, a device, or single units' }),
    id: z.string().nullable().meta({ description: 'of the connection or the device; null of units' }),
    name: z.string().meta({ description: 'of the connection or the device; empty of units' }),
    reason: silentReason.meta({
      description:
        'lineDown: no connection; noAnswer: nothing answers on the line, or the device does not; badAnswers: answers that cannot be used; ' +
        'disabled: switched off in the configuration; badValues: it answers without a good value; noDevice: nothing feeds the unit; ' +
        'neverEntered: a unit entered by hand without a value yet; noValues: of a moment of the past, nothing was measured in its slot',
    }),
    detail: z.string().nullable().meta({ description: 'what the line or the device said last, in English' }),
    address: z.string().optional().meta({ description: 'of the line; only for who has the right COMMISSIONING' }),
    since: isoTime.nullable().meta({ description: 'the last good answer; null where there was none since the start' }),
    unitIds: z.array(z.string()),
  })
  .meta({ id: 'SilentCause' });
export type SilentCause = z.infer<typeof silentCause>;

const overviewUnit = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    type: unitType,
    standardCategoryId: z.string(),
    standardCategoryIds: z.array(z.string()),
    categoryId: z.string(),
    subCategory: z.object({ id: z.string(), displayName: z.string(), group: z.string() }),
    siUnit: z.string(),
    online: z.boolean(),
    /** Latest live values, the unit's main one first. */
    params: z.array(overviewParam),
    /** From the shift's start to the last closed slot, in siUnit; null where the unit has no total (quality, level). */
    today: z.object({ value: num, completeness: z.number(), estimated: z.number() }),
    yesterdaySoFar: z.object({ value: num, completeness: z.number() }),
    changePct: num,
    threshold: num.optional(),
    maxCapacity: num.optional(),
    /** Of a tank, by volume. */
    percent: num.optional(),
    waterStands: z.literal(true).optional().meta({
      description:
        'of a unit of quality whose water is metered: no water flowed past its sensors in the last slot, so that its values say nothing of the water and are held against no limit',
    }),
    forecast: tankForecast.optional().meta({ description: 'of a tank whose volume is known now and an hour ago' }),
  })
  .meta({ id: 'OverviewUnit' });
export type OverviewUnit = z.infer<typeof overviewUnit>;

export const overview = z
  .object({
    industryName: z.string(),
    /** The running shift day. */
    window: timeWindow,
    /** Up to here both days are counted. */
    comparedTo: isoTime,
    kpis: z.object({
      intake: overviewKpi,
      consumption: overviewKpi,
      energy: overviewKpi,
      stock: overviewKpi.extend({ percent: num, maxCapacity: num }).meta({ id: 'OverviewStock' }),
      discharge: overviewKpi.meta({ description: 'What leads to a discharge of the water balance' }),
    }),
    silent: z.array(silentCause).meta({ description: 'why units do not report, grouped by cause; the most units first' }),
    devices: z.object({ total: z.number(), online: z.number() }),
    units: z.array(overviewUnit),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;

export const plantOverview = endpoint({
  base: 'plant',
  wall: true,
  method: 'get',
  path: '/overview',
  summary: 'Every unit at a glance: latest values, today so far against the same time yesterday',
  description:
    'Today and yesterday are both counted from the start of the shift to the last closed slot, so a part day is never compared with a whole one. ' +
    'Intake sums the units of ID_SOURCE, consumption those of ID_CONSUMPTION (where none is, those of ID_SOURCE), stock those of STOCK_CATEGORY, discharge the meters that lead ' +
    'to a discharge of the water balance, each water once. A meter that joined today is expected only since then.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: [],
  reply: overview,
});

const hourFigures = z
  .object({
    unit: z.string(),
    values: z.array(num).meta({ description: 'of each hour: the volume, of stock the last level; null where nothing is known' }),
    quality: z.string().meta({ description: 'a letter an hour' }),
    median: z.array(num).meta({ description: 'of the same hour of the last 8 of the same weekday' }),
    low: z.array(num),
    high: z.array(num),
  })
  .meta({ id: 'HourFigures' });
export type HourFigures = z.infer<typeof hourFigures>;

export const hours = z
  .object({
    from: isoTime,
    timezone: z.string(),
    shiftStart: isoTime.nullable().meta({ description: 'where a shift day begins within these hours' }),
    intake: hourFigures,
    consumption: hourFigures,
    stock: hourFigures,
    rainMm: num.meta({ description: 'of these hours; null without a gauge' }),
  })
  .meta({ id: 'OverviewHours' });

export const overviewHours = endpoint({
  base: 'plant',
  wall: true,
  method: 'get',
  path: '/overview/hours',
  summary: 'Intake, use and stock of the last 24 hours, with the band of the same weekday',
  description: 'Hours counted from the start of the shift, the running one last. The band is that of /overview.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: [],
  reply: hours,
});
export type OverviewHours = z.infer<typeof hours>;
