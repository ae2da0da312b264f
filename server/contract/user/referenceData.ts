import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, shift, unitType } from '../model/common.ts';

const commonBody = z
  .object({
    standardCategories: z.array(
      z.object({
        standardCategoryId: z.string(),
        name: z.string(),
        unitTypes: z.array(unitType),
        siUnits: z.array(z.string()),
      }),
    ),
    unitMappings: z
      .record(z.string(), z.object({ name: z.string(), toBase: z.number(), base: z.string(), decimals: z.number().int() }))
      .meta({ description: 'a value in this unit times toBase is a value in the base unit, in which it is stored' }),
    industry: z.object({
      industryId: z.string(),
      name: z.string(),
      timezone: z.string(),
      shift,
      joinedDate: isoTime,
      currency: z.string(),
      meta: z.record(z.string(), z.unknown()).meta({ description: 'notes that were set by PATCH /accounts/info' }),
    }),
    enums: z.record(z.string(), z.array(z.string())),
    serverTime: isoTime,
    version: z.string(),
  })
  .meta({ id: 'Common' });
export type Common = z.infer<typeof commonBody>;

export const common = endpoint({
  base: 'user',
  method: 'get',
  path: '/common',
  summary: 'Reference data: standard categories, units of measure, the industry, enumerations',
  description:
    'The ETag stays while nothing but serverTime is new: after a 304 the time of the server is that of the header Date.',
  auth: 'access',
  limit: 'default',
  faults: [],
  reply: commonBody,
});
