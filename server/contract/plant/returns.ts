import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiList, dmy, wholeNumber } from '../model/common.ts';

export const returnKinds = ['groundwater', 'effluent', 'brsr', 'gri303', 'audit'] as const;
export const returnFormats = ['html', 'pdf', 'xlsx', 'json'] as const;

export const readReturn = endpoint({
  base: 'plant',
  method: 'get',
  path: '/returns/{kind}',
  summary: 'Tables that help to fill in a return to a regulator or a disclosure',
  description:
    'groundwater: per well opening and closing readings, abstraction against its permit, water levels, events. effluent: means of quarter hours with ' +
    'exceedances, loads and instruments. brsr and gri303: withdrawal, discharge and consumption of a fiscal year and the year before. audit: the water balance of ' +
    'the plant with its meters and findings. groundwater and effluent are of startDate..endDate (at most 366 and 31 days), the running month where absent; ' +
    'groundwater and audit also take fiscalYear. brsr, gri303 and audit are of a fiscal year, the running one where absent; it begins with the month of the ' +
    'settings, usually April, and is named by its first calendar year. A helper: neither legal advice nor an authority’s own form. Without anything to report the answer is 1401.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData', 'disabled', 'unavailable'],
  params: z.object({ kind: z.enum(returnKinds) }),
  headers: z.object({
    targetIndustryId: z.string().max(64).optional().meta({ description: 'internal users: the industry whose return is made' }),
  }),
  query: z.object({
    startDate: dmy.optional(),
    endDate: dmy.optional().meta({ description: 'today where only startDate is given' }),
    fiscalYear: wholeNumber(1971, 2200).optional().meta({ description: '2026 is the year that begins in 2026' }),
    unitIds: apiList
      .pipe(z.array(z.string().max(64)).max(1000))
      .optional()
      .meta({ description: 'groundwater and effluent: only these units' }),
    format: z.enum(returnFormats).default('html'),
  }),
  reply: z.string(),
  media: [
    'text/html',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/json',
  ],
});

export const returnEndpoints = [readReturn] as const;
