import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { loopTestSpec } from '../../../contract/plant/commissioning/loopTests.ts';
import { conflict } from '../../../core/refusal.ts';
import { fromJson, toJson } from '../../../db/columns.ts';
import type { LoopTestPhotoTable, LoopTestTable } from '../../../db/commissioningSchema.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';
import type { KeptLoopTest, Photo, PhotoInfo, StoredLoopTest } from './model.ts';

type Key = { industryId: string; id: string };
const photoColumns = ['id', 'loop_test_id', 'width', 'height', 'saved_at', 'saved_by'] as const;
const photoType = z.enum(['png', 'jpg', 'webp']);

/** Loop tests and their photos; rows are added and never changed. */
export class LoopTestStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /**
   * @returns the id under which it is kept: where the same test of the same person is there, that one's.
   * @throws Failure `conflict` when the test it corrects was corrected already.
   */
  async add({ id, industryId, spec, testedAtMs, savedAtMs, savedBy }: StoredLoopTest): Promise<string> {
    const { corrects } = spec;
    const document = toJson(spec);
    return this.#writer.run((tx) => {
      const ofIndustry = tx.query.selectFrom('loop_test').select('id').where('industry_id', '=', industryId);
      const same = tx.first(
        ofIndustry
          .where('unit_id', '=', spec.unitId)
          .where('param', '=', spec.param)
          .where('tested_at', '=', testedAtMs)
          .where('saved_by', '=', savedBy)
          .where('document', '=', document),
      );
      if (same) return same.id;
      if (corrects !== null && tx.first(ofIndustry.where('corrects', '=', corrects)))
        throw conflict('corrects', `${corrects} was corrected already`);
      tx.run(
        tx.query.insertInto('loop_test').values({
          id,
          industry_id: industryId,
          unit_id: spec.unitId,
          param: spec.param,
          tested_at: testedAtMs,
          due_on: spec.dueOn,
          document,
          corrects,
          saved_at: savedAtMs,
          saved_by: savedBy,
        }),
      );
      return id;
    });
  }

  /**
   * @returns the photo; where the test has one with its content, that one.
   * @throws Failure `conflict` when there are as many as a test may have.
   */
  async addPhoto({ industryId, id }: Key, photo: Photo, most: number): Promise<PhotoInfo> {
    const { type, content, ...info } = photo;
    return this.#writer.run((tx) => {
      const ofTest = tx.query
        .selectFrom('loop_test_photo')
        .select(photoColumns)
        .where('industry_id', '=', industryId)
        .where('loop_test_id', '=', id);
      const same = tx.first(ofTest.where('content', '=', content));
      if (same) return photoOf(same);
      if (tx.all(ofTest).length >= most) throw conflict('photo', `there are ${most} photos already`);
      const { width, height, savedAtMs, savedBy } = info;
      tx.run(
        tx.query.insertInto('loop_test_photo').values({
          id: info.id,
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
      return info;
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
      .select(photoColumns)
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
      photos: (photosOf.get(row.id) ?? []).map(photoOf),
      correctedBy: correctedBy.get(row.id) ?? null,
    }));
  }
}

const photoOf = (row: Pick<Selectable<LoopTestPhotoTable>, (typeof photoColumns)[number]>): PhotoInfo => ({
  id: row.id,
  width: row.width,
  height: row.height,
  savedAtMs: row.saved_at,
  savedBy: row.saved_by,
});

const storedOf = (row: Selectable<LoopTestTable>): StoredLoopTest => ({
  id: row.id,
  industryId: row.industry_id,
  spec: fromJson(loopTestSpec, row.document),
  testedAtMs: row.tested_at,
  savedAtMs: row.saved_at,
  savedBy: row.saved_by,
});
