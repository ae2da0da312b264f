import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, num, timeWindow, unitType } from '../model/common.ts';
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
    at: isoTime.nullable().meta({ description: 'when the last good value was measured' }),
    lt: num.optional().meta({ description: 'low and high limit, in the shown unit: KL, kWh, or the measure itself' }),
    ht: num.optional(),
    normal: z.object({ low: z.number(), high: z.number() }).optional().meta({
      description:
        'where nine tenths of this hour’s values of the last 7 days lay, in the same measure; the panel draws it as the normal band',
    }),
    staleAfterSeconds: z.number().optional().meta({
      description: 'two polling intervals: an older value is shown as stale, also while no message comes; 60 where absent',
    }),
  })
  .meta({ id: 'OverviewParam' });

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
      intake: compare,
      consumption: compare,
      energy: compare,
      stock: compare.extend({ percent: num, maxCapacity: num }).meta({ id: 'OverviewStock' }),
    }),
    devices: z.object({ total: z.number(), online: z.number() }),
    units: z.array(overviewUnit),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;

export const plantOverview = endpoint({
  base: 'plant',
  method: 'get',
  path: '/overview',
  summary: 'Every unit at a glance: latest values, today so far against the same time yesterday',
  description:
    'Today and yesterday are both counted from the start of the shift to the last closed slot, so a part day is never compared with a whole one. ' +
    'Intake sums the units of ID_SOURCE, consumption those of ID_CONSUMPTION, stock those of STOCK_CATEGORY.',
  auth: 'access',
  limit: 'default',
  faults: [],
  reply: overview,
});
