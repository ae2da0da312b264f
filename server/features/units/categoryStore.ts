import { sql } from 'kysely';
import type { CategorySpec, SubCategorySpec } from '../../contract/plant/categories.ts';
import { toFlag } from '../../db/columns.ts';
import type { Writer } from '../../db/writer.ts';
import { unitsLike } from '../../plantModel/index.ts';

const categoryColumns = (spec: CategorySpec) => ({
  display_name: spec.displayName,
  standard_category_id: spec.standardCategoryId,
  si_unit: spec.siUnit,
  enabled: toFlag(spec.enabled),
  position: spec.position,
});

const subCategoryColumns = (spec: SubCategorySpec) => ({
  category_id: spec.categoryId,
  display_name: spec.displayName,
  group_name: spec.group,
  enabled: toFlag(spec.enabled),
  position: spec.position,
});

const nextVersion = { version: sql<number>`version + 1` };

/** Categories and sub-categories of an industry. */
export class CategoryStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async createCategory(industryId: string, id: string, spec: CategorySpec): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.insertInto('category').values({ industry_id: industryId, id, ...categoryColumns(spec) }));
    });
  }

  async changeCategory(industryId: string, id: string, spec: CategorySpec): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('category')
          .set({ ...categoryColumns(spec), ...nextVersion })
          .where('industry_id', '=', industryId)
          .where('id', '=', id),
      );
    });
  }

  /** Units of the category that count what its new unit of measure measures are shown in it too. */
  async followCategory(industryId: string, id: string, siUnit: string): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('unit')
          .set({ si_unit: siUnit, ...nextVersion })
          .where('industry_id', '=', industryId)
          .where('si_unit', 'in', unitsLike(siUnit))
          .where('sub_category_id', 'in', (subs) =>
            subs.selectFrom('sub_category').select('id').where('industry_id', '=', industryId).where('category_id', '=', id),
          ),
      );
    });
  }

  async deleteCategory(industryId: string, id: string): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('category').where('industry_id', '=', industryId).where('id', '=', id));
    });
  }

  async createSubCategory(industryId: string, id: string, spec: SubCategorySpec): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.insertInto('sub_category').values({ industry_id: industryId, id, ...subCategoryColumns(spec) }));
    });
  }

  async changeSubCategory(industryId: string, id: string, spec: SubCategorySpec): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('sub_category')
          .set({ ...subCategoryColumns(spec), ...nextVersion })
          .where('industry_id', '=', industryId)
          .where('id', '=', id),
      );
    });
  }

  async deleteSubCategory(industryId: string, id: string): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('sub_category').where('industry_id', '=', industryId).where('id', '=', id));
    });
  }
}
