import type { Kysely, Selectable } from 'kysely';
import { type RoLogSpec, roLogKind, roLogSpec } from '../../../contract/user/roEfficiency.ts';
import { fromJson, toJson } from '../../../db/columns.ts';
import type { RoLogTable } from '../../../db/roSchema.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';
import type { RoEvent, RoReference } from './model.ts';

export type StoredRoLog = {
  id: string;
  spec: RoLogSpec;
  startMs: number;
  endMs: number;
  createdAtMs: number;
  createdBy: string;
};

export type RoLogFilter = {
  plantId?: string | undefined;
  kind?: string | undefined;
  /** Entries that end after it, and that begin before it. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
};

type ReferenceKey = { industryId: string; plantId: string; sinceMs: number };
export type StoredReference = RoReference & { signature: string };

/** Log and references of RO plants. */
export class RoStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /** @returns the entry; where the same one is there of the same author, that one: it was sent again because its answer was lost. */
  async add(industryId: string, entry: StoredRoLog): Promise<StoredRoLog> {
    const { id, spec, startMs, endMs, createdAtMs, createdBy } = entry;
    const document = toJson(spec);
    return this.#writer.run((tx) => {
      const same = tx.first(
        tx.query
          .selectFrom('ro_log')
          .selectAll()
          .where('industry_id', '=', industryId)
          .where('plant_id', '=', spec.plantId)
          .where('started_at', '=', startMs)
          .where('created_by', '=', createdBy)
          .where('document', '=', document),
      );
      if (same) return entryOf(same);
      tx.run(
        tx.query.insertInto('ro_log').values({
          id,
          industry_id: industryId,
          plant_id: spec.plantId,
          kind: spec.kind,
          started_at: startMs,
          ended_at: endMs,
          document,
          created_at: createdAtMs,
          created_by: createdBy,
        }),
      );
      return entry;
    });
  }

  /** Newest first, and how many there are beyond the limit. */
  async list(industryId: string, filter: RoLogFilter, limit: number): Promise<{ entries: StoredRoLog[]; total: number }> {
    let query = this.#reader.selectFrom('ro_log').where('industry_id', '=', industryId);
    if (filter.plantId !== undefined) query = query.where('plant_id', '=', filter.plantId);
    if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
    if (filter.fromMs !== undefined) query = query.where('ended_at', '>=', filter.fromMs);
    if (filter.toMs !== undefined) query = query.where('started_at', '<', filter.toMs);
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return { entries: rows.map(entryOf), total };
  }

  /** What figures depend on, oldest first. */
  async events(industryId: string): Promise<RoEvent[]> {
    const rows = await this.#reader
      .selectFrom('ro_log')
      .select(['plant_id', 'kind', 'started_at', 'ended_at'])
      .where('industry_id', '=', industryId)
      .where('kind', 'in', ['cip', 'flush', 'shutdown', 'membrane_change'])
      .orderBy('started_at')
      .orderBy('id')
      .execute();
    return rows.map(({ plant_id, kind, started_at, ended_at }) => ({
      plantId: plant_id,
      kind: roLogKind.parse(kind),
      startMs: started_at,
      endMs: ended_at,
    }));
  }

  async reference({ industryId, plantId, sinceMs }: ReferenceKey): Promise<StoredReference | undefined> {
    return this.#reader
      .selectFrom('ro_reference')
      .select(['day', 'water', 'salt', 'pressure', 'signature'])
      .where('industry_id', '=', industryId)
      .where('plant_id', '=', plantId)
      .where('since', '=', sinceMs)
      .executeTakeFirst();
  }

  async saveReference(
    { industryId, plantId, sinceMs }: ReferenceKey,
    reference: StoredReference,
    savedAtMs: number,
  ): Promise<void> {
    // a copy of a plant finds it anew each time
    if (this.#writer.isReadOnly) return;
    this.#writer.run((tx) => {
      const { day, water, salt, pressure, signature } = reference;
      const found = { day, water, salt, pressure, signature, saved_at: savedAtMs };
      tx.run(
        tx.query
          .insertInto('ro_reference')
          .values({ industry_id: industryId, plant_id: plantId, since: sinceMs, ...found })
          .onConflict((conflict) => conflict.columns(['industry_id', 'plant_id', 'since']).doUpdateSet(found)),
      );
    });
  }
}

const entryOf = (row: Selectable<RoLogTable>): StoredRoLog => ({
  id: row.id,
  spec: fromJson(roLogSpec, row.document),
  startMs: row.started_at,
  endMs: row.ended_at,
  createdAtMs: row.created_at,
  createdBy: row.created_by,
});
