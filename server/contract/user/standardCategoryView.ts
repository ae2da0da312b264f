import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { subCategoryInfo } from './auth.ts';

const standardCategory = z
  .object({
    standardCategoryId: z.string(),
    displayName: z.string(),
    enabled: z.boolean(),
    siUnit: z.string(),
    order: z.number(),
    subCategories: z.array(subCategoryInfo),
  })
  .meta({ id: 'StandardCategory' });

export const standardCategoryView = endpoint({
  base: 'user',
  method: 'get',
  path: '/standardCategoryView',
  summary: 'Standard categories of the industry with their sub-categories',
  description:
    'One entry for every standard category that an enabled category shows, and for every one that a deployed unit counts as; ' +
    'the sub-categories of an entry list the units that count there.',
  auth: 'access',
  limit: 'default',
  faults: [],
  reply: z.object({ standardCategories: z.array(standardCategory) }).meta({ id: 'StandardCategoryView' }),
});
