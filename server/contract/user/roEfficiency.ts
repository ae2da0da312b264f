import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmy, isoTime, num, ok, series, timeWindow, wholeNumber } from '../model/common.ts';
import { roActivityKinds } from '../model/roActivityKinds.ts';
import { nameText } from '../rules/nameText.ts';

const types = ['DAY', 'MONTH', 'YEAR'] as const;
export type RoWindowType = (typeof types)[number];

const side = z
  .object({
    flowM3h: num.meta({ description: 'mean over the running minutes' }),
    volumeKL: num.meta({ description: 'all that passed in the window' }),
    tds: num.meta({ description: 'mg/L, mean weighted by flow over the running minutes; only where it is measured' }),
    conductivity: num.meta({ description: 'weighted as tds' }),
    pressureBar: num.meta({ description: 'gauge pressure' }),
    ph: num,
  })
  .meta({ id: 'RoSide' });

const normalized = z
  .object({
    permeateFlowPct: num.meta({ description: 'normalised permeate flow, percent of the reference; it falls as membranes foul' }),
    saltPassagePct: num.meta({ description: 'normalised salt passage, percent of the reference' }),
    differentialPressurePct: num.meta({ description: 'normalised pressure drop, percent of the reference' }),
    permeability: num.meta({ description: 'L/m2 h bar at 25 °C; null without a membrane area' }),
    referenceAt: isoTime.meta({ description: 'start of the reference day' }),
    measuredAt: isoTime.nullable().meta({ description: 'start of the day that was evaluated' }),
    daysToClean: num.meta({
      description:
        'until the first of the three reaches its trigger, by their slope over the last 14 days since a cleaning; 0 when one is there; null when none ' +
        'comes nearer, on fewer than 5 days, or beyond a year',
    }),
    advice: z.enum(['none', 'watch', 'clean']).meta({
      description: 'clean: flow -10 %, salt passage +10 % or pressure drop +15 % against the reference; watch: -5 %, +5 %, +10 %',
    }),
  })
  .meta({ id: 'RoNormalized' });
export type RoNormalized = z.infer<typeof normalized>;

export const roPlant = z
  .object({
    plantId: z.string(),
    plantName: z.string(),
    running: z.boolean().meta({ description: 'in the last known slot of the window' }),
    runHours: num.meta({ description: 'permeate above 10 % of the design flow' }),
    feed: side,
    permeate: side,
    reject: side,
    temperatureC: num,
    recoveryPct: num.meta({ description: '100 sum Qp / sum Qf' }),
    recoveryTarget: num,
    saltRejectionPct: num,
    saltPassagePct: num.meta({ description: '100 Cp / Cf, by TDS or else conductivity' }),
    differentialPressureBar: num,
    flowClosurePct: num.meta({
      description: '100 (Qf - Qp - Qc) / Qf; null unless all three are metered; above 5 a meter is wrong',
    }),
    energy: z
      .object({
        kWh: num,
        specificKWhPerKL: num.meta({
          description: 'per KL of permeate: of all slots in which both are known, running steadily or not',
        }),
      })
      .optional()
      .meta({ description: 'absent for a plant without an energy unit' }),
    normalized: normalized
      .nullable()
      .meta({ description: 'by ASTM D4516; null where an instrument is missing or before the first day of reference' }),
    missingTags: z.array(z.string()).meta({ description: 'what normalisation lacks, such as feed.pressure' }),
    graph: z.array(series),
    completeness: z.number().meta({ description: 'of the meters of water and energy' }),
  })
  .meta({ id: 'RoPlant' });
export type RoPlant = z.infer<typeof roPlant>;

const part = z.object({ window: timeWindow, plants: z.array(roPlant) });
export const roEfficiencyBody = z
  .object({ type: z.enum(types), data1: part, data2: part.optional() })
  .meta({ id: 'RoEfficiency' });
export type RoEfficiency = z.infer<typeof roEfficiencyBody>;

export const roEfficiency = endpoint({
  base: 'user',
  method: 'get',
  path: '/roEfficiency',
  summary: 'Recovery, rejection, specific energy and fouling of every RO plant',
  description:
    'DAY is the shift day date1 by hours, MONTH the month to date1 by days, YEAR the year to date1 by months; with date2 `data2` answers the same of ' +
    'that date. A plant is a sub-category with units that count as RO_EFFICIENCY_PLANT; meta.ro.side says what each measures, and a quality or energy unit of ' +
    'another sub-category belongs to the plant of its flowUnitId. Ratios are of sums over running minutes: permeate above 10 % of design, without the 15 ' +
    'minutes after a start and what the log keeps as cip, flush or shutdown. Normalised values are medians of the last day of the window with more than an ' +
    'hour of running (of the day before while a day has not had one yet), against the first such day since the start or the last logged membrane change. ' +
    'Feed water is taken as NaCl; without TDS it is 0.65 of the conductivity.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({ date1: dmy, date2: dmy.optional(), type: z.enum(types).default('DAY') }),
  reply: roEfficiencyBody,
});

export const roLogKind = z.enum(roActivityKinds);
export type RoLogKind = z.infer<typeof roLogKind>;

const effect = z.object({ before: num, after: num, metric: z.string() });

export const roLogSpec = z.object({
  plantId: z.string().min(1).max(64),
  train: nameText(100).min(1).optional(),
  stage: nameText(100).min(1).optional(),
  kind: roLogKind,
  start: isoTime,
  end: isoTime.optional().meta({ description: 'of cip, flush and shutdown: until then nothing counts in the figures' }),
  chemical: nameText(200).min(1).optional(),
  dose: z.object({ value: z.number().min(0).max(1e6), unit: z.enum(['mg/L', 'kg', 'L']) }).optional(),
  ph: z.number().min(0).max(14).optional(),
  temperatureC: z.number().min(-10).max(150).optional(),
  remark: z.string().trim().max(2000).optional(),
  cost: z.number().min(0).max(1e12).optional(),
});
export type RoLogSpec = z.output<typeof roLogSpec>;

export const roLogEntry = roLogSpec
  .extend({
    id: z.string(),
    createdBy: z.string(),
    createdOn: isoTime,
    effect: effect.optional().meta({ description: 'of a cip: the first of `effects`' }),
    effects: z.array(effect).optional().meta({
      description:
        'of a cip: medians of the 24 hours before its start and after its end, percent of the reference, of permeateFlowPct, saltPassagePct and differentialPressurePct',
    }),
  })
  .meta({ id: 'RoLogEntry' });
export type RoLogEntry = z.infer<typeof roLogEntry>;

export const listRoLog = endpoint({
  base: 'user',
  method: 'get',
  path: '/roEfficiency/logActivities',
  summary: 'Activity log of the RO plants',
  description:
    'Newest first. date1 and date2 are shift days; an entry is within them when any part of it is. `total` counts beyond `limit`.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({
    plantId: z.string().min(1).max(64).optional(),
    kind: roLogKind.optional(),
    date1: dmy.optional(),
    date2: dmy.optional(),
    limit: wholeNumber(1, 1000).prefault(200),
  }),
  reply: z.object({ logs: z.array(roLogEntry), total: z.number().int() }).meta({ id: 'RoLogList' }),
});

export const createRoLog = endpoint({
  base: 'user',
  method: 'post',
  path: '/roEfficiency/logActivities',
  summary: 'Enter a maintenance, dosing or cleaning of an RO plant',
  description:
    'A plant that does not exist is 1401; an end before the start, one more than a year after it, or a start more than a day ahead is 1403. A ' +
    'membrane_change sets a new reference from the first stable day after it. The same entry of the same person sent again, as after a lost answer, is ' +
    'the one that is there.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  audit: 'ro.log',
  body: roLogSpec,
  reply: ok.extend({ id: z.string() }).meta({ id: 'RoLogCreated' }),
});

export const roEfficiencyEndpoints = [roEfficiency, listRoLog, createRoLog] as const;
