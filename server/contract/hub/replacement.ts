import { z } from 'zod';
import { entry, wireDocument } from './exchange.ts';
import { share } from './pairing.ts';
import { publicKey, sha256Hex, signedText } from './signing.ts';
import { hashedDay, streamEnd, streamName } from './statement.ts';

const seriesUid = z.string().regex(/^[0-9a-f]{32}$/);

const count = z.number().int().min(0);

/** What the MAC of a code covers with which a new PC takes the place of a lost one: canonical JSON of this. */
export const replacementFacts = z.object({
  /** First 16 hexadecimal digits of SHA-256 of the secret: which code it is. */
  code: z.string().regex(/^[0-9a-f]{16}$/),
  site: z.uuid(),
  /** Ed25519 key of the new PC. */
  key: publicKey,
  program: z.string().max(40),
});
export type ReplacementFacts = z.infer<typeof replacementFacts>;

/** POST /replace, signed by the key that it names; the same again is answered with how far it is. */
export const replaceRequest = z.object({
  facts: replacementFacts,
  /** HMAC-SHA256 with the secret over canonical JSON of the facts, hexadecimal. */
  mac: sha256Hex,
});

/** Canonical JSON of this, signed by the hub after the line `headworks-replacement-1`: whose the site is from now on. */
export const replacement = z.object({
  format: z.literal('headworks-replacement-1'),
  /** SHA-256 of the hub's key. */
  hub: sha256Hex,
  site: z.uuid(),
  /** The first epoch of the new key. */
  epoch: z.number().int().min(2),
  oldKey: publicKey,
  newKey: publicKey,
  at: z.iso.datetime(),
});
export type Replacement = z.infer<typeof replacement>;

export const replaceAnswer = z.object({
  state: z.enum(['waiting', 'replaced']),
  hub: z.object({ name: z.string().max(100), openingKey: publicKey }),
  /** What the plant is called at the hub. */
  name: z.string(),
  /** Null until the hub's owner has compared the words. */
  replacement: signedText.nullable(),
});
export type ReplaceAnswer = z.infer<typeof replaceAnswer>;

/** POST /recovery/facts with an empty object: what the hub has of the plant that asks. */
export const recoveryFacts = z.object({
  /** What the plant shared when it last sent something; null where it said so to no hub of this version. */
  share: share.nullable(),
  /** The newest statement whose roots were equal to the hub's own, with the key that signed it. */
  proved: z.object({ statement: signedText, receipt: signedText, key: publicKey }).nullable(),
  streams: z.array(streamEnd),
  documents: count,
  days: count,
});
export type RecoveryFacts = z.infer<typeof recoveryFacts>;

/** POST /recovery/documents: those after a kind and id, also those that are gone. */
export const recoveryDocumentsRequest = z.object({ after: z.tuple([z.string(), z.string()]).nullable() });
export const recoveryDocuments = z.object({ documents: z.array(wireDocument) });

/** POST /recovery/entries: those of a stream after a number. */
export const recoveryEntriesRequest = z.object({ stream: streamName, after: count });
export const recoveryEntries = z.object({ entries: z.array(entry) });

/**
 * POST /recovery/days: closed days after one, series by series. Answered with the days as in a bundle: type u8, length of the key u16, key,
 * length of the body u32, body; nothing at all after the last.
 */
export const recoveryDaysRequest = z.object({
  after: z.object({ uid: seriesUid, day: z.number().int() }).nullable(),
});

/** POST /recovery/day: one closed day of an industry, whole, in the order of the series' uids; answered as above. */
export const recoveryDayRequest = z.object({ industry: z.string().min(1).max(100), day: hashedDay });

/** POST /recovery/series: what these were; those that the hub does not know are left out. */
export const recoverySeriesRequest = z.object({ uids: z.array(seriesUid).min(1).max(10_000) });
export const recoverySeries = z.object({
  series: z.array(
    z.object({
      uid: seriesUid,
      unitId: z.string(),
      param: z.string(),
      kind: z.enum(['counter', 'gauge', 'stock']),
      measure: z.string(),
    }),
  ),
});

/** POST /aside: days of series that the plant does not know any more; the hub keeps them as history, and they are in no hash from then on. */
export const asideRequest = z.object({
  epoch: z.number().int().min(1),
  industry: z.string().min(1).max(100),
  day: hashedDay,
  leaves: z
    .array(z.tuple([seriesUid, z.number().int().min(1), sha256Hex]))
    .min(1)
    .max(10_000),
});
export const asideAnswer = z.object({ aside: count });
