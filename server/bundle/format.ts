import { z } from 'zod';

/** The bytes of a bundle, as docs/sync-format.md describes them. */
export const BUNDLE_FORMAT = 'headworks-bundle-1';
export const FOOTER_MAGIC = 'HWBF';
/** Magic, items u32, offset of the index u64, SHA-256 of everything before. */
export const FOOTER_BYTES = 4 + 4 + 8 + 32;
export const SIGNATURE_BYTES = 64;
export const MOST_HEADER_BYTES = 65_536;
export const MOST_BODY_BYTES = 16 * 1_048_576;
/** A bundle is ended when it is this long, and the next one begun. */
export const MOST_BUNDLE_BYTES = 64 * 1_048_576;
/** So that its index, with keys of 24 bytes, is no longer than a body may be. */
export const MOST_BUNDLE_ITEMS = 250_000;

export const itemType = {
  block: 1,
  entry: 2,
  document: 3,
  object: 4,
  statement: 5,
  receipt: 6,
  proposal: 7,
  result: 8,
  file: 9,
  total: 10,
  index: 255,
} as const;

export type Item = { type: number; key: Buffer; body: Buffer };

const recipient = z.object({ kind: z.enum(['site', 'recoveryKit', 'hub']), id: z.string() });
export type Recipient = z.infer<typeof recipient>;

/** First line of a bundle. Fields that a later version adds are kept and signed, and may be ignored. */
export const bundleHeader = z.looseObject({
  format: z.literal(BUNDLE_FORMAT),
  site: z.uuid(),
  epoch: z.number().int().min(1),
  /** Ed25519 key of the site, 32 bytes. */
  key: z.base64url(),
  /** What the items are for: `days`, `snapshot`. */
  kind: z.string(),
  created: z.iso.datetime(),
  /** Number of the signed statement that the items belong to; null where none was made. */
  statementSeq: z.number().int().nullable(),
  /** For whom it is sealed; empty for a plain one. */
  recipients: z.array(recipient),
  program: z.string(),
  /** Highest migration of the database that it was made of. */
  schema: z.number().int(),
});
export type BundleHeader = z.infer<typeof bundleHeader>;

/** What is signed: this line, and then the footer. */
export const SIGNED_LINE = `${BUNDLE_FORMAT}\n`;
