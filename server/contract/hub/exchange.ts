import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { itemCode } from './errors.ts';
import { share } from './pairing.ts';
import { hashPrefix, hubRotations, sha256Hex, signedText } from './signing.ts';
import { hashedDay, monthNumber, streamEnd, type streamName } from './statement.ts';

const count = z.number().int().min(0);
const industry = z.string().min(1).max(64);
/** 16 bytes of a series in hexadecimal, as in a bundle's keys. */
const uid = z.string().regex(/^[0-9a-f]{32}$/);

/** POST /hello */
export const helloRequest = z.object({
  statement: signedText,
  share,
  capabilities: z.array(z.string()).max(50),
  /** What the plant is called now; plants of earlier versions say it only when they are paired. */
  name: nameText(100).min(1).optional(),
});
export const helloAnswer = z.object({
  hubTime: z.iso.datetime(),
  limits: z.object({ maxBundleBytes: z.number().int().min(65_536), maxChunkBytes: z.number().int().min(16_384) }),
  needs: z.object({
    /** Those whose roots are not equal. */
    industries: z.array(
      z.object({
        id: z.string(),
        /** Months of the statement whose hashes are not equal. */
        months: z.array(monthNumber),
        /** An older month differs: the plant compares months. */
        older: z.boolean(),
      }),
    ),
    /** The hub's own ends of the streams that are behind. */
    streams: z.array(streamEnd),
    /** Kinds of documents whose hashes are not equal. */
    documents: z.array(z.string()),
  }),
  receipt: signedText,
  /** The hub takes streams that go on differently since a restore, and answers days that it has; absent from hubs of earlier versions. */
  knowsRestored: z.boolean().optional(),
  /** The hub puts aside days of series that the plant does not know any more; absent from hubs of earlier versions. */
  setsAside: z.boolean().optional(),
  /** How many proposals wait for the plant. */
  proposals: count,
  /** Only where the hub has another key than the one that the request was made for. */
  rotations: hubRotations.optional(),
});
export type HelloAnswer = z.infer<typeof helloAnswer>;

/** POST /compare: hashes of one side, answered with those of the other that are not equal, null where it has none. */
export const compareRequest = z.discriminatedUnion('level', [
  z.object({ level: z.literal('month'), industry, months: z.array(z.tuple([monthNumber, sha256Hex])).max(2400) }),
  z.object({
    level: z.literal('day'),
    industry,
    days: z.array(z.tuple([hashedDay, sha256Hex])).max(40_000),
    /** All months that are compared, also those of which the plant has no day; absent from plants of earlier versions. */
    months: z.array(monthNumber).max(2400).optional(),
  }),
  z.object({
    level: z.literal('leaf'),
    industry,
    day: hashedDay,
    leaves: z.array(z.tuple([uid, z.number().int().min(1), hashPrefix])).max(100_000),
  }),
  z.object({
    level: z.literal('document'),
    kind: z.string().max(64),
    documents: z.array(z.tuple([z.string().max(500), z.number().int().min(1), hashPrefix])).max(100_000),
  }),
]);
export type CompareRequest = z.infer<typeof compareRequest>;
/** Of the level that was asked for: months, days, leaves or documents that are not equal, each with what the hub has. */
export const compareAnswer = z.discriminatedUnion('level', [
  z.object({ level: z.literal('month'), unequal: z.array(z.tuple([monthNumber, sha256Hex.nullable()])) }),
  z.object({ level: z.literal('day'), unequal: z.array(z.tuple([hashedDay, sha256Hex.nullable()])) }),
  /** Revision and first half of the hash; null where the hub has no such leaf. A leaf of the hub alone is in it too. */
  z.object({
    level: z.literal('leaf'),
    unequal: z.array(z.tuple([uid, z.number().int().nullable(), hashPrefix.nullable()])),
  }),
  z.object({ level: z.literal('document'), unequal: z.array(z.tuple([z.string(), z.number().int().nullable()])) }),
]);
export type CompareAnswer = z.infer<typeof compareAnswer>;

/** POST /bundles; the same again goes on with the same upload. */
export const uploadRequest = z.object({ sha256: sha256Hex, bytes: z.number().int().min(1) });
export const uploadAnswer = z.object({ uploadId: z.uuid(), offset: count, state: z.enum(['open', 'done']) });

/** PATCH /bundles/{id}?offset=n with the next bytes as `application/octet-stream`. The offset is in the path, which is signed. */
export const chunkAnswer = z.object({ offset: count });

/** POST /bundles/{id}/commit with an empty object. An item is stored whole or not at all; the same again is answered alike. */
export const commitAnswer = z.object({
  accepted: count,
  /** Those of which the hub has this revision or a newer one. */
  ignored: count,
  refused: z.array(
    z.object({
      /** Place in the bundle, from 0. */
      item: count,
      /** Series and day of a block. */
      uid: z.string().optional(),
      day: z.number().int().optional(),
      revision: z.number().int().optional(),
      code: itemCode,
    }),
  ),
});
export type CommitAnswer = z.infer<typeof commitAnswer>;

/**
 * POST /entries/{stream}: entries that follow one another. `body` is the text that is hashed: of `audit` the JSON array of the row's
 * fields, the last of which is the hash of the row before; of all others canonical JSON.
 */
export const entry = z.object({ seq: z.number().int().min(1), at: z.number().int(), body: z.string(), hash: sha256Hex });
export type WireEntry = z.infer<typeof entry>;
export const MOST_ENTRIES = 1000;
export const entriesRequest = z.object({ epoch: z.number().int().min(1), entries: z.array(entry).min(1).max(MOST_ENTRIES) });
export const entriesAnswer = z.object({ last: count });
export const entriesPath = (stream: z.infer<typeof streamName>): string => `/entries/${stream}`;

/**
 * POST /documents. A document is a row of a table of the plant's database: `kind` is the table, `id` its primary key as a JSON array
 * (of `series` its uid), `body` canonical JSON of the row with the names of its columns, bytes as `{"bytes":"<base64>"}`; null once
 * the row is gone. A version replaces a lower one.
 */
/** UTF-16 code units of a body; a plant lists what is longer as refused. */
export const MOST_DOCUMENT_LENGTH = 900_000;
export const wireDocument = z.object({
  kind: z.string().min(1).max(64),
  id: z.string().min(1).max(500),
  version: z.number().int().min(1).max(2_147_483_647),
  body: z.string().max(MOST_DOCUMENT_LENGTH).nullable(),
});
export type WireDocument = z.infer<typeof wireDocument>;
/** Kinds that a plant sends where it shares its field: for the PC that takes its place, and of no use to the copy that answers questions. */
export const fieldKinds: readonly string[] = ['connection', 'device', 'tag', 'device_template', 'write_point', 'loop_test'];
export const MOST_DOCUMENTS = 2000;
export const documentsRequest = z.object({
  epoch: z.number().int().min(1),
  documents: z.array(wireDocument).min(1).max(MOST_DOCUMENTS),
});
export const documentsAnswer = z.object({
  stored: count,
  ignored: count,
  refused: z.array(z.object({ kind: z.string(), id: z.string(), code: itemCode })),
});

/**
 * POST /ticks: slots of an industry that are over while their day is not. Whatever is lost of them comes with the block of the day, and takes their
 * place. `series` names whose values follow: SHA-256 of the uids of all series of the industry, 16 bytes each, in rising order. `packed` is a block
 * as in docs/storage.md, in base64, with one place for each of these series in that order in place of one for each slot. Without slots it asks
 * what the hub has. As steps from the slot before they are sent in the form of docs/sync-format.md.
 */
export const MOST_TICKS = 288;
export const ticksRequest = z.object({
  industry,
  series: sha256Hex,
  slots: z.array(z.object({ slot: z.number().int().min(0).max(0x7fffffff), packed: z.base64().max(1_000_000) })).max(MOST_TICKS),
});
export type TicksRequest = z.infer<typeof ticksRequest>;
export const ticksAnswer = z.object({
  /** The newest slot that the hub has of the industry; null where it has none, and of hubs that keep none. */
  stored: count.nullable(),
  /** The hub knows other series of the industry: nothing was kept, and it has to be sent documents first. */
  isBehind: z.boolean().optional(),
  /** The hub takes slots as steps too (`POST /ticks/steps`); absent from hubs of earlier versions. */
  takesSteps: z.boolean().optional(),
  /** The hub has another slot, or none, where these go on from: nothing was kept, and they are to be sent without one. */
  wantsWhole: z.boolean().optional(),
});
export type TicksAnswer = z.infer<typeof ticksAnswer>;
