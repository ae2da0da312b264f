import {
  changeCategory,
  changeSubCategory,
  createCategory,
  createSubCategory,
  deleteCategory,
  deleteSubCategory,
  listCategories,
  listSubCategories,
} from '../../contract/plantCategories.ts';
import { changeShift, changeUnit, createUnit, deleteUnit, listUnits, readIndustry, readUnit } from '../../contract/plantUnits.ts';
import { standardCategoryView } from '../../contract/standardCategoryView.ts';
import { type Route, route } from '../../http/route.ts';
import { categoryView, industryView, subCategoryView, unitView } from './answers.ts';
import type { CategoryService } from './categoryService.ts';
import type { IndustryService } from './industryService.ts';
import type { UnitDirectory } from './model.ts';
import { found } from './refusal.ts';
import { standardCategoriesOf } from './standardCategories.ts';
import type { UnitService } from './unitService.ts';

export type UnitRoutesParts = {
  industries: IndustryService;
  categories: CategoryService;
  units: UnitService;
  directory: UnitDirectory;
};

const deleted = { status: 'success', message: 'Deleted' } as const;

const industryRoutes = ({ industries, directory }: UnitRoutesParts): Route[] => [
  route(standardCategoryView)((_, { caller: { industryId } }) => ({
    standardCategories: standardCategoriesOf(directory.categories(industryId), directory.units(industryId)),
  })),
  route(readIndustry)((_, { caller }) => industryView(industries.industry(caller.industryId))),
  route(changeShift)(async ({ body: { version, ...spec } }, { caller }) =>
    industryView(await industries.changeShift(caller.industryId, spec, version)),
  ),
];

const categoryRoutes = ({ categories, directory }: UnitRoutesParts): Route[] => [
  route(listCategories)((_, { caller: { industryId } }) => ({
    categories: directory.categories(industryId).map((category) => categoryView(category, directory.units(industryId))),
  })),
  route(createCategory)(async ({ body }, { caller: { industryId } }) =>
    categoryView(await categories.create(industryId, body), directory.units(industryId)),
  ),
  route(changeCategory)(async ({ params, body: { version, ...spec } }, { caller: { industryId } }) =>
    categoryView(await categories.change(industryId, params.id, spec, version), directory.units(industryId)),
  ),
  route(deleteCategory)(async ({ params, query }, { caller }) => {
    await categories.delete(caller.industryId, params.id, query.version);
    return deleted;
  }),
  route(listSubCategories)((_, { caller: { industryId } }) => ({
    subCategories: directory
      .categories(industryId)
      .flatMap(({ subCategories }) => subCategories.map((sub) => subCategoryView(sub, directory.units(industryId)))),
  })),
  route(createSubCategory)(async ({ body }, { caller: { industryId } }) =>
    subCategoryView(await categories.createSub(industryId, body), directory.units(industryId)),
  ),
  route(changeSubCategory)(async ({ params, body: { version, ...spec } }, { caller: { industryId } }) =>
    subCategoryView(await categories.changeSub(industryId, params.id, spec, version), directory.units(industryId)),
  ),
  route(deleteSubCategory)(async ({ params, query }, { caller }) => {
    await categories.deleteSub(caller.industryId, params.id, query.version);
    return deleted;
  }),
];

const unitOnlyRoutes = ({ units, directory }: UnitRoutesParts): Route[] => [
  route(listUnits)((_, { caller }) => ({ units: directory.units(caller.industryId).map(unitView) })),
  route(readUnit)(({ params }, { caller }) => unitView(found(directory.unit(caller.industryId, params.id), 'unit'))),
  route(createUnit)(async ({ body }, { caller }) => unitView(await units.create(caller.industryId, body))),
  route(changeUnit)(async ({ params, body: { version, ...spec } }, { caller }) =>
    unitView(await units.change(caller.industryId, params.id, spec, { version })),
  ),
  route(deleteUnit)(async ({ params, query }, { caller }) => {
    await units.delete(caller.industryId, params.id, query.version);
    return deleted;
  }),
];

/** The standard categories view, and the configuration of units, categories and shifts. */
export const unitRoutes = (parts: UnitRoutesParts): Route[] => [
  ...industryRoutes(parts),
  ...categoryRoutes(parts),
  ...unitOnlyRoutes(parts),
];
