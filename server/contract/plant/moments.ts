import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alarmState } from '../model/alarmState.ts';
import { alertCategories } from '../model/alertCategories.ts';
import { isoTime } from '../model/common.ts';
import { scadaDataBody } from '../user/scada.ts';
import { alarm } from './alarms.ts';
import { at, balanceDays, balanceMoment, plant } from './balanceMoments.ts';
import { hours, overview } from './overview.ts';

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

export const overviewMoment = endpoint({
  ...plant,
  path: '/overview/moment',
  summary: 'Every unit at a glance as it was at a moment',
  description:
    'As GET /overview: values of the last 5-minute slot before the moment with its letter, sums from the start of the shift day to it, ' +
    'bands of the weekdays before it, alarms by the steps of their history. Readings of counters are not kept by slot. Readings that came ' +
    'or were corrected later count as they are known now; units and limits are the present ones.',
  query: z.object({ at }),
  reply: z
    .object({
      overview,
      hours: hours.meta({ description: 'the 24 hours up to the moment' }),
      alarms: z.array(alarm).meta({
        description:
          'that called for somebody then, the most urgent first, with the sentences that they had last; without who did what',
      }),
    })
    .meta({ id: 'OverviewMoment' }),
});
export type OverviewMoment = z.infer<typeof overviewMoment.reply>;

export type DiagramMoment = z.infer<typeof diagramMoment.reply>;

export const momentEndpoints = [balanceDays, balanceMoment, diagramMoment, overviewMoment] as const;
