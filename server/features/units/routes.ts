import {
  changeCategory,
  changeSubCategory,
  createCategory,
  createSubCategory,
  deleteCategory,
  deleteSubCategory,
  listCategories,
  listSubCategories,
} from '../../contract/plant/categories.ts';
import { changeIndustryFacts, readIndustryFacts } from '../../contract/plant/industryFactsRows.ts';
import {
  changeMeter,
  changeShift,
  changeUnit,
  createUnit,
  deleteUnit,
  listUnits,
  readIndustry,
  readUnit,
} from '../../contract/plant/units.ts';
import { standardCategoryView } from '../../contract/user/standardCategoryView.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { requireFound } from '../../core/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import { factsOf, type Industry, standardCategoriesOf, type UnitDirectory } from '../../plantModel/index.ts';
import { categoryView, industryView, subCategoryView, unitView } from './answers.ts';
import type { CategoryService } from './categoryService.ts';
import type { IndustryService } from './industryService.ts';
import { RecentlyMade } from './recentlyMade.ts';
import type { UnitService } from './unitService.ts';

export type UnitRoutesParts = {
  industries: IndustryService;
  categories: CategoryService;
  units: UnitService;
  directory: UnitDirectory;
  clock: Clock;
};

/** What nobody changed since it was made. */
const asMade = <T extends { version: number }>(record: T | undefined): T | undefined =>
  record?.version === 1 ? record : undefined;

const factsAnswer = (industry: Industry) => ({ facts: factsOf(industry), version: industry.version });

const deleted = { status: 'success', message: 'Deleted' } as const;

const industryRoutes = ({ industries, directory }: UnitRoutesParts): Route[] => [
  route(standardCategoryView)((_, { caller: { industryId }, etag }) => {
    const standardCategories = standardCategoriesOf(directory.categories(industryId), directory.units(industryId));
    etag(contentTag([industryId, standardCategories]));
    return { standardCategories };
  }),
  route(readIndustry)((_, { caller }) => industryView(industries.industry(caller.industryId))),
  route(changeShift)(async ({ body: { version, ...spec } }, { caller: { industryId }, audited }) => {
    const before = industryView(industries.industry(industryId));
    const after = industryView(await industries.changeShift(industryId, spec, version));
    audited({ subject: industryId, before, after });
    return after;
  }),
  route(readIndustryFacts)((_, { caller }) => factsAnswer(industries.industry(caller.industryId))),
  route(changeIndustryFacts)(async ({ body: { facts, version } }, { caller: { industryId }, audited }) => {
    const { facts: before } = factsAnswer(industries.industry(industryId));
    const answer = factsAnswer(await industries.changeFacts(industryId, facts, version));
    audited({ subject: industryId, before, after: answer.facts });
    return answer;
  }),
];

const categoryRoutes = ({ categories, directory }: UnitRoutesParts, made: RecentlyMade): Route[] => [
  route(listCategories)((_, { caller: { industryId } }) => ({
    categories: directory.categories(industryId).map((category) => categoryView(category, directory.units(industryId))),
  })),
  route(createCategory)(async ({ body }, { caller: { industryId, userId }, audited }) => {
    const there = (id: string) => asMade(directory.categories(industryId).find((one) => one.id === id));
    const make = () => categories.create(industryId, body);
    const after = categoryView(await made.once({ industryId, userId, body }, there, make), directory.units(industryId));
    audited({ subject: after.id, after });
    return after;
  }),
  route(changeCategory)(async ({ params: { id }, body: { version, ...spec } }, { caller: { industryId }, audited }) => {
    const before = categoryView(categories.category(industryId, id), directory.units(industryId));
    const after = categoryView(await categories.change(industryId, id, spec, version), directory.units(industryId));
    audited({ subject: id, before, after });
    return after;
  }),
  route(deleteCategory)(async ({ params: { id }, query }, { caller: { industryId }, audited }) => {
    const before = categoryView(categories.category(industryId, id), directory.units(industryId));
    await categories.delete(industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
  route(listSubCategories)((_, { caller: { industryId } }) => ({
    subCategories: directory
      .categories(industryId)
      .flatMap(({ subCategories }) => subCategories.map((sub) => subCategoryView(sub, directory.units(industryId)))),
  })),
  route(createSubCategory)(async ({ body }, { caller: { industryId, userId }, audited }) => {
    const there = (id: string) =>
      asMade(directory.categories(industryId).flatMap(({ subCategories }) => subCategories.filter((one) => one.id === id))[0]);
    const make = () => categories.createSub(industryId, body);
    const after = subCategoryView(await made.once({ industryId, userId, body }, there, make), directory.units(industryId));
    audited({ subject: after.id, after });
    return after;
  }),
  route(changeSubCategory)(async ({ params: { id }, body: { version, ...spec } }, { caller: { industryId }, audited }) => {
    const before = subCategoryView(categories.subCategory(industryId, id), directory.units(industryId));
    const after = subCategoryView(await categories.changeSub(industryId, id, spec, version), directory.units(industryId));
    audited({ subject: id, before, after });
    return after;
  }),
  route(deleteSubCategory)(async ({ params: { id }, query }, { caller: { industryId }, audited }) => {
    const before = subCategoryView(categories.subCategory(industryId, id), directory.units(industryId));
    await categories.deleteSub(industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
];

const unitOnlyRoutes = ({ units, directory }: UnitRoutesParts, made: RecentlyMade): Route[] => [
  route(listUnits)((_, { caller }) => ({ units: directory.units(caller.industryId).map(unitView) })),
  route(readUnit)(({ params }, { caller }) => unitView(requireFound(directory.unit(caller.industryId, params.id), 'unit'))),
  route(createUnit)(async ({ body }, { caller, audited }) => {
    const { industryId, userId } = caller;
    const there = (id: string) => asMade(directory.unit(industryId, id));
    const after = unitView(await made.once({ industryId, userId, body }, there, () => units.create(industryId, body)));
    audited({ subject: after.id, after });
    return after;
  }),
  route(changeUnit)(async ({ params: { id }, body: { version, ...spec } }, { caller: { industryId }, audited }) => {
    const before = unitView(requireFound(directory.unit(industryId, id), 'unit'));
    const after = unitView(await units.change(industryId, id, spec, { version }));
    audited({ subject: id, before, after });
    return after;
  }),
  route(changeMeter)(async ({ params: { id }, body }, { caller: { industryId }, audited }) => {
    const before = unitView(requireFound(directory.unit(industryId, id), 'unit'));
    const after = unitView(await units.changeMeter(industryId, id, body));
    audited({ subject: id, before, after: { ...after, change: body } });
    return after;
  }),
  route(deleteUnit)(async ({ params: { id }, query }, { caller: { industryId }, audited }) => {
    const before = unitView(requireFound(directory.unit(industryId, id), 'unit'));
    await units.delete(industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
];

/** The standard categories view, and the configuration of units, categories and shifts. */
export const unitRoutes = (parts: UnitRoutesParts): Route[] => {
  const made = new RecentlyMade(parts.clock);
  return [...industryRoutes(parts), ...categoryRoutes(parts, made), ...unitOnlyRoutes(parts, made)];
};
