import { type Kysely, sql } from 'kysely';
import type { CategorySpec, SubCategorySpec } from '../../contract/plant/categories.ts';
import { toFlag } from '../../db/columns.ts';
import type { Schema } from '../../db/schema.ts';

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
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async createCategory(industryId: string, id: string, spec: CategorySpec): Promise<void> {
    await this.#db
      .insertInto('category')
      .values({ industry_id: industryId, id, ...categoryColumns(spec) })
      .execute();
  }

  async changeCategory(industryId: string, id: string, spec: CategorySpec): Promise<void> {
    await this.#db
      .updateTable('category')
      .set({ ...categoryColumns(spec), ...nextVersion })
      .where('industry_id', '=', industryId)
      .where('id', '=', id)
      .execute();
  }

  async deleteCategory(industryId: string, id: string): Promise<void> {
    await this.#db.deleteFrom('category').where('industry_id', '=', industryId).where('id', '=', id).execute();
  }

  async createSubCategory(industryId: string, id: string, spec: SubCategorySpec): Promise<void> {
    await this.#db
      .insertInto('sub_category')
      .values({ industry_id: industryId, id, ...subCategoryColumns(spec) })
      .execute();
  }

  async changeSubCategory(industryId: string, id: string, spec: SubCategorySpec): Promise<void> {
    await this.#db
      .updateTable('sub_category')
      .set({ ...subCategoryColumns(spec), ...nextVersion })
      .where('industry_id', '=', industryId)
      .where('id', '=', id)
      .execute();
  }

  async deleteSubCategory(industryId: string, id: string): Promise<void> {
    await this.#db.deleteFrom('sub_category').where('industry_id', '=', industryId).where('id', '=', id).execute();
  }
}
