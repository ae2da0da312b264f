import { z } from 'zod';

/** Where a hub serves what plants send; docs/sync-format.md describes all of it. */
export const HUB_BASE = '/api/hub/v1';

export const siteHeader = 'Headworks-Site';
/** Rises with every request of a site, so that none counts twice. */
export const seqHeader = 'Headworks-Seq';
export const signatureHeader = 'Headworks-Signature';
/** SHA-256 of the body, hexadecimal: with it a hub checks the signature before it reads a body. */
export const bodyHeader = 'Headworks-Body';
export const hubSignatureHeader = 'Headworks-Hub-Signature';

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
/** First half of a hash, where many are compared. */
export const hashPrefix = z.string().regex(/^[0-9a-f]{16}$/);
/** Ed25519 or X25519 public key: 32 bytes. */
export const publicKey = z.base64url().length(43);
/** Ed25519 signature: 64 bytes. */
export const signature = z.base64url().length(86).meta({ description: 'Ed25519 signature, base64url' });

/** A text as it was signed, with its signature: whoever stores it can prove it later, byte by byte. */
export const signedText = z.object({
  text: z.string().max(1_048_576).meta({ description: 'canonical JSON, as it was signed' }),
  signature,
});
export type SignedText = z.infer<typeof signedText>;
/** What each key of a hub signed about the next one, in order. */
export const hubRotations = z.array(signedText).max(200).meta({ description: 'what each key of the hub signed about the next' });

type Request = {
  method: string;
  /** With the query, as it is sent. */
  path: string;
  seq: number;
  /** SHA-256 of the body, hexadecimal; of no body that of no bytes. */
  bodySha256: string;
  /** SHA-256 of the hub's Ed25519 key, hexadecimal: a request to one hub is none to another. */
  hub: string;
};

/** What a plant signs of a request. Everything that counts is in the path or in the body; headers are not signed. */
export const requestText = ({ method, path, seq, bodySha256, hub }: Request): string =>
  ['headworks-request-1', method, path, seq, bodySha256, hub].join('\n');

/** What a hub signs of its answer: `seq` is that of the request, so that no old answer passes for a new one. */
export const answerText = (answer: { status: number; site: string; seq: number; bodySha256: string }): string =>
  ['headworks-answer-1', answer.status, answer.site, answer.seq, answer.bodySha256].join('\n');

/** First line of a text that is signed for good. */
export const signedLine = {
  statement: 'headworks-statement-1\n',
  receipt: 'headworks-receipt-1\n',
  proposal: 'headworks-proposal-1\n',
  rotation: 'headworks-rotation-1\n',
  hubRotation: 'headworks-hub-rotation-1\n',
  replacement: 'headworks-replacement-1\n',
} as const;
