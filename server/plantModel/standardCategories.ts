import { standardCategoryIds } from '../contract/model/common.ts';
import type { Category, SubCategory, Unit } from './model.ts';

/** What the standard ids are called where an industry has no category of its own for them. */
export const standardCategoryNames: Record<string, string> = {
  SOURCE_CATEGORY: 'Source',
  STOCK_CATEGORY: 'Stock',
  GROUND_WATER_LEVEL: 'Ground water level',
  QUALITY_CATEGORY: 'Quality',
  ENERGY_CATEGORY: 'Energy',
  ID_SOURCE: 'Source',
  ID_RAW_WATER_STOCK: 'Raw water stock',
  ID_CONSUMPTION: 'Consumption',
  ID_WATER_CREDITED: 'Water credited',
  ID_WATER_DEBITED: 'Water debited',
  RO_EFFICIENCY_PLANT: 'RO plant',
};

/** What an industry shows under one standard id. */
export type ShownCategory = {
  standardCategoryId: string;
  displayName: string;
  enabled: boolean;
  siUnit: string;
  order: number;
  /** `units`: ids of those that are listed there. */
  subCategories: { id: string; displayName: string; group: string; enabled: boolean; order: number; units: string[] }[];
};

const subInfo = (sub: SubCategory, units: readonly Unit[]): ShownCategory['subCategories'][number] => ({
  id: sub.id,
  displayName: sub.displayName,
  group: sub.group,
  enabled: sub.enabled,
  order: sub.position,
  units: units.filter(({ subCategoryId }) => subCategoryId === sub.id).map(({ id }) => id),
});

const place = (id: string): number => {
  const at = (standardCategoryIds as readonly string[]).indexOf(id);
  return at < 0 ? standardCategoryIds.length : at;
};

/** Standard ids that categories show and units count as, in the fixed order, others after them. */
const idsOf = (categories: readonly Category[], units: readonly Unit[]): string[] => {
  const shown = categories.map(({ standardCategoryId }) => standardCategoryId);
  const counted = units.flatMap(({ standardCategoryId, standardCategoryIds: ids }) => [standardCategoryId, ...ids]);
  return [...new Set([...shown, ...counted])].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
};

const viewOf = (id: string, order: number, categories: readonly Category[], units: readonly Unit[]): ShownCategory => {
  const own = categories.filter(({ standardCategoryId }) => standardCategoryId === id);
  const counting = units.filter((unit) => unit.standardCategoryId === id || unit.standardCategoryIds.includes(id));
  // a category that shows the id lists all its sub-categories; elsewhere only those with units that count as it
  const ownSubs = own.flatMap(({ subCategories }) => subCategories.map((sub) => subInfo(sub, units)));
  const otherSubs = categories
    .filter((category) => !own.includes(category))
    .flatMap(({ subCategories }) => subCategories.map((sub) => subInfo(sub, counting)))
    .filter((sub) => sub.units.length > 0);
  return {
    standardCategoryId: id,
    displayName: own.length === 1 ? (own[0]?.displayName ?? id) : (standardCategoryNames[id] ?? id),
    enabled: true,
    siUnit: own[0]?.siUnit ?? counting[0]?.siUnit ?? '',
    order,
    subCategories: [...ownSubs, ...otherSubs],
  };
};

/** The industry's units by what they are and by what they count as; retired units and disabled categories are left out. */
export const standardCategoriesOf = (categories: readonly Category[], units: readonly Unit[]): ShownCategory[] => {
  const enabled = categories.filter((category) => category.enabled);
  const shown = new Set(enabled.map(({ id }) => id));
  const deployed = units.filter((unit) => unit.deployed && shown.has(unit.categoryId));
  return idsOf(enabled, deployed).map((id, order) => viewOf(id, order, enabled, deployed));
};
