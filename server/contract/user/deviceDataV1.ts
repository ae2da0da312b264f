import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiBoolean, divisionFactor, dmy, dmyText, isoTime, num, series, timeWindow } from '../model/common.ts';
import { totalMeanings, totalReason } from '../model/totals.ts';
import { energyUnit, latestUnit, latestValue, qualityUnit, stockDay } from './deviceData.ts';

const categories = ['source', 'stock', 'energy', 'quality'] as const;
const types = ['HOUR', 'DATE', 'MONTH', 'YEAR'] as const;
export type DeviceCategory = (typeof categories)[number];

export const unitV1 = z
  .object({
    unitId: z.string(),
    displayName: z.string(),
    siUnit: z.string(),
    value1: num.meta({ description: 'total of a meter over the window of date1, latest value of anything else' }),
    counted: z.boolean().meta({ description: totalMeanings.counted }),
    countedInSub: z.boolean().meta({ description: totalMeanings.countedInSub }),
    value2: num.optional().meta({ description: 'the same for date2' }),
    online: z.boolean(),
    lastUpdatedAt: isoTime.nullable().meta({ description: 'when `latest` was read; there whenever `latest` is' }),
    latest: latestValue,
    latestUnit,
    threshold: num.meta({
      description: 'limit of the window in siUnit: of a day with HOUR, of a month with DATE; null beside what is no amount',
    }),
    meta: z.object({ maxCapacity: z.number().optional().meta({ description: 'in siUnit; of a meter for a day' }) }),
    completeness: z.number(),
    series1: series,
    series2: series.optional(),
    stock: stockDay.optional(),
    quality: qualityUnit.optional(),
    energy: energyUnit.optional(),
  })
  .meta({ id: 'DeviceUnitV1' });
export type DeviceUnitV1 = z.infer<typeof unitV1>;

const qualityDay = z
  .object({
    date: dmyText,
    unitId: z.string(),
    params: z.record(
      z.string(),
      z.object({
        min: num,
        max: num,
        avg: num,
        p95: num.meta({ description: 'the value that 95 % of the valid slots do not exceed' }),
        minutesOut: z.number().meta({ description: '15 for every quarter hour on the clock whose mean is outside the limits' }),
        validPct: z.number().meta({ description: 'of the day’s slots; where no water flows, a value is not valid' }),
      }),
    ),
  })
  .meta({ id: 'QualityDay' });
export type QualityDay = z.infer<typeof qualityDay>;

export const deviceDataV1Body = z
  .object({
    category: z.enum(categories),
    type: z.enum(types),
    siUnit: z.string(),
    window1: timeWindow,
    window2: timeWindow.optional(),
    total1: num.meta({ description: totalMeanings.category }),
    totalReason: totalReason.optional(),
    total2: num.optional().meta({ description: 'of the same units in the second window' }),
    completeness: z
      .number()
      .meta({ description: 'percent of the elapsed slots, of the units in the total; of all units where there is none' }),
    subCategories: z.array(
      z.object({
        id: z.string(),
        displayName: z.string(),
        group: z.string(),
        online: z.boolean().meta({ description: 'one of its units is' }),
        total1: num.meta({ description: totalMeanings.subCategory }),
        totalReason: totalReason.optional(),
        total2: num.optional(),
        units: z.array(unitV1),
      }),
    ),
    history: z.object({ days: z.array(qualityDay) }).optional(),
  })
  .meta({ id: 'DeviceDataV1' });
export type DeviceDataV1 = z.infer<typeof deviceDataV1Body>;

export const deviceDataV1 = endpoint({
  base: 'user',
  method: 'get',
  path: '/deviceData',
  summary: 'Readings of a category by hours, days, months or years',
  description:
    'HOUR is the shift day of date1 by hours, DATE the month to date1 by days, MONTH the year to date1 by months, YEAR by years from the date the ' +
    'industry joined. date2 asks for the like window of another date; total2, value2 and series2 are there only then. includeToday=false leaves out ' +
    'the running shift day: its readings and the latest values. quality with HOUR holds the seven days before date1 besides. An unknown ' +
    'subCategory gives empty lists; with subCategory the total is that sub-category’s own. divisionFactor divides volumes and energies only.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: ['parameter', 'noData'],
  query: z.object({
    date1: dmy,
    date2: dmy.optional(),
    category: z
      .string()
      .max(100)
      .meta({ description: categories.join(', ') }),
    subCategory: z.string().max(100).optional(),
    divisionFactor,
    type: z.enum(types),
    includeToday: apiBoolean.default(true),
  }),
  reply: deviceDataV1Body,
});
