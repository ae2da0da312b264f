import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { loopTestSpec } from '../../../contract/plant/commissioning/loopTests.ts';
import { fromJson, toJson } from '../../../db/columns.ts';
import type { LoopTestTable } from '../../../db/commissioningSchema.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';
import type { KeptLoopTest, Photo, PhotoInfo, StoredLoopTest } from './model.ts';

type Key = { industryId: string; id: string };
const photoType = z.enum(['png', 'jpg', 'webp']);

/** Loop tests and their photos; rows are added and never changed. */
export class LoopTestStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async add({ id, industryId, spec, testedAtMs, savedAtMs, savedBy }: StoredLoopTest): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query.insertInto('loop_test').values({
          id,
          industry_id: industryId,
          unit_id: spec.unitId,
          param: spec.param,
          tested_at: testedAtMs,
          due_on: spec.dueOn,
          document: toJson(spec),
          corrects: spec.corrects,
          saved_at: savedAtMs,
          saved_by: savedBy,
        }),
      );
    });
  }

  /** The same test of the same person, where it is kept already. */
  async same({ industryId, spec, testedAtMs, savedBy }: StoredLoopTest): Promise<KeptLoopTest | undefined> {
    const row = await this.#writer.reading
      .selectFrom('loop_test')
      .selectAll()
      .where('industry_id', '=', industryId)
      .where('unit_id', '=', spec.unitId)
      .where('param', '=', spec.param)
      .where('tested_at', '=', testedAtMs)
      .where('saved_by', '=', savedBy)
      .where('document', '=', toJson(spec))
      .executeTakeFirst();
    return row && (await this.#kept(industryId, [row]))[0];
  }

  /** The photo of a test with this content, where it has it already. */
  async samePhoto({ industryId, id }: Key, content: Uint8Array): Promise<string | undefined> {
    const row = await this.#writer.reading
      .selectFrom('loop_test_photo')
      .select('id')
      .where('industry_id', '=', industryId)
      .where('loop_test_id', '=', id)
      .where('content', '=', content)
      .executeTakeFirst();
    return row?.id;
  }

  async addPhoto({ industryId, id }: Key, photo: Photo): Promise<void> {
    this.#writer.run((tx) => {
      const { width, height, type, content, savedAtMs, savedBy } = photo;
      tx.run(
        tx.query.insertInto('loop_test_photo').values({
          id: photo.id,
          industry_id: industryId,
          loop_test_id: id,
          type,
          width,
          height,
          content,
          saved_at: savedAtMs,
          saved_by: savedBy,
        }),
      );
    });
  }

  async read({ industryId, id }: Key): Promise<KeptLoopTest | undefined> {
    const row = await this.#reader
      .selectFrom('loop_test')
      .selectAll()
      .where('industry_id', '=', industryId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && (await this.#kept(industryId, [row]))[0];
  }

  /** Newest first. */
  async list(industryId: string, { unitId, limit }: { unitId?: string | undefined; limit: number }): Promise<KeptLoopTest[]> {
    let query = this.#reader.selectFrom('loop_test').selectAll().where('industry_id', '=', industryId);
    if (unitId !== undefined) query = query.where('unit_id', '=', unitId);
    const rows = await query.orderBy('tested_at', 'desc').orderBy('saved_at', 'desc').orderBy('id').limit(limit).execute();
    return this.#kept(industryId, rows);
  }

  /** The newest test of every parameter of every unit that no other one corrects. */
  async newest(industryId: string): Promise<StoredLoopTest[]> {
    const rows = await this.#reader
      .selectFrom('loop_test as test')
      .selectAll('test')
      .where('test.industry_id', '=', industryId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('loop_test as later').select('later.id').whereRef('later.corrects', '=', 'test.id'))),
      )
      .orderBy('test.tested_at')
      .orderBy('test.saved_at')
      .execute();
    const newest = new Map(rows.map((row) => [`${row.unit_id}/${row.param}`, row]));
    return [...newest.values()].map(storedOf);
  }

  async photo({ industryId, id }: Key, photoId: string): Promise<Pick<Photo, 'type' | 'content'> | undefined> {
    const row = await this.#reader
      .selectFrom('loop_test_photo')
      .select(['type', 'content'])
      .where('industry_id', '=', industryId)
      .where('loop_test_id', '=', id)
      .where('id', '=', photoId)
      .executeTakeFirst();
    return row && { type: photoType.parse(row.type), content: row.content };
  }

  async #kept(industryId: string, rows: readonly Selectable<LoopTestTable>[]): Promise<KeptLoopTest[]> {
    const ids = rows.map(({ id }) => id);
    const photos = await this.#reader
      .selectFrom('loop_test_photo')
      .select(['id', 'loop_test_id', 'width', 'height', 'saved_at', 'saved_by'])
      .where('industry_id', '=', industryId)
      .where('loop_test_id', 'in', ids)
      .orderBy('saved_at')
      .execute();
    const corrections = await this.#reader
      .selectFrom('loop_test')
      .select(['id', 'corrects'])
      .where('industry_id', '=', industryId)
      .where('corrects', 'in', ids)
      .execute();
    const photosOf = Map.groupBy(photos, ({ loop_test_id }) => loop_test_id);
    const correctedBy = new Map(corrections.map(({ id, corrects }) => [corrects, id]));
    return rows.map((row) => ({
      ...storedOf(row),
      photos: (photosOf.get(row.id) ?? []).map(
        (photo): PhotoInfo => ({
          id: photo.id,
          width: photo.width,
          height: photo.height,
          savedAtMs: photo.saved_at,
          savedBy: photo.saved_by,
        }),
      ),
      correctedBy: correctedBy.get(row.id) ?? null,
    }));
  }
}

const storedOf = (row: Selectable<LoopTestTable>): StoredLoopTest => ({
  id: row.id,
  industryId: row.industry_id,
  spec: fromJson(loopTestSpec, row.document),
  testedAtMs: row.tested_at,
  savedAtMs: row.saved_at,
  savedBy: row.saved_by,
});
