import { z } from 'zod';
import { publicKey, sha256Hex, signature, signedText } from './signing.ts';

/** What may leave the plant; chosen by a person there when it is paired. */
export const share = z.object({
  /** Industries whose readings are sent. */
  industries: z.array(z.string()).max(100).meta({ description: 'industries whose readings are sent' }),
  alarms: z.boolean().meta({ description: 'alarms and their log' }),
  audit: z.boolean().meta({ description: 'the audit log' }),
  commands: z.boolean().meta({ description: 'the log of commands' }),
  /** Names, phones and addresses of people. */
  people: z.boolean().meta({ description: 'names, phones and addresses of people' }),
  /** Slots of days that are not closed yet. */
  ticks: z.boolean().meta({ description: 'slots of days that are still open' }),
  /** The latest value of each parameter, while somebody at the hub looks. */
  live: z.boolean().meta({ description: 'latest values, while somebody at the hub looks' }),
  /** Absent in pairings from before it could be shared, and in what such plants sign. */
  field: z.boolean().optional().meta({
    description: 'lines, devices, tags, write points and loop tests: without them a lost PC is restored with history alone',
  }),
});
export type Share = z.infer<typeof share>;

export const PAIR_CODE_PREFIX = 'headworks-pair-1:';

/** The code that a hub's owner makes: this as canonical JSON in base64url behind the prefix, as text or as a QR code. */
export const pairCode = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** Ed25519 key of the hub: the plant believes no answer that it did not sign. */
  key: publicKey,
  /** 16 bytes, known to the owner of the hub and to whom it was given. */
  secret: z.base64url().length(22),
  /** SHA-256 of the hub's certificate (DER), where no authority vouches for it. */
  certificate: sha256Hex.optional(),
  expiresAt: z.iso.datetime(),
  /** Site of the lost PC whose place a new one takes; no code for any other plant. */
  replaces: z.uuid().optional(),
});
export type PairCode = z.infer<typeof pairCode>;

/** What the code's MAC covers: canonical JSON of this. */
export const pairingFacts = z.object({
  /** First 16 hexadecimal digits of SHA-256 of the secret: which code it is. */
  code: z.string().regex(/^[0-9a-f]{16}$/),
  site: z.uuid(),
  epoch: z.number().int().min(1),
  /** Ed25519 key of the site. */
  key: publicKey,
  name: z.string().min(1).max(100),
  program: z.string().max(40),
  schema: z.number().int(),
  share,
});
export type PairingFacts = z.infer<typeof pairingFacts>;

/** POST /pair, signed by the key that it names; the same again is answered alike. */
export const pairRequest = z.object({
  facts: pairingFacts,
  /** HMAC-SHA256 with the secret over canonical JSON of the facts, hexadecimal. */
  mac: sha256Hex,
});

export const pairAnswer = z.object({
  state: z.enum(['waiting', 'paired']),
  hub: z.object({
    name: z.string().max(100),
    /** X25519 key for which sticks are sealed. */
    openingKey: publicKey,
  }),
  /** Of what the hub has of the site from before this pairing: the plant, which may have another history by now, goes on in one above it. */
  pastEpoch: z.number().int().min(1).optional(),
});
export type PairAnswer = z.infer<typeof pairAnswer>;

/** POST /unpair with an empty object; what the hub has it keeps. */
export const unpairAnswer = z.object({ state: z.literal('revoked') });

/** Canonical JSON of this, signed by the old key after the line `headworks-rotation-1`. */
export const rotation = z.object({
  format: z.literal('headworks-rotation-1'),
  site: z.uuid(),
  epoch: z.number().int().min(1),
  newKey: publicKey,
  at: z.iso.datetime(),
});

/** POST /rotate, signed by the old key; the same again is answered alike. */
export const rotateRequest = z.object({
  rotation: signedText,
  /** The new key's over the same line and text: it is there, and no key of somebody else. */
  proof: signature,
});
export const rotateAnswer = z.object({
  /** Up to then the hub takes what the old key signed. */
  oldKeyUntil: z.iso.datetime(),
});

/** Canonical JSON of this, signed by the hub's old key after the line `headworks-hub-rotation-1`. */
export const hubRotation = z.object({
  format: z.literal('headworks-hub-rotation-1'),
  oldKey: publicKey,
  newKey: publicKey,
  at: z.iso.datetime(),
  /** Up to then the hub answers requests that were made for the old key, and signs those answers with it. */
  oldKeyUntil: z.iso.datetime(),
});
