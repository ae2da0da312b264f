import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { atHub } from '../../contract/atHub.ts';
import { bases, confirmHeaders, type Endpoint, type UploadField } from '../../contract/endpoint.ts';
import { errorBody, type Fault, faults } from '../../contract/errors.ts';
import { tagMeanings, tagOf } from '../../contract/tags.ts';
import type { LimitSettings, LimitWindow } from '../limits.ts';
import { completeFields } from './openapiFields.ts';

type DocumentOptions = { base: 'user' | 'plant'; title: string; version: string; limits: LimitSettings };

const meanings: Record<Fault, string> = {
  badRequest: 'request that cannot be carried out',
  token: 'token missing or not valid (reason: token)',
  permission: 'permission missing (reason: permission)',
  confirmation: 'the password is asked for again (reason: confirmation)',
  notFound: 'not found',
  method: 'method not served here',
  injection: 'pattern of SQL injection in a parameter',
  conflict: 'changed meanwhile',
  tooLarge: 'body too large',
  mediaType: 'body is not of the expected type',
  expired: 'token expired',
  blocked: 'user or industry blocked',
  host: 'host or origin not allowed',
  accessTokenForRefresh: 'access token where a refresh token is needed',
  rateLimit: 'rate limit exceeded, see Retry-After',
  sessionEnded: 'session ended or unknown',
  server: 'fault of the server; the request id is in the log',
  undelivered: 'the command was not delivered, or nobody knows what became of it',
  unavailable: 'not available now',
  storageFull: 'disk full',
  credentials: 'user not found or credentials wrong',
  noData: 'data, category or form not found',
  parameter: 'parameter or header missing or invalid',
  tenant: 'tenant id not valid',
  disabled: 'user or industry disabled',
  schema: 'body fails its JSON schema',
};

/** The faults a row can end with: its own, and those that its shape implies. */
const faultsOf = (row: Endpoint): Fault[] => [
  ...new Set<Fault>([
    ...row.faults,
    ...((row.headers || row.params || row.query) && !row.faults.includes('parameter') ? (['parameter'] as const) : []),
    ...(row.params || row.query ? (['injection'] as const) : []),
    ...(row.body ? (['schema', 'tooLarge', 'mediaType'] as const) : []),
    ...(row.auth === 'none' ? [] : (['token', 'sessionEnded', 'expired'] as const)),
    ...(row.auth === 'access' ? (['blocked'] as const) : []),
    ...(row.auth === 'refresh' ? (['accessTokenForRefresh'] as const) : []),
    ...(row.permission ? (['permission'] as const) : []),
    ...(row.confirm ? (['confirmation'] as const) : []),
    ...(row.limit === 'none' ? [] : (['rateLimit'] as const)),
    'host',
    'server',
    'unavailable',
    'storageFull',
  ]),
];

const failures = (row: Endpoint): ZodOpenApiResponsesObject => {
  const byStatus = Map.groupBy(faultsOf(row), (fault) => faults[fault].http);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        String(status),
        {
          description: list.map((fault) => `${faults[fault].code}: ${meanings[fault]}`).join('; '),
          content: { 'application/json': { schema: errorBody } },
        },
      ]),
  );
};

/** An empty list lifts a limit. */
const inWords = (windows: readonly LimitWindow[]): string =>
  windows.map(({ max, seconds }) => `${max} in ${seconds} s`).join(', ') || 'none';

const limitText = ({ limit, auth }: Endpoint, limits: LimitSettings): string => {
  if (limit === 'none') return 'No rate limit.';
  if (limit === 'priority')
    return `Rate limit: ${inWords(limits.default)} per address; of sessions in a plant and of the panel ${inWords(limits.priority)} per session, which reads use nothing of.`;
  const roomy = limit === 'default' && auth === 'access' ? ` Sessions of the panel: ${inWords(limits.panel)}.` : '';
  const plant = limit === 'default' && auth === 'access' && limits.profile === 'plant';
  return `Rate limit: ${plant ? `${inWords(limits.plant)} per session` : `${inWords(limits[limit])} per address`}.${roomy}`;
};

const uploadBody = ({ field, maxBytes }: UploadField): NonNullable<ZodOpenApiOperationObject['requestBody']> => ({
  required: true,
  description: `Multipart form with one file of at most ${maxBytes} bytes.`,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } },
    },
  },
});

const binary = { type: 'string', format: 'binary' } as const;
const isBinary = (mediaType: string): boolean => !/^text\/|json|xml$/.test(mediaType) || /openxmlformats/.test(mediaType);

/** A JSON file is not the text that a row with `media` answers, but what is in it. */
const schemaOf = (row: Endpoint, mediaType: string) => {
  if (isBinary(mediaType)) return binary;
  return row.media && mediaType === 'application/json' ? ({ type: 'object', additionalProperties: true } as const) : row.reply;
};

const CONFIRMING =
  'Asks for the caller’s password again (header X-Confirm-Password) unless they logged in or confirmed it within the last 10 minutes (confirmSeconds of headworks.json may set another time): 403 with reason confirmation.';

const operation = (row: Endpoint, limits: LimitSettings): ZodOpenApiOperationObject => {
  const headers = row.confirm ? (row.headers ?? z.object({})).extend(confirmHeaders.shape) : row.headers;
  const media = row.media ?? ['application/json'];
  const content = Object.fromEntries(media.map((type) => [type, { schema: schemaOf(row, type) }]));
  return {
    operationId: `${row.method}${row.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [tagOf(row)],
    summary: row.summary,
    description: [
      row.description,
      row.permission && `Needs permission ${row.permission}.`,
      row.confirm && CONFIRMING,
      limitText(row, limits),
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...((headers || row.params || row.query) && {
      requestParams: {
        ...(headers && { header: headers }),
        ...(row.params && { path: row.params }),
        ...(row.query && { query: row.query }),
      },
    }),
    ...(row.body && { requestBody: { required: true, content: { 'application/json': { schema: row.body } } } }),
    ...(row.upload && { requestBody: uploadBody(row.upload) }),
    responses: {
      [row.creates ? 201 : 200]: { description: row.creates ? 'Created' : 'OK', content },
      ...(row.reply201 && {
        201: { description: 'Created, or empty', content: { 'application/json': { schema: row.reply201 } } },
      }),
      ...failures(row),
    },
    security:
      row.auth === 'none' ? [] : row.auth === 'refresh' ? [{ refreshToken: [] }] : [{ accessToken: [] }, { jwtQuery: [] }],
    ...(row.permission && { 'x-permission': row.permission }),
    'x-rate-limit': row.limit,
    ...(row.base === 'user' && { 'x-at-hub': atHub(row) }),
  };
};

/** The tags of some rows in their order, with what each is about. */
const tagsOf = (rows: readonly Endpoint[]): { name: string; description: string }[] =>
  [...new Set(rows.map(tagOf))].map((name) => ({ name, description: tagMeanings[name] ?? '' }));

/** The OpenAPI 3.1 document of one API, made from its rows. */
export const apiDocument = (
  endpoints: readonly Endpoint[],
  { base, title, version, limits }: DocumentOptions,
): ReturnType<typeof createDocument> => {
  const paths: ZodOpenApiPathsObject = {};
  const own = endpoints.filter((row) => row.base === base || (row.base === 'root' && base === 'plant'));
  for (const row of own)
    paths[row.path] = {
      ...paths[row.path],
      ...(row.base === 'root' && { servers: [{ url: '/' }] }),
      [row.method]: operation(row, limits),
    };
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title,
      version,
      description:
        'Errors have the body ErrorBody; its code is repeated in the header X-Service-Code, and codes above 999 travel in the HTTP status listed with them. ' +
        'A missing, doubled or trailing slash in a path is accepted. Clients ignore fields of an answer that they do not know: more may come. ' +
        'Where an answer to a GET has an ETag, the same GET with it in If-None-Match is answered 304 without a body while nothing is new. ' +
        'RateLimit and RateLimit-Policy say how many requests are left; with 429, Retry-After says for how many seconds to wait. X-Request-Id names the request in the log.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'Headworks' },
    },
    servers: [{ url: bases[base] }],
    tags: tagsOf(own),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'access_token of a login' },
        ...(own.some(({ auth }) => auth === 'refresh') && {
          refreshToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'refresh_token of a login' },
        }),
        jwtQuery: { type: 'apiKey', in: 'query', name: 'jwt', description: 'access_token, for direct downloads' },
      },
    },
  });
  completeFields(document);
  return document;
};
