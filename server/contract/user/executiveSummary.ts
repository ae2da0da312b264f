import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmy, ifMatch, num, ok, series, timeWindow, windowType } from '../model/common.ts';
import { execKpis } from '../model/featureData.ts';
import { compare } from '../plant/overview.ts';

const execKpi = z.enum(execKpis);
export type ExecKpi = z.infer<typeof execKpi>;

const kpis = z.record(execKpi, compare).meta({
  description:
    'withdrawalKL: the intake, all meters of ID_SOURCE; freshKL: those of fresh water, rain apart; recycledPct: recycled / (fresh + recycled); intensity: KL per unit of ' +
    'production, over whole months with production in which the meters were there; waterRatio: as the plant’s document of the feature water_ratio has it, without one ' +
    'litres of water per litre or kg of product, without production fresh : recycled; lossPct: ' +
    'unaccounted of the inflow of the balance; savingKL: recycled water and rain used in place of fresh water. Ratios are of sums, in the totals too; ' +
    'a total of what plants count in different units, currencies or by different things is null.',
});

const execIndustry = z
  .object({
    industryId: z.string(),
    industryName: z.string(),
    isPinned: z.boolean(),
    kpis,
    alerts: z.object({ open: z.number().int(), critical: z.number().int(), last24h: z.number().int() }),
    completeness: z.number(),
    ranked: z.boolean().meta({ description: 'false below 90 % complete: left out of unitComparison' }),
  })
  .meta({ id: 'ExecIndustry' });
export type ExecIndustry = z.infer<typeof execIndustry>;

export const executiveBody = z
  .object({
    window: timeWindow,
    industries: z.array(execIndustry).meta({ description: 'pinned ones first, then by name' }),
    totals: kpis,
    trends: z.array(z.object({ kpi: execKpi, series: z.array(series) })),
    unitComparison: z
      .array(
        z.object({
          kpi: execKpi,
          items: z.array(z.object({ industryId: z.string(), unitId: z.string(), name: z.string(), value: num })),
        }),
      )
      .meta({ description: 'the largest first, at most 50; plants below 90 % complete are not ranked' }),
  })
  .meta({ id: 'ExecutiveSummary' });
export type ExecutiveSummary = z.infer<typeof executiveBody>;

const shared = { base: 'user' } as const;

export const executiveData = endpoint({
  ...shared,
  method: 'get',
  path: '/executiveSummary/data',
  summary: 'KPIs, trends and unit comparisons across the industries that the caller may see',
  description:
    'Those of the caller’s grant list, which internal users set, and the caller’s own; the document of the feature executiveSummary ' +
    'of the own industry chooses among them and among the KPIs that are drawn. What came before a running window is counted as far as that ' +
    'one has come. The window is that of ' +
    'deviceDataV2, to today where no date is given. This is the one row that a token of virtualLogin opens.',
  auth: 'access',
  permission: 'EXECUTIVE_SUMMARY',
  scope: 'executiveSummary',
  limit: 'default',
  prepared: true,
  faults: ['parameter'],
  query: z.object({
    date: dmy.optional(),
    type: windowType.default('MONTH'),
    date2: dmy.optional().meta({ description: 'end of the window with CUSTOM' }),
  }),
  reply: executiveBody,
});
export type ExecutiveQuery = z.output<typeof executiveData.query>;

const industryId = z.string().min(1).max(64);

export const executivePin = endpoint({
  ...shared,
  method: 'put',
  path: '/executiveSummary/pin',
  summary: 'Pins an industry to the top of the caller’s summary, or lets it go',
  auth: 'access',
  permission: 'EXECUTIVE_SUMMARY',
  limit: 'default',
  faults: ['notFound', 'schema'],
  audit: 'executive.pin',
  body: z.object({ industryId }),
  reply: ok.extend({ industryId: z.string(), isPinned: z.boolean() }),
});

export const executiveTicket = endpoint({
  ...shared,
  method: 'post',
  path: '/executiveSummary/virtualLogin/ticket',
  summary: 'A ticket that opens the executive summary once, within 60 seconds',
  auth: 'access',
  permission: 'EXECUTIVE_SUMMARY',
  limit: 'default',
  faults: [],
  audit: 'executive.ticket',
  reply: z.object({ ticket: z.string(), expiresIn: z.number().int().meta({ description: 'seconds' }) }),
});

export const executiveVirtualLogin = endpoint({
  ...shared,
  method: 'get',
  path: '/executiveSummary/virtualLogin',
  summary: 'Trades a ticket for a read-only token of 30 minutes',
  description:
    'The token opens GET /executiveSummary/data and nothing else, and ends with the session that made the ticket. A ticket that was used, is older than 60 ' +
    'seconds or is not genuine is 401.',
  auth: 'none',
  limit: 'login',
  faults: ['credentials', 'parameter'],
  audit: 'executive.virtualLogin',
  query: z.object({ token: z.string().min(1).max(4096).meta({ freeText: true, description: 'the ticket' }) }),
  reply: z.object({
    access_token: z.string(),
    expiresIn: z.number().int(),
    scope: z.literal('executiveSummary:read'),
    industryIds: z.array(z.string()),
  }),
});

export const readExecutiveGrants = endpoint({
  base: 'plant',
  method: 'get',
  path: '/executive/grants',
  summary: 'Which industries a user’s executive summary covers besides the own; internal users only',
  description: 'Answers an ETag for If-Match.',
  auth: 'access',
  permission: 'EXECUTIVE_SUMMARY',
  limit: 'default',
  faults: ['permission', 'notFound', 'parameter'],
  query: z.object({ userId: z.string().min(1).max(100).meta({ description: 'whose grants' }) }),
  reply: z.object({ userId: z.string(), industryIds: z.array(z.string()) }),
});

export const executiveGrants = endpoint({
  base: 'plant',
  method: 'put',
  path: '/executive/grants',
  summary: 'Sets which industries a user’s executive summary covers; internal users only',
  description:
    'The list replaces the one before. Without one, and with an empty one, a user sees the own industry. With If-Match, a list that was changed meanwhile is 409.',
  auth: 'access',
  permission: 'EXECUTIVE_SUMMARY',
  limit: 'default',
  faults: ['permission', 'notFound', 'schema', 'conflict'],
  audit: 'executive.grant',
  headers: ifMatch,
  body: z.object({ userId: z.string().min(1).max(100), industryIds: z.array(industryId).max(500) }),
  reply: ok.extend({ userId: z.string(), industryIds: z.array(z.string()) }),
});

export const executiveEndpoints = [executiveData, executivePin, executiveTicket, executiveVirtualLogin] as const;
