import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alertCategories } from '../model/alertCategories.ts';
import { dmy, dmyText, isoTime } from '../model/common.ts';
import { alarmState, scadaDataBody } from '../user/scada.ts';
import { balanceData, balanceTotals } from '../user/waterBalance.ts';

const plant = { base: 'plant', method: 'get', auth: 'access', limit: 'default', faults: ['parameter'] } as const;

const at = isoTime.meta({ description: 'the moment: the end of the 5-minute slot that holds it or ends at it; not one to come' });

const momentAlarm = z
  .object({
    id: z.string(),
    unitId: z.string(),
    category: z.enum(alertCategories),
    priority: z.number().int().min(1).max(4),
    state: alarmState.meta({ description: 'as it was at the moment, by the steps of the alarm’s history' }),
    raisedAt: isoTime,
  })
  .meta({ id: 'MomentAlarm' });

export const balanceDays = endpoint({
  ...plant,
  path: '/balance/days',
  summary: 'Totals of the water balance day by day',
  description: 'The shift days that end with `date`, oldest first, each as the totals of GET /waterBalance/data of that day are.',
  query: z.object({
    date: dmy.meta({ description: 'the last day' }),
    days: z.coerce.number<string | number>().int().min(3).max(92).default(30).meta({ description: 'how many' }),
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
  summary: 'The water balance as it stood at a moment',
  description:
    'Of the shift day of the moment, from its start to the moment, by hours. Readings that came or were corrected later count as they are ' +
    'known now; the graph is the present one.',
  query: z.object({ at }),
  reply: balanceData,
});

export const diagramMoment = endpoint({
  ...plant,
  path: '/diagram/moment',
  summary: 'What every binding of the diagrams showed at a moment',
  description:
    'Values of the last 5-minute slot before the moment with its letter, totals from the start of the shift day to it, and alarms by the ' +
    'steps of their history. The drawing is the present one. `refreshedAt` is the moment.',
  query: z.object({ at, page: z.string().min(1).max(64).optional().meta({ freeText: true, description: 'id of one page' }) }),
  reply: scadaDataBody
    .omit({})
    .extend({ alarms: z.array(momentAlarm).meta({ description: 'of the units that are drawn, the most urgent first' }) })
    .meta({ id: 'DiagramMoment' }),
});

export type DiagramMoment = z.infer<typeof diagramMoment.reply>;

export const momentEndpoints = [balanceDays, balanceMoment, diagramMoment] as const;
