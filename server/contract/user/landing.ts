import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiBoolean, dmy, dmyText, isoTime, num, series, timeWindow, windowType } from '../model/common.ts';
import { totalMeanings } from '../model/totals.ts';
import { compare } from '../plant/overview.ts';
import { alertItem } from './alerts.ts';
import { latestUnit, latestValue } from './deviceData.ts';

const landingUnit = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    value: num.meta({ description: 'total of a meter over the window, latest value of anything else' }),
    latest: latestValue,
    latestUnit,
    latestAt: isoTime.nullable().meta({ description: 'there whenever `latest` is' }),
    online: z.boolean(),
    threshold: num.meta({ description: 'in siUnit of the category; null beside what is no amount' }),
    counted: z.boolean().meta({ description: totalMeanings.counted }),
    alerting: z.boolean().meta({ description: 'has an alarm that is not resolved' }),
  })
  .meta({ id: 'LandingUnit' });

const landingCategory = z
  .object({
    standardCategoryId: z.string(),
    name: z.string(),
    siUnit: z.string(),
    total: compare.meta({
      description: `${totalMeanings.category}. Beside the like window before, counted just as far as this one has run; target and status from the same units`,
    }),
    likeForLike: z.object({ label: z.string(), value: num }).meta({
      description:
        'DAY: mean of the last 7 same weekdays to this time of day; MONTH: mean of the last 3 months to the same day; else the like window before',
    }),
    threshold: num.meta({ description: `${totalMeanings.target}: of a day with DAY, of a month with MONTH` }),
    units: z.array(landingUnit),
    graph: series,
  })
  .meta({ id: 'LandingCategory' });
export type LandingCategory = z.infer<typeof landingCategory>;

const summaryLine = z
  .object({
    text: z.string(),
    severity: z
      .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
      .meta({ description: '1 act now, 2 look today, 3 note, 4 as normal' }),
    unitId: z.string().optional(),
  })
  .meta({ id: 'LandingSummaryLine' });
export type LandingSummaryLine = z.infer<typeof summaryLine>;

const landingKpis = z
  .object({
    day: z
      .object({
        consumption: compare.meta({ description: 'of the shift day; beside the day before to the same time' }),
        unit: z.string().meta({ description: 'of sameWeekdays' }),
        sameWeekdays: num.meta({ description: 'mean of the last 7 same weekdays to this time of day' }),
        sameWeekdaysChangePct: num,
        to: isoTime.meta({ description: 'how far the day is counted' }),
      })
      .meta({ description: 'of what counts as ID_CONSUMPTION; where nothing does, of ID_SOURCE' }),
    month: z.object({
      unit: z.string().meta({ description: 'of toDate, threshold and lastThreeMonths' }),
      toDate: num,
      threshold: num,
      usedPct: num.meta({ description: 'of the threshold' }),
      lastThreeMonths: num.meta({ description: 'their mean to the same day' }),
      changePct: num,
    }),
    stock: z.object({ value: num, unit: z.string(), percent: num, autonomyHours: num }).meta({
      description: 'at the end of the date, or now; autonomy at the consumption of the last 24 hours',
    }),
    worstNode: z
      .object({ nodeId: z.string(), label: z.string(), unaccountedKL: num, unaccountedPct: num, z: num, status: z.string() })
      .nullable()
      .meta({ description: 'of the water balance on the date: the node farthest from closing' }),
    roRecoveryPct: num,
    qualityInLimitPct: num.meta({ description: 'quarter hours of the date within both limits, of those that were measured' }),
  })
  .meta({ id: 'LandingKpis' });
export type LandingKpis = z.infer<typeof landingKpis>;

export const landingBody = z
  .object({
    date: dmyText,
    type: windowType,
    window: timeWindow,
    categories: z.array(landingCategory),
    kpis: landingKpis,
    devices: z.object({
      total: z.number().int(),
      online: z.number().int(),
      offline: z.array(z.object({ unitId: z.string(), unitName: z.string(), since: isoTime.nullable() })),
    }),
    alerts: z
      .object({
        total: z.number().int().meta({ description: 'raised in the window' }),
        open: z.number().int().meta({ description: 'not resolved now; insights are not counted' }),
        byPriority: z.record(z.string(), z.number().int()).meta({ description: 'of the open ones: 1 critical to 4 low' }),
        byType: z.record(z.string(), z.number().int()).meta({ description: 'raised in the window, by category' }),
        latest: z.array(alertItem).meta({ description: 'at most 10, newest first' }),
      })
      .optional(),
    pastThreeMonths: z
      .array(z.object({ month: z.string(), unit: z.string(), total: num, toSameDay: num, completeness: z.number() }))
      .optional()
      .meta({ description: 'consumption in `unit`, the newest month first' }),
    summary: z.array(summaryLine).optional().meta({ description: 'the most urgent first' }),
    refreshedAt: isoTime,
  })
  .meta({ id: 'LandingUserData' });
export type LandingUserData = z.infer<typeof landingBody>;

/** Stored units, not rounded, by unit and parameter. */
const rawDictionary = z
  .object({ raw: z.literal(true) })
  .catchall(z.unknown())
  .meta({
    id: 'LandingRaw',
    description: 'formatter=ai: the unmodelled dictionary, in stored units (L, Wh, m, mm), not rounded',
  });

export const landingUserData = endpoint({
  base: 'user',
  method: 'get',
  path: '/landingPage/userData',
  summary: 'One plant at a glance: totals by category, comparisons of like with like, devices, alerts and a summary in words',
  description:
    'The window is that of deviceDataV2. Categories come in the fixed order SOURCE_CATEGORY, STOCK_CATEGORY, GROUND_WATER_LEVEL, QUALITY_CATEGORY, ' +
    'ENERGY_CATEGORY, then ID_SOURCE and ID_CONSUMPTION, each where the industry has it. A part of a day is never compared with a whole one. Volumes are ' +
    'in the unit of measure of their category, energies too. A sentence of the summary is left out where a number of it is not known.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: ['parameter'],
  query: z.object({
    date: dmy,
    type: windowType.default('MONTH'),
    date2: dmy.optional().meta({ description: 'end of the window with CUSTOM' }),
    pastThreeMonthsEnabled: apiBoolean.default(true),
    summaryData: apiBoolean.default(true),
    alertsEnabled: apiBoolean.default(true),
    formatter: z.enum(['default', 'ai']).default('default'),
  }),
  reply: z.union([landingBody, rawDictionary]),
});
export type LandingQuery = z.output<typeof landingUserData.query>;
