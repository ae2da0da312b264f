import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { divisionFactor, dmy, dmyText, num, series, timeWindow } from '../model/common.ts';
import { totalMeanings, totalReason } from '../model/totals.ts';
import { compare } from '../plant/overview.ts';
import { alertItem } from './alerts.ts';
import { unitV1 } from './deviceDataV1.ts';

const summaryUnit = unitV1.extend({ alerts: z.array(alertItem) }).meta({ id: 'SummaryUnit' });
const halfHours = series.optional();

export const summaryPageBody = z
  .object({
    date: dmyText,
    window: timeWindow,
    categories: z.array(
      z.object({
        category: z.string(),
        displayName: z.string(),
        total: compare.meta({ description: totalMeanings.category }),
        subCategories: z.array(
          z.object({
            id: z.string(),
            displayName: z.string(),
            total: num.meta({ description: totalMeanings.subCategory }),
            unit: z.string().meta({ description: 'of total' }),
            totalReason: totalReason.optional(),
            units: z.array(summaryUnit),
          }),
        ),
      }),
    ),
    lineGraph: z.object({ rawWaterStock: halfHours, source: halfHours, consumption: halfHours }).optional().meta({
      description: 'of the shift day date1, by half hours; each line only where the industry has its standard category',
    }),
    alertCount: z.number().int(),
  })
  .meta({ id: 'SummaryPage' });
export type SummaryPage = z.infer<typeof summaryPageBody>;

export const summaryPage = endpoint({
  base: 'user',
  method: 'get',
  path: '/summaryPage',
  summary: 'All enabled categories at once, with the day’s alerts and the lines of stock, source and consumption',
  description:
    'HOUR is the shift day of date1 by hours, DATE the month to date1 by days, MONTH the year to date1 by months, YEAR by years from the date the industry ' +
    'joined. Each unit carries the alerts raised on the shift day date1. A line has a leading point of value 0 and quality M at the start of the day, then ' +
    'one for each half hour that ends: 48 on an ordinary day, 46 and 50 where the clocks change.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: ['parameter'],
  query: z.object({ date1: dmy, divisionFactor, type: z.enum(['HOUR', 'DATE', 'MONTH', 'YEAR']).default('HOUR') }),
  reply: summaryPageBody,
});
export type SummaryQuery = z.output<typeof summaryPage.query>;
