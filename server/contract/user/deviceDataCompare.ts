import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiList, divisionFactor, dmy, num, series, timeWindow, windowType } from '../model/common.ts';
import { totalMeanings, totalReason } from '../model/totals.ts';

const by = z.enum(['UNIT', 'SUB_CATEGORY']);
const MOST_IDS = 100;

const compareSide = z
  .object({
    window: timeWindow,
    siUnit: z.string().meta({ description: 'unit of every total; empty where nothing adds up' }),
    by,
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        total: num.meta({ description: `of a unit its own, of a sub-category the ${totalMeanings.subCategory}` }),
        totalReason: totalReason.optional(),
        completeness: z.number(),
        graph: series,
      }),
    ),
    total: num.meta({ description: 'of all units of the items, each litre once; null with `totalReason`' }),
    totalReason: totalReason.optional(),
  })
  .meta({ id: 'CompareSide' });
export type CompareSide = z.infer<typeof compareSide>;

const ids = apiList
  .refine((list) => list.length > 0, { error: 'must have at least 1 entry' })
  .refine((list) => list.length <= MOST_IDS, { error: `must have at most ${MOST_IDS} entries` })
  .meta({ description: 'ids of units or sub-categories of the category, comma-separated, repeated or both' });

export const compareDeviceData = endpoint({
  base: 'user',
  method: 'get',
  path: '/deviceDataV2/compare',
  summary: 'Two sets of units or sub-categories, each over its own window',
  description:
    'data1 is ids1 over the window of dateA1 (with CUSTOM to dateA2), data2 is ids2 over that of dateB1 (to dateB2). Windows and buckets are those of ' +
    'deviceDataV2: a CUSTOM one is at most 5 years. Items come in the order asked, each once. A total is a sum of counters or of stocks; levels and quality have none, only a graph.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({
    dateA1: dmy,
    dateA2: dmy.optional(),
    dateB1: dmy,
    dateB2: dmy.optional(),
    ids1: ids,
    ids2: ids,
    category: z.string().max(100).meta({ description: 'standard category id' }),
    divisionFactor,
    type: windowType.default('DAY'),
    by: by.default('UNIT'),
  }),
  reply: z.object({ data1: compareSide, data2: compareSide }).meta({ id: 'CompareResponse' }),
});
