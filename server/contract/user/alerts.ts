import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alertCategories } from '../model/alertCategories.ts';
import { apiBoolean, apiList, dmy, dmyText, isoTime, num, timeWindow } from '../model/common.ts';

const alertCategory = z.enum(alertCategories);

export const alertItem = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    alertType: z.string(),
    createdOn: isoTime,
    description: z.object({ title: z.string(), body: z.string() }),
    meta: z
      .object({
        alertType: z.string(),
        value: num.meta({ description: 'at most 3 places; null where the alert was posted without one' }),
        threshold: num.meta({ description: 'in the unit of value; null where the alert was posted without one' }),
        siUnit: z
          .string()
          .optional()
          .meta({ description: 'unit of value and threshold, where the alert is of a rule that has one' }),
        code: z
          .number()
          .int()
          .optional()
          .meta({
            description:
              'which sign of its category, of what rules found: of stable_flow 1 steady flow, 2 night flow, 3 a node of the balance whose meter ' +
              'this is; of device_status 1 silent, 2 stuck, 3 rejected, 4 clock, 5 counter, 6 rollovers in doubt, 7 reverse flow; of ' +
              'energy_threshold and borewell_threshold their conditions, in their order',
          }),
      })
      .catchall(z.union([z.number(), z.string(), z.null()])),
  })
  .meta({ id: 'AlertItem' });
export type AlertItem = z.infer<typeof alertItem>;

const alertsReply = z
  .object({
    date: dmyText,
    alertCategories: z.array(
      z.object({
        categoryId: z.string().meta({ description: 'an AlertCategoryType' }),
        categoryName: z.string(),
        alerts: z.array(alertItem),
      }),
    ),
  })
  .meta({ id: 'AlertsResponse' });
export type AlertsReply = z.infer<typeof alertsReply>;

const filters = {
  alert_type: z.enum(['general', 'offline', 'insights', 'general_offline']).optional().meta({
    description:
      'offline: device_status; insights: stable_flow, early warnings and forecasts; general: all others; general_offline: both of these',
  }),
  unitId: z.string().max(100).optional(),
  energyEnabled: apiBoolean.default(false).meta({ description: 'with energy_threshold' }),
  adminAlerts: apiBoolean.default(false).meta({ description: 'device_status, borewell_threshold and critical ones alone' }),
} as const;

const shared = { base: 'user', auth: 'access', limit: 'default', faults: ['parameter'] } as const;

export const listAlerts = endpoint({
  ...shared,
  method: 'get',
  path: '/alerts',
  summary: 'Alerts of a day, or of the month up to it, by category',
  query: z.object({ date: dmy, type: z.enum(['monthly', 'daily']).default('monthly'), ...filters }),
  reply: alertsReply,
});

export const alertsOfRange = endpoint({
  ...shared,
  method: 'get',
  path: '/alerts/dateRange',
  summary: 'Alerts of a range of shift days, by category',
  description: 'At most 1830 days (5 years).',
  query: z.object({ startDate: dmy, endDate: dmy, ...filters }),
  reply: alertsReply,
});

const targetHeader = z.object({
  targetIndustryId: z.string().max(64).optional().meta({ description: 'internal users: the industry to act on' }),
});

const MOST_NUMBERS = 20;
const LONGEST_NAME = 60;

export const postAlert = endpoint({
  base: 'user',
  method: 'post',
  path: '/alerts',
  summary: 'Reports an event as an alert, which is stored and delivered',
  description:
    'While a notification of the same unit, category and type is open, the event adds to its count. A `createdOn` of any other form than ' +
    'YYYY-MM-DDTHH:MM:SSZ, one that does not exist, or one in the future is 400; a unit that the industry does not have is 404.',
  auth: 'access',
  permission: 'ALERTS_TRIGGER',
  limit: 'default',
  faults: ['badRequest', 'notFound', 'schema', 'disabled'],
  audit: 'alert.post',
  headers: targetHeader,
  open: true,
  body: z.object({
    unitId: z.string().min(1).max(100),
    type: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^\P{Cc}*$/u, 'must not hold control characters'),
    // of any other form, also no text at all: the endpoint's own 400
    createdOn: z.preprocess(
      (sent) => (typeof sent === 'string' && sent.length <= 40 ? sent : ''),
      z.string().meta({ description: 'YYYY-MM-DDTHH:MM:SSZ' }),
    ),
    meta: z
      .object({ alertType: alertCategory })
      .catchall(z.number())
      .refine((meta) => Object.keys(meta).length <= MOST_NUMBERS, `must have at most ${MOST_NUMBERS} entries`)
      .refine(
        (meta) => Object.keys(meta).every((name) => name.length <= LONGEST_NAME),
        `names have at most ${LONGEST_NAME} characters`,
      ),
  }),
  reply: z.object({ status: z.literal('success'), message: z.string(), notificationId: z.string(), count: z.number().int() }),
});

export const alertsUnitGraph = endpoint({
  ...shared,
  method: 'get',
  path: '/alerts/unitGraph',
  summary: 'How many alerts each unit had, over time',
  query: z.object({
    date1: dmy,
    date2: dmy.optional().meta({ description: 'with CUSTOM; at most 1830 days (5 years) from date1 on' }),
    type: z.enum(['DAY', 'MONTH', 'YEAR', 'CUSTOM']).default('DAY'),
    unitId: apiList.optional(),
    alertType: apiList.optional().meta({ description: 'categories or alert types; all where absent' }),
  }),
  reply: z
    .object({
      type: z.string(),
      window: timeWindow,
      buckets: z.array(z.string()),
      units: z.array(
        z.object({
          unitId: z.string(),
          unitName: z.string(),
          counts: z.array(z.number()),
          total: z.number(),
          byType: z.record(z.string(), z.array(z.number())),
        }),
      ),
      total: z.number(),
    })
    .meta({ id: 'UnitGraph' }),
});

export const alertsByType = endpoint({
  ...shared,
  method: 'get',
  path: '/alerts/byType',
  summary: 'Alerts of some categories, each by itself',
  description: 'At most 1830 days (5 years).',
  query: z.object({
    startDate: dmy,
    endDate: dmy.optional().meta({ description: 'startDate where absent' }),
    categories: apiList.meta({ description: `of ${alertCategories.join(', ')}` }),
    unit_ids: apiList.optional(),
  }),
  reply: z.record(z.string(), z.object({ meta: z.object({ totalAlerts: z.number().int() }), alerts: z.array(alertItem) })),
});

export const alertsOfAll = endpoint({
  ...shared,
  method: 'get',
  path: '/alerts/allIndustries',
  summary: 'Alerts of every active industry; for internal users',
  description:
    'daily is the day startDate, monthly the month up to it, dateRange startDate..endDate of at most 1830 days (5 years), by the shift days of each industry.',
  faults: ['parameter', 'permission'],
  query: z.object({
    startDate: dmy,
    endDate: dmy.optional().meta({ description: 'required with dateRange' }),
    type: z.enum(['daily', 'monthly', 'dateRange']).default('monthly'),
    adminAlerts: apiBoolean.default(false),
  }),
  reply: z.object({
    totalAlerts: z.number().int(),
    totalIndustries: z.number().int(),
    startDate: dmyText,
    endDate: dmyText,
    fetchType: z.string(),
    excludedIndustries: z.array(z.string()),
    adminAlertsOnly: z.boolean(),
    alertsByIndustry: z.record(z.string(), z.object({ industryName: z.string(), alerts: z.array(alertItem) })),
  }),
});

export const alertEndpoints = [listAlerts, postAlert, alertsUnitGraph, alertsOfRange, alertsByType, alertsOfAll] as const;
