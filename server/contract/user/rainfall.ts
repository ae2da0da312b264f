import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { divisionFactor, dmy, dmyText, num, series, timeWindow } from '../model/common.ts';

const windowType = z.enum(['DAY', 'MONTH', 'YEAR']);
const unitId = z.string().min(1).max(64);

const rainUnit = z.object({
  unitId: z.string(),
  unitName: z.string(),
  totalMm: num,
  maxMmPerHour: num.meta({ description: 'most rain of 15 min, times 4; null where it rained and no 15 min of it were measured' }),
  rainyDays: z.number().int().meta({ description: 'days of at least 2.5 mm' }),
  category: z
    .string()
    .meta({ description: 'class of the wettest day of the window: no rain, very light … extremely heavy; unknown' }),
  normalMm: num.meta({ description: 'of the window; a part of a month is that part of its normal; null for a day' }),
  departurePct: num.meta({ description: 'null below 90 % completeness' }),
  departureCategory: z
    .enum(['large excess', 'excess', 'normal', 'deficient', 'large deficient', 'no rain'])
    .nullable()
    .meta({ description: 'normal within 19 %' }),
  graph: series,
  cumulative: series,
});

const rainTrend = z
  .object({
    type: z.string(),
    rainDay: z.enum(['SHIFT', 'IMD']),
    note: z
      .string()
      .meta({ description: 'when the rain days of this answer begin, and why they may differ from published ones' }),
    window: timeWindow,
    units: z.array(rainUnit),
  })
  .meta({ id: 'RainTrend' });
export type RainTrend = z.infer<typeof rainTrend>;

export const readRainTrend = endpoint({
  base: 'user',
  method: 'get',
  path: '/rainfall/trend',
  summary: 'Rain of every gauge over a day, a month or a year',
  description:
    'DAY by hours, MONTH from the 1st to date1 by days, YEAR from 1 January to date1 by months. rainDay=IMD counts days as the India ' +
    'Meteorological Department does: the 24 hours that end at 08:30 IST of the date.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({
    date1: dmy.optional().meta({ description: 'the running shift date where absent' }),
    type: windowType.default('DAY'),
    rainDay: z.enum(['SHIFT', 'IMD']).default('SHIFT'),
  }),
  reply: rainTrend,
});

const rainSide = z.object({
  window: timeWindow,
  rainMm: num.meta({ description: 'mean of the gauges' }),
  catchments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      surface: z.string(),
      areaM2: z.number(),
      coefficient: z.number(),
      potentialKL: num,
    }),
  ),
  potentialKL: num.meta({ description: 'area x (rain - first flush of each event) x coefficient x filter efficiency' }),
  harvestedKL: num.meta({
    description:
      'metered, else used + recharged + spilled + rise of the tanks; never below 0: null where that sum is, by more than meters and levels err',
  }),
  usedKL: num,
  rechargedKL: num,
  spillKL: num,
  efficiencyPct: num.meta({
    description:
      'harvested of potential; above 100 the area, the coefficient or the gauge is wrong; null where no day of the window had 2.5 mm, ' +
      'or where no gauge knows the rain of more than a tenth of it',
  }),
  savingPctOfDemand: num.meta({ description: 'used of all consumption; null where more than a tenth of either is not measured' }),
  savingCost: num.meta({
    description: 'used at the tariff of the source that the rain replaces; null where that is not known',
  }),
  completeness: z.number(),
});
export type RainSide = z.infer<typeof rainSide>;

const rainEfficiency = z
  .object({ siUnit: z.string(), currency: z.string(), data1: rainSide, data2: rainSide.optional() })
  .meta({ id: 'RainEfficiency' });
export type RainEfficiency = z.infer<typeof rainEfficiency>;

export const readRainEfficiency = endpoint({
  base: 'user',
  method: 'get',
  path: '/rainfall/efficiencySaving',
  summary: 'Rain that was harvested, of what could have been, and what it saved',
  description:
    'The month to date1 (type DAY: that day; YEAR: the year to it), and of date2 where it is given. Volumes are divided by ' +
    'divisionFactor: siUnit says what they are in; with its default they are KL, as their names say.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({ date1: dmy, date2: dmy.optional(), divisionFactor, type: windowType.default('MONTH') }),
  reply: rainEfficiency,
});

export const rainHistoryBody = z.object({
  unitId,
  source: z.enum(['csv', 'normals', 'remote']),
  startDate: dmy,
  endDate: dmy,
  lat: z.number().min(-90).max(90).optional().meta({ description: 'remote: the gauge’s own place where absent' }),
  lon: z.number().min(-180).max(180).optional(),
  csv: z.string().max(1_000_000).optional().meta({
    description: 'rows of a date (DD/MM/YYYY or YYYY-MM-DD) and the mm of that day; a blank amount is a day without record',
  }),
  district: z.string().trim().min(1).max(100).optional().meta({ description: 'normals: whose' }),
  state: z.string().trim().min(1).max(100).optional(),
});
export type RainHistoryBody = z.output<typeof rainHistoryBody>;

const rainHistory = z
  .object({
    status: z.literal('success'),
    message: z.string(),
    stored: z
      .number()
      .int()
      .meta({ description: 'days, of normals months, that hold what was sent; repeated calls give the same' }),
    changed: z.number().int().meta({ description: 'of them those that were not stored so before' }),
    from: dmyText,
    to: dmyText,
    source: z.string().meta({ description: 'what was used' }),
    missingDays: z.number().int().meta({ description: 'days from startDate to endDate, up to today, without stored rain' }),
    outside: z.number().int().meta({ description: 'rows outside startDate..endDate, which were left out' }),
  })
  .meta({ id: 'RainHistory' });
export type RainHistory = z.infer<typeof rainHistory>;

export const fetchRainHistory = endpoint({
  base: 'user',
  method: 'post',
  path: '/rainfall/fwi/fetchHistoricalRainfallData',
  summary: 'Store rain of the past for a gauge',
  description:
    'csv: the rows in `csv`. normals: monthly normals of a district, from the file that is shipped or one of the same form, ' +
    'rain-normals.json, in the data folder. remote: the service that headworks.json names under rain.remote, off by default. One cell that ' +
    'is no date or amount refuses the whole with its row and column. Nothing is made up: days without record stay missing.',
  auth: 'access',
  permission: 'FWI',
  limit: 'default',
  faults: ['badRequest', 'noData', 'unavailable'],
  audit: 'rain.history',
  body: rainHistoryBody,
  reply: rainHistory,
});

const rainAnalytics = z
  .object({
    unitId: z.string(),
    source: z.string().meta({ description: 'what the figures come from' }),
    years: z.number().int().meta({ description: 'calendar years of which at least 90 % of the days are known' }),
    monthlyNormalMm: z
      .record(z.string(), num)
      .meta({ description: 'by month 01..12: stored normals, else own means of at least 10 years' }),
    normalSource: z.string().nullable(),
    annualMm: z.array(z.object({ year: z.number().int(), mm: num, completeness: z.number() })),
    cvPct: num.meta({ description: 'standard deviation of whole years over their mean; needs 3' }),
    wettestDay: z.object({ date: dmyText, mm: z.number() }).nullable(),
    potentialKLByMonth: z
      .array(num)
      .meta({ description: 'January first: mean of the months that are known day by day, else from the normals' }),
    potentialFrom: z.enum(['days', 'normals', 'mixed']).nullable().meta({
      description: 'by days the first flush of each rain day is taken off; from normals it cannot be, so they are upper limits',
    }),
    demandKLByMonth: z.array(num),
    demandFrom: z.enum(['form', 'meters']).nullable(),
    storageKL: num,
    reliabilityPct: num.meta({
      description: 'days whose demand the rain and the store met, by daily balance over the whole record',
    }),
    recommendedStorageKL: num.meta({ description: 'smallest store that supplies 95 % of what one without limits would' }),
    note: z.string(),
  })
  .meta({ id: 'RainAnalytics' });
export type RainAnalytics = z.infer<typeof rainAnalytics>;

export const readRainAnalytics = endpoint({
  base: 'user',
  method: 'get',
  path: '/rainfall/fwi/fetchAnalyticsRainfallData',
  summary: 'What the rain of a gauge could give: normals, potential, demand and the size of a store',
  description:
    'From the days that the gauge measured, and where it did not from stored history. Catchments, store and demand are those of the ' +
    'fresh-water form that was saved last, else those of the plant’s configuration and meters.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({ unitId: unitId.meta({ freeText: true }) }),
  reply: rainAnalytics,
});

export const rainfallEndpoints = [readRainTrend, readRainEfficiency, fetchRainHistory, readRainAnalytics] as const;
