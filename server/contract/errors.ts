import { z } from 'zod';

/**
 * Every way a request can fail: the service code that travels in the body and in `X-Service-Code`,
 * and the HTTP status that carries it. Node cannot send a status above 999, so the codes in the
 * thousands map to ordinary ones.
 */
export const faults = {
  badRequest: { code: 400, http: 400 },
  token: { code: 401, http: 401 },
  permission: { code: 401, http: 401 },
  confirmation: { code: 403, http: 403 },
  notFound: { code: 404, http: 404 },
  method: { code: 405, http: 405 },
  injection: { code: 405, http: 405 },
  conflict: { code: 409, http: 409 },
  tooLarge: { code: 413, http: 413 },
  mediaType: { code: 415, http: 415 },
  expired: { code: 420, http: 420 },
  blocked: { code: 420, http: 420 },
  host: { code: 421, http: 421 },
  accessTokenForRefresh: { code: 422, http: 422 },
  rateLimit: { code: 429, http: 429 },
  sessionEnded: { code: 440, http: 440 },
  server: { code: 500, http: 500 },
  undelivered: { code: 500, http: 500 },
  unavailable: { code: 503, http: 503 },
  storageFull: { code: 507, http: 507 },
  credentials: { code: 1401, http: 401 },
  noData: { code: 1401, http: 404 },
  parameter: { code: 1403, http: 400 },
  tenant: { code: 1404, http: 401 },
  disabled: { code: 1405, http: 403 },
  schema: { code: 1430, http: 400 },
} as const satisfies Record<string, { code: number; http: number }>;

export type Fault = keyof typeof faults;

export const errorBody = z
  .object({
    status: z.literal('error'),
    code: z.number().int(),
    message: z.string(),
    requestId: z.string(),
    reason: z.enum(['token', 'permission', 'confirmation']).optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    retryAfterSeconds: z.number().int().optional(),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof errorBody>;
