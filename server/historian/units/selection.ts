import { type Category, countsAs, madeOfUnits, type SubCategory, type Unit, type UnitDirectory } from '../../plantModel/index.ts';

/** Short names of the old API for what a unit is. */
const shortNames: Record<string, string> = {
  source: 'SOURCE_CATEGORY',
  stock: 'STOCK_CATEGORY',
  groundwater: 'GROUND_WATER_LEVEL',
  quality: 'QUALITY_CATEGORY',
  energy: 'ENERGY_CATEGORY',
};

const firstApi = ['source', 'stock', 'energy', 'quality'] as const;

/** The standard id of a category name of the first API; undefined for any other word. */
export const categoryNamed = (name: string): string | undefined =>
  (firstApi as readonly string[]).includes(name) ? shortNames[name] : undefined;

const ALL_CATEGORIES = 'ALL_CATEGORIES_V2';

type SelectedSub = { readonly sub: SubCategory; readonly units: readonly Unit[] };
type SelectedCategory = {
  readonly id: string;
  readonly displayName: string;
  readonly siUnit: string;
  readonly subs: readonly SelectedSub[];
};
export type Selection = {
  readonly standardCategoryId: string;
  readonly categories: readonly SelectedCategory[];
  /** Of the whole source category: the units whose sum is its total, wherever they are listed. */
  readonly intake?: readonly Unit[];
};

const byOrder = (a: { position: number }, b: { position: number }): number => a.position - b.position;

/** Only of categories that there are: their names come from whoever asks. */
const known = madeOfUnits(() => new Map<string, Selection>());

/**
 * Deployed units that are or count as a standard category, by enabled category and sub-category.
 * `asked` is the id, or `ALL_CATEGORIES_V2|<id>` for all of them as one category.
 * @returns undefined when the industry has no such category.
 */
export const selectUnits = (directory: UnitDirectory, industryId: string, asked: string): Selection | undefined => {
  const [prefix, rest] = asked.split('|');
  const together = prefix === ALL_CATEGORIES && rest !== undefined;
  const standardCategoryId = together ? rest : asked;
  const selections = known(directory, industryId);
  const key = `${together ? 'together' : 'apart'} ${standardCategoryId}`;
  const found = selections.get(key) ?? select(directory, industryId, { standardCategoryId, together });
  if (found) selections.set(key, found);
  return found;
};

const select = (
  directory: UnitDirectory,
  industryId: string,
  { standardCategoryId, together }: { standardCategoryId: string; together: boolean },
): Selection | undefined => {
  const bySub = Map.groupBy(
    directory.units(industryId).filter(({ deployed }) => deployed),
    ({ subCategoryId }) => subCategoryId,
  );
  const isOwn = (category: Category): boolean =>
    category.standardCategoryId === standardCategoryId || category.id === standardCategoryId;
  const categories = directory
    .categories(industryId)
    .filter(({ enabled }) => enabled)
    .toSorted(byOrder)
    .flatMap((category): SelectedCategory[] => {
      const subs = category.subCategories
        .filter(({ enabled }) => enabled)
        .toSorted(byOrder)
        .map((sub) => ({
          sub,
          units: (bySub.get(sub.id) ?? []).filter((unit) => isOwn(category) || countsAs(unit, standardCategoryId)),
        }))
        .filter(({ units }) => units.length > 0);
      return subs.length > 0 || isOwn(category)
        ? [{ id: category.id, displayName: category.displayName, siUnit: category.siUnit, subs }]
        : [];
    });
  const [first] = categories;
  if (!first) return undefined;
  const one = { id: ALL_CATEGORIES, displayName: 'All', siUnit: first.siUnit, subs: categories.flatMap(({ subs }) => subs) };
  return {
    standardCategoryId,
    categories: together ? [one] : categories,
    ...(standardCategoryId === 'SOURCE_CATEGORY' && { intake: unitsCountedAs(directory, industryId, 'ID_SOURCE') }),
  };
};

/** Deployed units that count as a standard category, of enabled categories and sub-categories. */
const unitsCountedAs = (directory: UnitDirectory, industryId: string, standardId: string): Unit[] =>
  selectUnits(directory, industryId, standardId)?.categories.flatMap(({ subs }) => subs.flatMap(({ units }) => units)) ?? [];

/** Deployed units that are listed anywhere: those of disabled categories and sub-categories are in no figure. */
export const shownUnits = madeOfUnits((directory, industryId): readonly Unit[] => {
  const subs = new Set(
    directory
      .categories(industryId)
      .filter(({ enabled }) => enabled)
      .flatMap(({ subCategories }) => subCategories.flatMap(({ id, enabled }) => (enabled ? [id] : []))),
  );
  return directory.units(industryId).filter(({ deployed, subCategoryId }) => deployed && subs.has(subCategoryId));
});

/** Shown units of a sub-category, asked for by a category's id or short name, or by a standard id; none when it does not exist. */
export const unitsOfSubCategory = (
  directory: UnitDirectory,
  industryId: string,
  asked: { categoryId: string; subCategoryId: string; isStandardCategory: boolean },
): Unit[] => {
  const wanted = shortNames[asked.categoryId.toLowerCase()] ?? asked.categoryId;
  const units = shownUnits(directory, industryId).filter(({ subCategoryId }) => subCategoryId === asked.subCategoryId);
  if (asked.isStandardCategory) return units.filter((unit) => countsAs(unit, wanted));
  const isAsked = directory
    .categories(industryId)
    .some(
      ({ id, standardCategoryId, subCategories }) =>
        (id === wanted || standardCategoryId === wanted) && subCategories.some((sub) => sub.id === asked.subCategoryId),
    );
  return isAsked ? units : [];
};

/** The same selection with one sub-category in it, or none. */
export const onlySubCategory = ({ standardCategoryId, categories }: Selection, subCategoryId: string): Selection | undefined => {
  const left = categories.map((category) => ({
    ...category,
    subs: category.subs.filter(({ sub }) => sub.id === subCategoryId),
  }));
  return left.some(({ subs }) => subs.length > 0) ? { standardCategoryId, categories: left } : undefined;
};

/** The same selection with one unit in it; undefined where it is not in it. */
export const onlyUnit = ({ standardCategoryId, categories }: Selection, unitId: string): Selection | undefined => {
  const left = categories
    .map((category) => ({
      ...category,
      subs: category.subs
        .map(({ sub, units }) => ({ sub, units: units.filter(({ id }) => id === unitId) }))
        .filter(({ units }) => units.length > 0),
    }))
    .filter(({ subs }) => subs.length > 0);
  return left.length > 0 ? { standardCategoryId, categories: left } : undefined;
};
