import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiList, isoTime } from '../model/common.ts';
import { type Feature, featureSchemas, features, savedFeatures } from '../model/featureData.ts';
import { version } from '../plant/row.ts';

const isFeature = (name: string): name is Feature => (features as readonly string[]).includes(name);

const wanted = apiList.transform((names, context): Feature[] => {
  const unknown = names.find((name) => !isFeature(name));
  if (names.length === 0) context.addIssue({ code: 'custom', message: 'featureData missing' });
  else if (unknown !== undefined) context.addIssue({ code: 'custom', message: `featureData must be of ${features.join(', ')}` });
  return names.filter(isFeature);
});

const stored = (name: Feature) =>
  z
    .object({
      featureData: z.literal(name),
      version: z.number().int().meta({ description: '0: made from the configuration, and never saved' }),
      updatedAt: isoTime,
      data: featureSchemas[name],
    })
    .nullable()
    .optional();

export const additionalFeature = endpoint({
  base: 'user',
  method: 'get',
  path: '/additionalFeature',
  summary: 'Configuration documents by feature',
  description:
    'One key for each requested value, null where nothing was saved. waterBalanceLeakage is the water balance graph until one of its own is saved; GWI, and ' +
    'map_view until one is saved, are made from the units; alerts are the alert settings.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({ featureData: wanted.meta({ description: `comma-separated, repeated or both: ${features.join(', ')}` }) }),
  reply: z
    .object(Object.fromEntries(features.map((name) => [name, stored(name)])) as Record<Feature, ReturnType<typeof stored>>)
    .meta({ id: 'AdditionalFeature' }),
});

const savedDocument = z.object({ featureData: z.enum(savedFeatures), version, updatedAt: isoTime, data: z.unknown() });

export const readFeature = endpoint({
  base: 'plant',
  method: 'get',
  path: '/features/{featureData}',
  summary: 'A feature’s document with its version',
  description:
    'The document alone of what GET /api/user/additionalFeature answers for several; 1401 where nothing was saved or can be made.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  params: z.object({ featureData: z.enum(savedFeatures) }),
  reply: savedDocument.extend({
    version: z.number().int().meta({ description: '0: made from the configuration, and never saved' }),
  }),
});

export const saveFeature = endpoint({
  base: 'plant',
  method: 'put',
  path: '/features/{featureData}',
  audit: 'feature.save',
  summary: 'Saves a feature’s document as a new version',
  description:
    `${savedFeatures.join(', ')}. The others are edited where their pages are: graphs at their editors, alerts in the account settings, wells at the units. ` +
    'Data of the wrong shape are 1430; a unit that does not exist, an edge without its node or an industry that is not the user’s are 400; 409 when ' +
    '`version` is not the present one.',
  auth: 'access',
  permission: 'ACCOUNT_SETTINGS',
  limit: 'default',
  bodyLimitBytes: 4 * 1_048_576,
  faults: ['parameter', 'schema', 'badRequest', 'conflict', 'tooLarge'],
  params: z.object({ featureData: z.enum(savedFeatures) }),
  body: z.object({
    version: z.number().int().min(0).optional().meta({ description: '0 for the first; not checked where absent' }),
    data: z.unknown().meta({ description: 'as additionalFeature answers it' }),
  }),
  reply: savedDocument,
});
