import { createHash, hash } from 'node:crypto';
import { canonicalJson } from './canonicalJson.ts';

const [DOCUMENT_BYTE, KIND_BYTE] = [5, 6];

/** A row of a table of the plant, as it leaves it; `body` is null once the row is gone. */
export type HashedDocument = { kind: string; id: string; version: number; body: string | null };

/** SHA-256(0x05 | canonical JSON of [kind, id, version, body]), hexadecimal. */
export const documentHash = ({ kind, id, version, body }: HashedDocument): string =>
  hash('sha256', Buffer.concat([Uint8Array.of(DOCUMENT_BYTE), Buffer.from(canonicalJson([kind, id, version, body]))]));

/** SHA-256(0x06 | the documents' hashes in the order of their ids' UTF-16 code units), hexadecimal. */
export const kindHash = (documents: readonly { id: string; hash: string }[]): string => {
  const sum = createHash('sha256').update(Uint8Array.of(KIND_BYTE));
  for (const each of documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))) sum.update(each.hash, 'hex');
  return sum.digest('hex');
};
