import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  apiBoolean,
  apiList,
  counterEventKind,
  divisionFactor,
  dmy,
  isoTime,
  num,
  timeWindow,
  wholeNumber,
} from '../model/common.ts';
import { reportFormats, reportServices, reportTemplates, reportTypes } from '../model/reports.ts';
import { compare } from '../plant/overview.ts';

const ids = apiList
  .transform((list) => (list.length === 1 && list[0] === 'null' ? null : list))
  .pipe(z.array(z.string().max(100)).max(1000).nullable());

/** What GET /report is asked for, by the handler itself: a wrong enumeration is answered with 400 before anything else. */
export const reportChoice = z.object({
  reportType: z.enum(reportTypes).default('daily'),
  reportFormat: z.enum(reportFormats).default('html'),
  service: z.enum(reportServices).default('water'),
  format: z.enum(reportTemplates).default('v1'),
});

/** The rest of it. */
export const reportQuestion = z.object({
  startDate: dmy.optional(),
  endDate: dmy.optional(),
  unitId: z.string().max(100).optional(),
  unitIds: ids.optional(),
  startTime: wholeNumber(0, 23).optional(),
  endTime: wholeNumber(0, 24).optional(),
  useShift: apiBoolean.default(true),
  divisionFactor,
  subCategories: ids.optional(),
});

const text = (description: string, values?: readonly string[]) =>
  z
    .string()
    .max(100)
    .optional()
    .meta({ description, ...(values && { examples: [...values] }) });
const list = (description: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description });
const oneOf = (name: string, values: readonly string[], usual: string) =>
  text(`${name}: ${values.join(', ')}; ${usual} where absent; anything else is 400`, values);

const query = z.object({
  startDate: text('DD/MM/YYYY; the shift date that runs now where absent'),
  endDate: text(
    'DD/MM/YYYY; required for hourly, granular, daily_range and monthly_range, worked out from startDate for the others',
  ),
  reportType: oneOf('period', reportTypes, 'daily'),
  reportFormat: oneOf('file', reportFormats, 'html'),
  service: oneOf('content', reportServices, 'water'),
  format: oneOf('template', reportTemplates, 'v1'),
  unitId: text('one unit'),
  unitIds: list('comma-separated unit ids; null means no filter'),
  startTime: text('hourly: first hour of the day, 0 to 23'),
  endTime: text('hourly: hour before which the rows end, 1 to 24; one that is not after startTime is on the next day'),
  useShift: text('true: days begin with the shift; false: at midnight. true where absent'),
  divisionFactor: text('divides volumes and energies; 1000 where absent or 0'),
  subCategories: list('comma-separated sub-category ids'),
});

const headers = z.object({
  targetIndustryId: z.string().max(64).optional().meta({ description: 'internal users: the industry whose report is made' }),
});

const rules =
  'daily is the day startDate, monthly the month that it is in, up to today; hourly and granular are at most 31 days, daily_range 366 days, ' +
  'monthly_range whole months, at most 60. A PDF of granular data is at most 7 days. Days begin with the shift unless useShift is false. Without any ' +
  'reading of the units asked for, or without any unit, the answer is 1401; an enumeration that does not exist is 400, checked before anything else.';

const shared = {
  base: 'user',
  method: 'get',
  auth: 'access',
  limit: 'default',
  faults: ['badRequest', 'parameter', 'noData', 'disabled', 'unavailable'],
  headers,
  query,
} as const;

export const readReport = endpoint({
  ...shared,
  path: '/report',
  summary: 'A report as a file',
  description: `${rules} It is made apart from the server, at most two at once; 429 when too many wait, 503 when one takes too long.`,
  reply: z.string(),
  media: ['text/html', 'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

const cell = z.union([z.string(), z.number(), z.null()]);
const balanceTotals = z.object({
  inKL: num,
  outKL: num,
  stockChangeKL: num,
  knownLossKL: num,
  unaccountedKL: num,
  unaccountedPct: num,
  uncertaintyKL: num,
  z: num,
  status: z.enum(['balanced', 'loss', 'gain', 'undetermined', 'incomplete']),
});

export const dailySummary = z
  .object({
    industryName: z.string(),
    reportType: z.enum(reportTypes),
    service: z.enum(reportServices),
    window: timeWindow,
    generatedAt: isoTime,
    revision: z.number().int(),
    completeness: z.number().meta({ description: 'percent of the elapsed slots that were measured or entered' }),
    sections: z.array(
      z.object({
        title: z.string(),
        columns: z.array(z.object({ key: z.string(), name: z.string(), unit: z.string().optional() })),
        rows: z.array(z.record(z.string(), cell)).meta({
          description:
            'times are ISO 8601 UTC, dates DD/MM/YYYY; `estimatedColumns` names the columns of which a part is estimated',
        }),
        notes: z.array(z.string()).optional(),
      }),
    ),
    kpis: z.record(z.string(), compare),
    balance: balanceTotals.nullable(),
    alerts: z
      .object({ total: z.number().int(), byType: z.record(z.string(), z.number().int()) })
      .meta({ description: 'alarms that were open at some time of the window, also where they were raised before it' }),
    events: z.array(
      z.object({
        unitId: z.string(),
        at: isoTime,
        kind: counterEventKind,
        before: num,
        after: num,
        note: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'DailySummary' });
export type DailySummary = z.input<typeof dailySummary>;

export const readDailySummary = endpoint({
  ...shared,
  path: '/report/dailySummary',
  summary: 'What a report says, as JSON',
  description: `${rules} reportFormat is checked and has no effect.`,
  reply: dailySummary,
});

export const reportEndpoints = [readReport, readDailySummary] as const;
