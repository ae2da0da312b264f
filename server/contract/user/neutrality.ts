import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { divisionFactor, dmy, isoTime, num, series, stat, timeWindow } from '../model/common.ts';

const exclusions = ['expired', 'unverified', 'internalRecycling', 'otherWatershed', 'notVolume'] as const;
export type CreditExclusion = (typeof exclusions)[number];

const neutralUnit = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    value: num.meta({ description: 'what the unit counted in the window, siUnit' }),
    method: z.enum(['metered', 'calculated']),
    onSite: z.boolean(),
    verifiedBy: z.string().nullable(),
    validTo: isoTime.nullable().meta({ description: 'end of the last shift day on which the credit counts' }),
    completeness: z.number().meta({ description: 'of a calculated credit 100 where any of it is known' }),
    counted: num.meta({ description: 'the part of value that the index is made of, siUnit' }),
    notCounted: z
      .enum(exclusions)
      .nullable()
      .meta({ description: 'why nothing of the unit counts, or with `expired` not all of it; null where everything does' }),
    sameWatershed: z.boolean(),
  })
  .meta({ id: 'NeutralUnit' });
export type NeutralUnit = z.infer<typeof neutralUnit>;

export const neutralityBody = z
  .object({
    window: timeWindow,
    siUnit: z.string(),
    credited: stat.meta({ description: 'counted credits only' }),
    debited: stat,
    index: num.meta({ description: 'credited / debited, from the sums; null where nothing is debited' }),
    uncertainty: num.meta({ description: 'standard uncertainty of the index: N sqrt((uC/C)^2 + (uD/D)^2)' }),
    gapKL: num.meta({ description: 'debited - credited in KL; below 0 where more is given back than taken' }),
    status: z.enum(['neutral', 'positive', 'not_neutral', 'no_data']).meta({
      description:
        'neutral from 0.995 to 1.005; no_data where there is no index or less than 90 % of a side is measured, and `notes` says why',
    }),
    split: z
      .object({ metered: num, calculated: num, onSite: num, offset: num })
      .meta({ description: 'counted credits by method and by place, siUnit' }),
    notes: z.array(z.string()).meta({ description: 'in words: what was not counted and why, and what is missing' }),
    creditedUnits: z.array(neutralUnit),
    debitedUnits: z.array(neutralUnit),
    graph: z.object({ credited: series, debited: series, index: series }),
  })
  .meta({ id: 'Neutrality' });
export type Neutrality = z.infer<typeof neutralityBody>;

export const neutrality = endpoint({
  base: 'user',
  method: 'get',
  path: '/neutrality',
  summary: 'Water neutrality: what is given back against what is taken',
  description:
    'Over the shift days date1..date2, at most 5 years. Credited are units that count as ID_WATER_CREDITED, debited those that count as ' +
    'ID_WATER_DEBITED; a meter behind another one of its list is not added again. A credit counts when somebody verified it, until its ' +
    'validTo; a meter without a credit record counts too, and `notes` says so; a credit in another watershed never counts. Recycled water that stays inside (waterSource recycled, no ' +
    'dischargeTo) is no credit: it lowers the debit already. The uncertainty is that of the meters (p V / sqrt(3)), 20 % of what was estimated, and ' +
    'limits of 20 % for calculated credits.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({ date1: dmy, date2: dmy, divisionFactor }),
  reply: neutralityBody,
});
