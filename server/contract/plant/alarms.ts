import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alarmState } from '../model/alarmState.ts';
import { alertCategories } from '../model/alertCategories.ts';
import { dmy, isoTime, num, ok } from '../model/common.ts';
import { idPath } from './row.ts';

export const alarm = z
  .object({
    id: z.string(),
    unitId: z.string(),
    unitName: z.string(),
    subject: z
      .object({ kind: z.enum(['unit', 'node', 'gateway', 'equipment', 'clock', 'server']), id: z.string(), name: z.string() })
      .meta({
        description:
          'what it is about: a unit, a node of the balance, a line (gateway), a valve or pump, the clock of the server, or the server; ' +
          'unitId is the unit, the meter that represents the node, or empty',
      }),
    category: z.enum(alertCategories),
    alertType: z.string(),
    param: z.string(),
    title: z.string(),
    body: z.string(),
    action: z.string(),
    message: z.object({ code: z.string().nullable(), params: z.record(z.string(), z.union([z.number(), z.string()])) }).meta({
      description:
        'the same as title, body and action for another language: a code of model/alarmTexts.ts, and the values of its sentences; null of what another program reported',
    }),
    priority: z.number().int().min(1).max(4),
    insight: z.boolean(),
    state: alarmState.meta({ description: 'of ISA-18.2, derived from the times' }),
    value: num,
    threshold: num,
    code: num.meta({
      description: 'which of its category’s signs; of stable_flow 1 steady flow, 2 night flow, 3 a node of the balance',
    }),
    confirmed: z.boolean().nullable().meta({
      description: 'of an active leak: seen now (true), or hidden by what else flows by day (false); null of anything else',
    }),
    since: isoTime.nullable().meta({ description: 'of a leak, when it began' }),
    lostKL: num.meta({
      description: 'of a leak, what it has lost since then, to its end or now, at the rate at which it was last seen',
    }),
    raisedAt: isoTime,
    clearedAt: isoTime.nullable(),
    acknowledgedAt: isoTime.nullable(),
    acknowledgedBy: z.string().nullable().meta({ description: 'id of the user' }),
    acknowledgedByName: z.string().nullable(),
    resolvedAt: isoTime.nullable(),
    resolvedBy: z.string().nullable(),
    shelvedUntil: isoTime.nullable(),
    late: z.boolean(),
    count: z.number().int(),
    assignees: z.array(z.string()),
  })
  .meta({ id: 'Alarm' });
export type AlarmView = z.infer<typeof alarm>;

const plant = { base: 'plant', auth: 'access', limit: 'default' } as const;
const act = { ...plant, permission: 'ALERTS', faults: ['schema', 'badRequest', 'notFound'] } as const;

export const listAlarms = endpoint({
  ...plant,
  wall: true,
  method: 'get',
  path: '/alarms',
  summary: 'Alarms that are active or that nobody has acknowledged, the most urgent first',
  description:
    'With startDate and endDate, in place of them, all that were active at some time of these shift days, also where they were raised before, the newest first: at most 1830 days (5 years).',
  faults: ['parameter'],
  query: z.object({ startDate: dmy.optional(), endDate: dmy.optional() }),
  reply: z.object({
    alarms: z.array(alarm),
    shelved: z.number().int(),
    maintenance: z.array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        from: isoTime,
        until: isoTime,
        reason: z.string(),
        userId: z.string(),
      }),
    ),
    outOfService: z.array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        category: z
          .enum(alertCategories)
          .nullable()
          .meta({ description: 'what is switched off at the unit; null: it is not deployed' }),
        param: z.string().meta({ description: 'of a quality unit; empty where all of the category is' }),
      }),
    ),
  }),
});

export const alarmHistory = endpoint({
  ...plant,
  method: 'get',
  path: '/alarms/{id}',
  summary: 'One alarm with every step of its life: who, when',
  faults: ['notFound'],
  params: idPath,
  reply: z.object({
    alarm,
    steps: z.array(
      z.object({
        at: isoTime,
        kind: z.string(),
        userId: z.string().nullable(),
        userName: z.string().nullable(),
        note: z.string(),
      }),
    ),
    people: z
      .array(z.object({ userId: z.string(), name: z.string() }))
      .meta({ description: 'those of the industry to whom it can be given' }),
  }),
});

export const acknowledgeAlarm = endpoint({
  ...act,
  limit: 'priority',
  method: 'post',
  path: '/alarms/{id}/acknowledge',
  summary: 'Says that a person has seen an alarm',
  audit: 'alarm.acknowledge',
  params: idPath,
  reply: ok,
});

export const shelveAlarm = endpoint({
  ...act,
  method: 'post',
  path: '/alarms/{id}/shelve',
  summary: 'Holds an alarm back for a time, at most 8 hours',
  audit: 'alarm.shelve',
  params: idPath,
  body: z.object({ minutes: z.number().int().min(5).max(480), reason: z.string().trim().min(3).max(500) }),
  reply: ok,
});

export const unshelveAlarm = endpoint({
  ...act,
  method: 'post',
  path: '/alarms/{id}/unshelve',
  summary: 'Ends the shelving of an alarm',
  audit: 'alarm.unshelve',
  params: idPath,
  reply: ok,
});

export const declareMaintenance = endpoint({
  ...act,
  method: 'post',
  path: '/alarm-maintenance',
  summary: 'Says that somebody works at a unit: its alarms are held back meanwhile',
  description:
    'From now for the minutes given, at most 7 days, in place of what was declared before; 0 minutes end it. A unit that does not exist is 404.',
  audit: 'alarm.maintenance',
  body: z.object({
    unitId: z.string().min(1).max(100),
    minutes: z.number().int().min(0).max(10_080),
    reason: z.string().trim().min(3).max(500),
  }),
  reply: ok,
});

export const commentAlarm = endpoint({
  ...act,
  method: 'post',
  path: '/alarms/{id}/comments',
  creates: true,
  summary: 'Writes a note to an alarm’s history',
  audit: 'alarm.comment',
  params: idPath,
  body: z.object({ text: z.string().trim().min(1).max(2000) }),
  reply: ok,
});

export const alarmMetrics = endpoint({
  ...plant,
  method: 'get',
  path: '/alarm-metrics',
  summary: 'How well the alarms serve those who answer them',
  description:
    'Raised and rejoined alarms without insights. A flood begins with more than 10 in 10 minutes and ends below 5; chattering is 3 activations of one alarm within ' +
    'half an hour; stale is active for more than 24 hours, whenever it was raised before the end of the range. At most 1830 days (5 years).',
  faults: ['parameter'],
  query: z.object({ startDate: dmy, endDate: dmy }),
  reply: z.object({
    raised: z.number().int(),
    active: z.number().int(),
    unacknowledged: z.number().int(),
    resolved: z.number().int(),
    meanMinutesToAcknowledge: num,
    meanMinutesToResolve: num,
    perTenMinutes: z.object({ mean: z.number(), most: z.number().int() }),
    floodMinutes: z.number().int(),
    floodPct: z.number(),
    chattering: z.array(
      z.object({
        alarmId: z.string(),
        title: z.string(),
        message: alarm.shape.message,
        unitName: z.string(),
        category: alarm.shape.category,
        activations: z.number().int(),
      }),
    ),
    stale: z.array(
      z.object({
        alarmId: z.string(),
        title: z.string(),
        message: alarm.shape.message,
        unitName: z.string(),
        category: alarm.shape.category,
        hours: z.number(),
      }),
    ),
    byPriority: z.record(z.string(), z.number().int()),
    topTen: z.array(z.object({ unitId: z.string(), unitName: z.string(), count: z.number().int() })),
  }),
});

export const plantAlarmEndpoints = [
  listAlarms,
  alarmMetrics,
  alarmHistory,
  acknowledgeAlarm,
  shelveAlarm,
  unshelveAlarm,
  declareMaintenance,
  commentAlarm,
] as const;
