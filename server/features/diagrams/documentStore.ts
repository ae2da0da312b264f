import type { Kysely } from 'kysely';
import { z } from 'zod';
import { Failure } from '../../core/fail.ts';
import { fromJson } from '../../db/columns.ts';
import type { Schema } from '../../db/schema.ts';
import { isWhole, storedChecksum } from '../../db/wholeRows.ts';
import type { Writer } from '../../db/writer.ts';
import type { StoredDocument } from './model.ts';

export type DocumentKey = { industryId: string; kind: string; name: string };
type Head = Omit<StoredDocument, 'body'>;

const heads = ['kind', 'name', 'version', 'saved_at', 'saved_by'] as const;
type HeadRow = { kind: string; name: string; version: number; saved_at: number; saved_by: string };

const toHead = ({ kind, name, version, saved_at, saved_by }: HeadRow): Head => ({
  kind,
  name,
  version,
  savedAtMs: saved_at,
  savedBy: saved_by,
});
const toDocument = ({ body, ...row }: HeadRow & { body: string }): StoredDocument => ({
  ...toHead(row),
  body: fromJson(z.unknown(), body),
});

type DocumentRow = HeadRow & { industry_id: string; body: string; checksum: number | null };
const isRowWhole = ({ industry_id, kind, name, version, saved_at, saved_by, body, checksum }: DocumentRow): boolean =>
  isWhole([industry_id, kind, name, version, saved_at, saved_by, body], checksum);

/** Newest first. */
const versionsOf = (db: Pick<Kysely<Schema>, 'selectFrom'>, { industryId, kind, name }: DocumentKey) =>
  db
    .selectFrom('document')
    .selectAll()
    .select(storedChecksum('document', ['industry_id', 'kind', 'name', 'version']).as('checksum'))
    .where('industry_id', '=', industryId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy('version', 'desc');

/** Versions of documents; rows are added and never changed. */
export class DocumentStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /**
   * The newest version, or the one asked for. One whose bytes are damaged counts as never saved; the self-test names it.
   * @throws Failure `unavailable` where the one asked for is damaged.
   */
  async read(key: DocumentKey, version?: number): Promise<StoredDocument | undefined> {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const row = await versionsOf(this.#reader, key)
        .where('version', version === undefined ? '<' : '=', version ?? before)
        .limit(1)
        .executeTakeFirst();
      if (!row || isRowWhole(row)) return row && toDocument(row);
      if (version !== undefined)
        throw new Failure('unavailable', `Version ${version} of ${key.kind} ${key.name} is damaged: take another`);
      before = row.version;
    }
  }

  /** The newest version of each name, without bodies. */
  async heads(industryId: string, kind: string): Promise<Head[]> {
    const rows = await this.#reader
      .selectFrom('document')
      .select(heads)
      .select(({ fn }) => fn.max('version').as('newest'))
      .where('industry_id', '=', industryId)
      .where('kind', '=', kind)
      .groupBy('name')
      .orderBy('name')
      .execute();
    // SQLite takes the other columns from the row that has the largest version
    return rows.map(toHead);
  }

  /** Newest first. */
  async versions({ industryId, kind, name }: DocumentKey, atMost: number): Promise<Head[]> {
    const rows = await this.#reader
      .selectFrom('document')
      .select(heads)
      .where('industry_id', '=', industryId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .orderBy('version', 'desc')
      .limit(atMost)
      .execute();
    return rows.map(toHead);
  }

  /**
   * Adds the version after the newest one, in one transaction with the check.
   * @param check gets the newest version, 0 where there is none, and how many names the kind has; it may throw.
   */
  async add(
    { industryId, kind, name }: DocumentKey,
    saved: { body: string; savedAtMs: number; savedBy: string },
    check: (present: { version: number; names: number }) => void,
  ): Promise<number> {
    return this.#writer.run((tx) => {
      const versions = versionsOf(tx.query, { industryId, kind, name }).limit(1);
      const newest = tx.first(versions);
      let whole = newest;
      while (whole && !isRowWhole(whole)) whole = tx.first(versions.where('version', '<', whole.version));
      const count = tx.first(
        tx.query
          .selectFrom('document')
          .select(({ fn }) => fn.count('name').distinct().as('names'))
          .where('industry_id', '=', industryId)
          .where('kind', '=', kind),
      );
      check({ version: whole?.version ?? 0, names: Number(count?.names ?? 0) });
      const version = (newest?.version ?? 0) + 1;
      tx.run(
        tx.query.insertInto('document').values({
          industry_id: industryId,
          kind,
          name,
          version,
          saved_at: saved.savedAtMs,
          saved_by: saved.savedBy,
          body: saved.body,
        }),
      );
      return version;
    });
  }
}
