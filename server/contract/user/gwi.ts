import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmyText, num } from '../model/common.ts';

/** A calendar month as MM/YYYY; parsed to YYYY-MM. */
const monthYear = z
  .string()
  .regex(/^(0[1-9]|1[0-2])\/\d{4}$/, { error: 'must be a month as MM/YYYY', abort: true })
  .refine((text) => Number(text.slice(3)) > 1970, { error: 'is before 1971' })
  // its last day would end in the year 10000
  .refine((text) => text !== '12/9999', { error: 'is after 11/9999' })
  .transform((text) => `${text.slice(3)}-${text.slice(0, 2)}`);
const monthText = z.string().regex(/^\d{2}\/\d{4}$/);

const staticWell = z.object({
  unitId: z.string(),
  wellName: z.string(),
  location: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  elevationM: num,
  depthM: num,
  casingM: num,
  diameterMm: num,
  pumpIntakeMbgl: num,
  pumpKW: num,
  yieldLpm: num,
  drilledOn: dmyText.nullable(),
  aquiferId: z.string().nullable(),
  noc: z.object({ number: z.string(), validTo: dmyText, permittedKLD: num, permittedKLY: num }).nullable(),
  piezometer: z.boolean(),
  distanceToWellM: num,
});

const wellMonth = z.object({
  month: monthText,
  abstractionKL: num,
  permittedKL: num.meta({ description: 'of the days of the month that have passed and on which the permit is valid' }),
  runHours: num.meta({ description: 'with a flow of at least 1 % of the rated one' }),
  swlMbgl: num.meta({
    description: 'median of the static levels of the days; larger is worse; null, never 0, where it is not known',
  }),
  recovering: z.boolean().meta({
    description: 'no day of the month had a static level: swlMbgl is then of the most recovered levels of the days',
  }),
  pwlMbgl: num.meta({ description: 'median over runs of at least 1 h, each by its last 30 min' }),
  drawdownM: num,
  specificCapacity: num.meta({
    description: 'm3/h per metre of drawdown, from sums over the runs within 10 % of the median flow of all runs of the year',
  }),
  rainMm: num,
  rechargeKL: num.meta({ description: 'metered artificial recharge of the site, the same for every well' }),
  completeness: z.number().meta({ description: 'of level and meter together' }),
});
export type WellMonth = z.infer<typeof wellMonth>;

const yearlyWell = z.object({
  unitId: z.string(),
  wellName: z.string(),
  months: z.array(wellMonth),
  preMonsoonMbgl: num.meta({ description: 'median static level of the last April and May up to the month' }),
  preMonsoonYear: z.number().int(),
  postMonsoonMbgl: num.meta({ description: 'median static level of the last November up to the month' }),
  postMonsoonYear: z.number().int(),
  fluctuationM: num.meta({ description: 'pre-monsoon minus post-monsoon' }),
  trendMPerYear: num.meta({
    description:
      'Sen slope over one value per season and year, pairs within a season only; above 0 the water falls; null below 5 years of a season',
  }),
  trendYears: z.number().int().meta({ description: 'years of the season that has the most' }),
  trendP: num.meta({ description: 'two-sided probability of Mann-Kendall that there is no trend' }),
  trend: z.enum(['falling', 'rising', 'none']).nullable().meta({ description: 'none where trendP is 0.05 or above' }),
  usedOfPermitPct: num.meta({ description: 'abstraction against the permit, both of the days that were metered' }),
});
export type YearlyWell = z.infer<typeof yearlyWell>;

const aquiferRow = z.object({
  aquiferId: z.string(),
  name: z.string(),
  kind: z.enum(['unconfined', 'semi-confined', 'confined']),
  lithology: z.string(),
  topMbgl: num,
  bottomMbgl: num,
  transmissivityM2d: num,
  storativity: num,
  specificYield: num,
  tds: num,
  block: z.object({
    name: z.string(),
    category: z.enum(['safe', 'semi_critical', 'critical', 'over_exploited', 'saline', 'unknown']),
    stageOfExtractionPct: num,
    assessmentYear: z.string().nullable(),
  }),
  storageChangeKL: num.meta({
    description: 'specific yield x area of influence x mean rise of the static levels; null unless both are entered',
  }),
  storageChangeFrom: monthText.nullable().meta({ description: 'the months whose levels storageChangeKL compares' }),
  storageChangeTo: monthText.nullable(),
});
export type AquiferRow = z.infer<typeof aquiferRow>;

export const gwi = z
  .object({
    month: monthText,
    staticData: z.array(staticWell),
    yearlyData: z.array(yearlyWell),
    aquiferData: z.array(aquiferRow),
  })
  .meta({ id: 'Gwi' });
export type Gwi = z.infer<typeof gwi>;

export const readGwi = endpoint({
  base: 'user',
  method: 'get',
  path: '/gwi/data',
  summary: 'Wells, their levels and abstraction over a year, and the aquifers',
  description:
    'yearlyData has the 12 months that end with `month`. A level is static when the pump has been off (flow below 1 % of the rated one) ' +
    'for 4 h and the level moved by at most 2 cm/h over the last hour; for a piezometer the wells of its aquifer count. Where a day has no ' +
    'static level, its most recovered one is used. A level is metres below ground: the larger, the worse.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({ month: monthYear }),
  reply: gwi,
});

export const gwiEndpoints = [readGwi] as const;
