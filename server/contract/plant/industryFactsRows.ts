import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { industryFacts } from '../model/industryFacts.ts';
import { whole } from '../whole.ts';
import { fromVersion, version } from './row.ts';

const factsAnswer = z
  .object({ facts: industryFacts, version: version.meta({ description: 'of the industry; grows with every change of it' }) })
  .meta({ id: 'IndustryFactsAnswer' });

const facts = {
  base: 'plant',
  auth: 'access',
  permission: 'ACCOUNT_SETTINGS',
  limit: 'default',
  path: '/industry/facts',
} as const;

export const readIndustryFacts = endpoint({
  ...facts,
  method: 'get',
  summary: 'Production, tariffs, catchments, aquifers and RO designs of the plant',
  description: 'What was never entered is as the definitions have it.',
  faults: [],
  reply: factsAnswer,
});

export const changeIndustryFacts = endpoint({
  ...facts,
  method: 'put',
  audit: 'industry.facts',
  summary: 'Replaces the facts of the plant as a whole',
  description:
    'A part that is left out is 1430. 400 with the field and the reason when a month, a fiscal year or an id is given twice, an RO plant is ' +
    'no sub-category of the industry, or an aquifer is left out that a well is in; 409 when the industry was changed since `version`.',
  faults: ['schema', 'badRequest', 'conflict'],
  body: whole(z.object({ facts: industryFacts, ...fromVersion.shape })),
  reply: factsAnswer,
});

export const industryFactsEndpoints = [readIndustryFacts, changeIndustryFacts] as const;
