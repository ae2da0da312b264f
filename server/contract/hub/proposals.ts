import { z } from 'zod';
import { signedText } from './signing.ts';

/** What a hub may propose. Never write points, interlocks, connections, shift and zone, retention or keys; never commands. */
export const proposalKind = z.enum([
  'unitThreshold',
  'alertSettings',
  'accountCreate',
  'accountDisable',
  'accountPermissions',
  'unitName',
  'unitMeta',
  'reportSchedule',
  'updateOffer',
  'messageToOperators',
]);
export type ProposalKind = z.infer<typeof proposalKind>;

/** Canonical JSON of this, signed by the hub after the line `headworks-proposal-1`. */
export const proposal = z.looseObject({
  id: z.uuid(),
  /** Order in which the hub gave them out to this site. */
  number: z.number().int().min(1),
  site: z.uuid(),
  industry: z.string(),
  kind: proposalKind,
  /** What it is about, as the plant names it. */
  target: z.string(),
  /** Version of the target that it was made from; null where the target has none. */
  baseVersion: z.number().int().nullable(),
  /** JSON merge patch (RFC 7396). */
  patch: z.unknown(),
  author: z.object({ user: z.string(), name: z.string() }),
  reason: z.string().max(1000),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Proposal = z.infer<typeof proposal>;

/** GET /proposals?after=n: those with a higher number. */
export const proposalsAnswer = z.object({ proposals: z.array(signedText).max(100) });

/** POST /proposals/{id}/result */
export const proposalResult = z.object({
  id: z.uuid(),
  state: z.enum(['applied', 'refused', 'held']),
  version: z.number().int().nullable(),
  code: z.enum(['versionMoved', 'forbidden', 'expired', 'notFound', 'invalid', 'declined', 'badSignature']).nullable(),
  /** The person at the plant who decided; null where its policy did. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
});
export type ProposalResult = z.infer<typeof proposalResult>;
export const proposalResultAnswer = z.object({ state: z.literal('noted') });
