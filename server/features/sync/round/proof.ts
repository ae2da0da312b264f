import { type KeyObject, sign, verify } from 'node:crypto';
import type { z } from 'zod';
import { type SignedText, signedLine } from '../../../contract/hub/signing.ts';
import { type Receipt, receipt, type Statement, statement } from '../../../contract/hub/statement.ts';
import { canonicalJson } from '../../../core/bytes/canonicalJson.ts';
import type { SyncFacts } from '../model.ts';

type Stated = {
  facts: SyncFacts;
  site: { id: string; epoch: number };
  seq: number;
  previousSeq: number;
  nowMs: number;
  clockOffsetMs: number | null;
  program: string;
};

/** The signed text of what the plant has. */
export const stateOf = (
  { facts, site, seq, previousSeq, nowMs, clockOffsetMs, program }: Stated,
  signing: KeyObject,
): { body: Statement; signed: SignedText } => {
  const { industries, streams, documents, schema } = facts;
  const body: Statement = {
    format: 'headworks-statement-1',
    ...{ site: site.id, epoch: site.epoch, seq, previousSeq, at: new Date(nowMs).toISOString(), clockOffsetMs },
    ...{ industries, streams, documents, program, schema },
  };
  const text = canonicalJson(body);
  const signature = sign(null, Buffer.from(signedLine.statement + text), signing).toString('base64url');
  return { body, signed: { text, signature } };
};

/** What a signed text says; undefined where the key did not sign it, or it is of another form. */
export const readSigned = <S extends z.ZodType>(
  line: string,
  { text, signature }: SignedText,
  key: KeyObject,
  shape: S,
): z.output<S> | undefined => {
  if (!verify(null, Buffer.from(line + text), key, Buffer.from(signature, 'base64url'))) return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The receipt in a signed text; undefined where the hub did not sign it, or it is none. */
export const readReceipt = (signed: SignedText, hubKey: KeyObject): Receipt | undefined =>
  readSigned(signedLine.receipt, signed, hubKey, receipt);

export const readStatement = (text: string): Statement => statement.parse(JSON.parse(text));

export type ProofComparison = {
  /** All closed days of all industries that the statement names. */
  days: boolean;
  streams: boolean;
  documents: boolean;
};

/** What a hub worked out of its own rows against what the plant stated; undefined where it answers another statement. */
export const compareReceipt = (stated: Statement, got: Receipt): ProofComparison | undefined => {
  if (got.site !== stated.site || got.epoch !== stated.epoch || got.statementSeq !== stated.seq) return undefined;
  const roots = new Map(got.industries.map(({ id, root }) => [id, root]));
  const ends = new Map(got.streams.map(({ name, last, hash }) => [name, `${last} ${hash}`]));
  const kinds = new Map(got.documents);
  return {
    // of an industry without a closed day the hub may know nothing
    days: stated.industries.every(({ id, root, closedTo }) => (closedTo === null && !roots.has(id)) || roots.get(id) === root),
    streams: stated.streams.every(({ name, last, hash }) => last === 0 || ends.get(name) === `${last} ${hash}`),
    documents: stated.documents.every(([kind, hash]) => kinds.get(kind) === hash),
  };
};
