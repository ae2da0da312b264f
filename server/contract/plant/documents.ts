import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';
import { savedFeatures } from '../model/featureData.ts';
import { version } from './row.ts';

const head = z
  .object({
    kind: z.string(),
    name: z.string(),
    version,
    savedAt: isoTime,
    savedBy: z.string().meta({ description: 'id of the user' }),
    savedByName: z.string().nullable().meta({ description: 'login name; null where the user is gone' }),
  })
  .meta({ id: 'DocumentVersion' });

const kind = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: `waterBalance, scada, ${savedFeatures.join(', ')}` });
const which = z.object({
  name: z
    .string()
    .max(200)
    .default('')
    .meta({ freeText: true, description: 'of a SCADA diagram: its docType, or prefix/docType; of other kinds nothing' }),
});
const rules =
  'For those who hold the editor’s permission (WATER_BALANCE_EDITOR, SCADA_EDITOR) or ACCOUNT_SETTINGS. To undo a change, save the body of an older version anew.';

export const listDocumentVersions = endpoint({
  base: 'plant',
  method: 'get',
  path: '/documents/{kind}/versions',
  summary: 'Versions of a graph, a diagram or a feature’s document, newest first',
  description: `The newest 500. ${rules}`,
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  params: z.object({ kind }),
  query: which,
  reply: z.object({ versions: z.array(head) }),
});

export const readDocumentVersion = endpoint({
  base: 'plant',
  method: 'get',
  path: '/documents/{kind}/versions/{version}',
  summary: 'One version as it was saved',
  description: rules,
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'notFound'],
  params: z.object({ kind, version: z.string().max(16).meta({ description: 'its number' }) }),
  query: which,
  reply: head.extend({ body: z.unknown() }),
});

export const documentEndpoints = [listDocumentVersions, readDocumentVersion] as const;
