import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmy, dmyText, isoTime, wholeNumber } from '../model/common.ts';
import { balanceData, balanceTotals } from '../user/waterBalance.ts';

/** What the operations of a past moment have in common. */
export const plant = { base: 'plant', method: 'get', auth: 'access', limit: 'default', faults: ['parameter'] } as const;

export const at = isoTime.meta({
  description: 'the moment: the end of the 5-minute slot that holds it or ends at it; not one to come',
});

export const balanceDays = endpoint({
  ...plant,
  path: '/balance/days',
  summary: 'Totals of the water balance day by day',
  description: 'The shift days that end with `date`, oldest first, each as the totals of GET /waterBalance/data of that day are.',
  query: z.object({
    date: dmy.meta({ description: 'the last day' }),
    days: wholeNumber(3, 92).prefault(30).meta({ description: 'how many' }),
  }),
  reply: z
    .object({
      days: z.array(
        balanceTotals.omit({}).extend({
          date: dmyText,
          running: z.boolean().meta({ description: 'the day is not over: its totals count as far as it has come' }),
        }),
      ),
    })
    .meta({ id: 'BalanceDays' }),
});
export type BalanceDay = z.infer<typeof balanceDays.reply>['days'][number];

export const balanceMoment = endpoint({
  ...plant,
  path: '/balance/moment',
  summary: 'The water balance as it was at a moment',
  description:
    'Of the shift day of the moment, from its start to the moment, by hours. Readings that came or were corrected later count as they are ' +
    'known now; the graph is the present one.',
  query: z.object({ at }),
  reply: balanceData,
});
