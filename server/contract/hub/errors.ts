import { z } from 'zod';
import { hubRotations } from './signing.ts';

/** How a hub refuses a request; each code has one status. */
export const hubErrors = {
  badRequest: 400,
  unknownSite: 401,
  badSignature: 401,
  /** The hub's owner has not confirmed the pairing yet. */
  waiting: 403,
  notPaired: 403,
  revoked: 403,
  notFound: 404,
  /** The owner's: a name that is taken. */
  conflict: 409,
  /** With `lastSeq`: the highest number that the hub has had of this site. */
  replay: 409,
  epochOld: 409,
  /** The site's history goes two ways: a person has to decide. */
  forked: 409,
  /** With `last`: entries follow on from there. */
  gap: 409,
  /** With `offset`: the upload goes on there. */
  offset: 409,
  /** With `rotations`, which lead from the key that the request was made for to the one of now, which signed this answer. */
  hubKeyChanged: 409,
  /** With `hubTime`. */
  clock: 412,
  tooLarge: 413,
  /** The bundle is not what its hash, footer or signature says. */
  damagedBundle: 422,
  /** With `retryAfterSeconds`, as all below. */
  quota: 429,
  server: 500,
  hubReadOnly: 503,
  busy: 503,
  noRoom: 507,
} as const;

export type HubErrorCode = keyof typeof hubErrors;

const codes = Object.keys(hubErrors) as [HubErrorCode, ...HubErrorCode[]];

export const hubErrorBody = z.object({
  status: z.literal('error'),
  code: z.enum(codes),
  message: z.string(),
  lastSeq: z.number().int().min(0).optional(),
  last: z.object({ seq: z.number().int().min(0), hash: z.string() }).optional(),
  offset: z.number().int().min(0).optional(),
  hubTime: z.iso.datetime().optional(),
  retryAfterSeconds: z.number().int().min(0).optional(),
  rotations: hubRotations.optional(),
});
export type HubErrorBody = z.infer<typeof hubErrorBody>;

/** Why one item was refused while the others were stored. */
export const itemCodes = [
  'hashMismatch',
  'totalMismatch',
  /** The same revision with another hash. */
  'revisionConflict',
  'unknownSeries',
  'unreadable',
  'tooLarge',
  'notShared',
] as const;
export const itemCode = z.enum(itemCodes);
export type ItemCode = z.infer<typeof itemCode>;
