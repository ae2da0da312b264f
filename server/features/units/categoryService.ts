import { randomUUID } from 'node:crypto';
import type { CategorySpec, SubCategorySpec } from '../../contract/plant/categories.ts';
import { conflict, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import {
  type Category,
  type ConfigurationChanges,
  ownCategoryChoices,
  type SubCategory,
  siUnitChoices,
  standardKinds,
  type Unit,
  type UnitDirectory,
} from '../../plantModel/index.ts';
import type { CategoryStore } from './categoryStore.ts';

export type CategoryServiceParts = { store: CategoryStore; directory: UnitDirectory; changes: ConfigurationChanges };

/** A category without a unit of measure shows every unit in its own; one that was stored before may stay. */
const refuseUnknownUnit = (
  { standardCategoryId, siUnit }: CategorySpec,
  before: Category | undefined,
  units: readonly Unit[] = [],
): void => {
  const isOwn = !Object.hasOwn(standardKinds, standardCategoryId);
  const choices = (isOwn ? ownCategoryChoices(units) : undefined) ?? siUnitChoices(standardCategoryId);
  if (siUnit === '' || siUnit === before?.siUnit || choices.includes(siUnit)) return;
  refuse([{ path: 'siUnit', message: choices.length > 0 ? `must be one of ${choices.join(', ')}` : 'must be empty' }]);
};

/** Adds, changes and removes the named groups in which clients show units. */
export class CategoryService {
  readonly #store: CategoryStore;
  readonly #directory: UnitDirectory;
  readonly #changes: ConfigurationChanges;

  constructor({ store, directory, changes }: CategoryServiceParts) {
    this.#store = store;
    this.#directory = directory;
    this.#changes = changes;
  }

  /** Its id is its standard category; a second one of the same gets `_2`. */
  async create(industryId: string, spec: CategorySpec): Promise<Category> {
    const id = await this.#changes.run(industryId, async () => {
      refuseUnknownUnit(spec, undefined);
      const free = this.#freeId(industryId, spec.standardCategoryId);
      await this.#store.createCategory(industryId, free, spec);
      return free;
    });
    return this.category(industryId, id);
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version. */
  async change(industryId: string, id: string, spec: CategorySpec, version?: number): Promise<Category> {
    await this.#changes.run(industryId, async () => {
      const before = this.category(industryId, id);
      refuseStale(before.version, version);
      const units = this.#directory.units(industryId).filter(({ categoryId }) => categoryId === id);
      refuseUnknownUnit(spec, before, units);
      await this.#store.changeCategory(industryId, id, spec);
      if (spec.siUnit !== before.siUnit) await this.#store.followCategory(industryId, id, spec.siUnit);
    });
    return this.category(industryId, id);
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version and while it has sub-categories. */
  delete(industryId: string, id: string, version?: number): Promise<void> {
    return this.#changes.run(industryId, () => {
      const category = this.category(industryId, id);
      refuseStale(category.version, version);
      if (category.subCategories.length > 0)
        throw conflict('id', `${category.displayName} has ${category.subCategories.length} sub-categories`);
      return this.#store.deleteCategory(industryId, id);
    });
  }

  /** @param id for those who bring their own; unique within the industry. */
  async createSub(industryId: string, spec: SubCategorySpec, id: string = randomUUID()): Promise<SubCategory> {
    await this.#changes.run(industryId, () => {
      this.#refuseUnknownCategory(industryId, spec);
      return this.#store.createSubCategory(industryId, id, spec);
    });
    return this.subCategory(industryId, id);
  }

  /** @throws Failure `notFound`, `badRequest` for an unknown category, or `conflict` for a stale version. */
  async changeSub(industryId: string, id: string, spec: SubCategorySpec, version?: number): Promise<SubCategory> {
    await this.#changes.run(industryId, () => {
      refuseStale(this.subCategory(industryId, id).version, version);
      this.#refuseUnknownCategory(industryId, spec);
      return this.#store.changeSubCategory(industryId, id, spec);
    });
    return this.subCategory(industryId, id);
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version and while it has units. */
  deleteSub(industryId: string, id: string, version?: number): Promise<void> {
    return this.#changes.run(industryId, () => {
      const sub = this.subCategory(industryId, id);
      refuseStale(sub.version, version);
      const units = this.#directory.units(industryId).filter(({ subCategoryId }) => subCategoryId === id);
      if (units.length > 0) throw conflict('id', `${sub.displayName} has ${units.length} units`);
      return this.#store.deleteSubCategory(industryId, id);
    });
  }

  /** @throws Failure `notFound`. */
  category(industryId: string, id: string): Category {
    return requireFound(
      this.#directory.categories(industryId).find((category) => category.id === id),
      'category',
    );
  }

  /** @throws Failure `notFound`. */
  subCategory(industryId: string, id: string): SubCategory {
    const all = this.#directory.categories(industryId).flatMap(({ subCategories }) => subCategories);
    return requireFound(
      all.find((sub) => sub.id === id),
      'sub-category',
    );
  }

  #freeId(industryId: string, standardCategoryId: string): string {
    const taken = new Set(this.#directory.categories(industryId).map(({ id }) => id));
    let id = standardCategoryId;
    for (let number = 2; taken.has(id); number += 1) id = `${standardCategoryId}_${number}`;
    return id;
  }

  #refuseUnknownCategory(industryId: string, { categoryId }: SubCategorySpec): void {
    if (!this.#directory.categories(industryId).some(({ id }) => id === categoryId))
      refuse([{ path: 'categoryId', message: `category ${categoryId} does not exist` }]);
  }
}
