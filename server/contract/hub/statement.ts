import { z } from 'zod';
import { sha256Hex } from './signing.ts';

const count = z.number().int().min(0);
/** Months since year 0, and days since 1970, as they are hashed. */
export const monthNumber = z.number().int().min(0).max(120_000);
export const hashedDay = z.number().int().min(0).max(3_000_000);

export const streamName = z.enum(['audit', 'alarms', 'commands', 'counterEvents']);
export type StreamName = z.infer<typeof streamName>;

/** Last entry of a chained stream; `hash` is empty of one without entries. */
export const streamEnd = z.object({ name: streamName, last: count, hash: z.string().regex(/^([0-9a-f]{64})?$/) });
export type StreamEnd = z.infer<typeof streamEnd>;

/** Documents of one kind: SHA-256 of their hashes in the order of their ids (UTF-16 code units). */
export const statedKindHash = z.tuple([z.string().max(64), sha256Hex]);

/** Months that a statement names; older ones are compared only when the root differs and these do not. */
export const STATED_MONTHS = 14;

/**
 * What a plant has, stated and signed: canonical JSON of this, signed after the line `headworks-statement-1`. Two who have equal
 * roots have the same closed days.
 */
export const statement = z.looseObject({
  format: z.literal('headworks-statement-1'),
  site: z.uuid(),
  epoch: z.number().int().min(1),
  /** Rises by at least one with every statement of a site. */
  seq: z.number().int().min(1),
  /** Of the statement that the plant made before this one; 0 before the first, absent from plants of earlier versions. */
  previousSeq: count.optional(),
  at: z.iso.datetime(),
  /** How far the plant's clock was off when it last asked; null where it does not know. */
  clockOffsetMs: z.number().nullable(),
  industries: z.array(
    z.object({
      id: z.string(),
      root: sha256Hex,
      /** Last closed day; null before the first. */
      closedTo: z.iso.date().nullable(),
      /** Days of single series that the root covers. */
      blocks: count,
      /** The last 14, oldest first. */
      months: z.array(z.tuple([monthNumber, sha256Hex])).max(STATED_MONTHS),
    }),
  ),
  streams: z.array(streamEnd),
  documents: z.array(statedKindHash),
  program: z.string(),
  /** Highest migration of the plant's database. */
  schema: z.number().int(),
});
export type Statement = z.infer<typeof statement>;

/** The same as the hub works it out of its own rows, signed by the hub after the line `headworks-receipt-1`. */
export const receipt = z.looseObject({
  format: z.literal('headworks-receipt-1'),
  /** SHA-256 of the hub's key. */
  hub: sha256Hex,
  site: z.uuid(),
  epoch: z.number().int().min(1),
  /** Number of the statement that it answers. */
  statementSeq: z.number().int().min(1),
  at: z.iso.datetime(),
  industries: z.array(z.object({ id: z.string(), root: sha256Hex, closedTo: z.iso.date().nullable(), blocks: count })),
  streams: z.array(streamEnd),
  documents: z.array(statedKindHash),
});
export type Receipt = z.infer<typeof receipt>;
