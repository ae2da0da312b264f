import { hash } from 'node:crypto';
import { compareAnswer, documentsAnswer, MOST_DOCUMENTS, type WireDocument } from '../../../contract/hub/exchange.ts';
import { documentHash } from '../../../core/bytes/documentHash.ts';
import { prefixOf } from '../../../core/sync/blocks.ts';
import type { ChangedDocument } from '../model.ts';
import type { RoundParts } from './roundParts.ts';

/** Read and kept in memory at once. */
const MOST_AT_ONCE = 5000;

type Unequal = readonly [id: string, hubVersion: number | null];

/** A version above the hub's where the hub has this one with another content, as after a restore. */
const versionOf = (own: ChangedDocument | undefined, content: string, hubVersion: number | null): number => {
  const mine = own ? own.version + (own.content === content ? 0 : 1) : 1;
  return hubVersion !== null && hubVersion >= mine ? hubVersion + 1 : mine;
};

const isSame = (own: ChangedDocument | undefined, next: ChangedDocument): boolean =>
  own?.version === next.version && own.hash === next.hash;

/** Reads these documents again, and notes those whose version is new. */
const prepare = async ({ ask, store, hub, turn, signal }: RoundParts, kind: string, unequal: readonly Unequal[]) => {
  const known = new Map(store.documents(kind).map((each) => [each.id, each]));
  const hubVersions = new Map(unequal);
  const bodies = await ask('documents', { share: hub.share, kind, ids: unequal.map(([id]) => id) }, signal);
  const documents = bodies.map(({ id, body }): { wire: WireDocument; noted: ChangedDocument } => {
    const content = body === null ? '' : hash('sha256', body);
    const wire = { kind, id, version: versionOf(known.get(id), content, hubVersions.get(id) ?? null), body };
    return { wire, noted: { kind, id, version: wire.version, content, hash: documentHash(wire) } };
  });
  await store.putDocuments(
    documents.filter(({ noted }) => !isSame(known.get(noted.id), noted)).map(({ noted }) => noted),
    turn,
  );
  return documents.map(({ wire }) => wire);
};

/** @param mostBytes of one request; a larger document goes alone */
const batches = (documents: readonly WireDocument[], mostBytes: number): WireDocument[][] => {
  const all: WireDocument[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const document of documents) {
    const size = (document.body?.length ?? 0) + document.id.length + 100;
    bytes += size;
    if (bytes > mostBytes || (all.at(-1)?.length ?? 0) >= MOST_DOCUMENTS) {
      all.push([]);
      bytes = size;
    }
    all.at(-1)?.push(document);
  }
  return all;
};

/** Sends the documents of a kind that the hub has not, or has otherwise. @returns how many. */
export const sendDocuments = async (parts: RoundParts, kind: string): Promise<number> => {
  const { client, store, epoch, clock, signal } = parts;
  const documents = store
    .documents(kind)
    .map(({ id, version, hash: of }): [string, number, string] => [id, version, prefixOf(of)]);
  const asked = { method: 'POST', path: '/compare', body: { level: 'document', kind, documents } } as const;
  const answer = await client.ask(asked, compareAnswer, signal);
  if (answer.level !== 'document') return 0;
  for (let at = 0; at < answer.unequal.length; at += MOST_AT_ONCE) {
    const prepared = await prepare(parts, kind, answer.unequal.slice(at, at + MOST_AT_ONCE));
    for (const batch of batches(prepared, client.piece.bytes)) {
      const body = { epoch, documents: batch };
      const { refused } = await client.ask({ method: 'POST', path: '/documents', body }, documentsAnswer, signal);
      for (const { kind: of, id, code } of refused) store.refuse(`${of} ${id}`, code, clock.now());
    }
  }
  return answer.unequal.length;
};
