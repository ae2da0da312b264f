import { hash } from 'node:crypto';
import { MOST_DOCUMENT_LENGTH } from '../../../contract/hub/exchange.ts';
import type { Share } from '../../../contract/hub/pairing.ts';
import { canonicalJson } from '../../../core/bytes/canonicalJson.ts';
import { documentHash, kindHash } from '../../../core/bytes/documentHash.ts';
import type { Sqlite } from '../../../db/open.ts';
import type { ChangedDocument } from '../model.ts';
import { type SentTable, sharedTables } from './documentTables.ts';

type Row = Record<string, unknown>;
type Known = { id: string; version: number; content: string; hash: string };

const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value);

/**
 * Rows of a table as documents: of `series` the id is its uid, of all others the primary key as a JSON array. One that no message can hold has no
 * body, so that the hub shows no older one for it.
 */
function* rowsOf(sqlite: Sqlite, table: SentTable, share: Share): Generator<{ id: string; body: string | null }> {
  const keys = (sqlite.pragma(`table_info("${table.name}")`) as { name: string; pk: number }[])
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
  const rows = sqlite
    .prepare(`select t.* from "${table.name}" t where ${table.industry} in (select value from json_each(?))`)
    .iterate(JSON.stringify(share.industries)) as IterableIterator<Row>;
  for (const row of rows) {
    for (const column of table.without ?? []) delete row[column];
    const id = table.name === 'series' ? String(row.uid) : canonicalJson(keys.map((key) => row[key]));
    const body = canonicalJson(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    yield { id, body: body.length > MOST_DOCUMENT_LENGTH ? null : body };
  }
}

const knownOf = (sqlite: Sqlite, kind: string): Map<string, Known> =>
  new Map(
    (sqlite.prepare('select id, version, content, hash from sync_document where kind = ?').all(kind) as Known[]).map((known) => [
      known.id,
      known,
    ]),
  );

/** What changed in the shared tables since it was noted, the hash of each kind with these changes, and what is too large to be sent. */
export const lookAtDocuments = (
  sqlite: Sqlite,
  share: Share,
): { kinds: [kind: string, hash: string][]; changed: ChangedDocument[]; tooLarge: string[] } => {
  const changed: ChangedDocument[] = [];
  const tooLarge: string[] = [];
  const kinds = sharedTables(share).flatMap((table): [string, string][] => {
    const kind = table.name;
    const known = knownOf(sqlite, kind);
    const all: { id: string; hash: string }[] = [];
    const note = (id: string, body: string | null): void => {
      const before = known.get(id);
      known.delete(id);
      const content = body === null ? '' : hash('sha256', body);
      if (before?.content === content) return void all.push(before);
      const version = (before?.version ?? 0) + 1;
      const next = { kind, id, version, content, hash: documentHash({ kind, id, version, body }) };
      changed.push(next);
      all.push(next);
    };
    for (const { id, body } of rowsOf(sqlite, table, share)) {
      note(id, body);
      if (body === null) tooLarge.push(`${kind} ${id}`);
    }
    for (const id of [...known.keys()]) note(id, null);
    return all.length === 0 ? [] : [[kind, kindHash(all)]];
  });
  return { kinds, changed, tooLarge };
};

/** Bodies of documents by their ids, null of those that are gone or too large. */
export const readDocuments = (
  sqlite: Sqlite,
  share: Share,
  kind: string,
  ids: readonly string[],
): { id: string; body: string | null }[] => {
  const table = sharedTables(share).find(({ name }) => name === kind);
  const wanted = new Map<string, string | null>(ids.map((id) => [id, null]));
  if (table) for (const { id, body } of rowsOf(sqlite, table, share)) if (wanted.has(id)) wanted.set(id, body);
  return [...wanted].map(([id, body]) => ({ id, body }));
};
