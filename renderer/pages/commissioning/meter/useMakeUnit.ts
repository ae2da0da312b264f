import type { UnitSpec } from '../../../../server/contract/model/units.ts';
import { createCategory, createSubCategory, listCategories } from '../../../../server/contract/plant/categories.ts';
import { changeTag, type PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { KnownTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';
import { createUnit, readUnit } from '../../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { useServices } from '../../../state/services.ts';
import { words } from '../words.ts';
import { convertedFor } from './feeding/conversion.ts';
import { feedsOf } from './feeding/feeds.ts';
import { type UnitKindId, unitKinds } from './unitKinds.ts';

/** Makes a unit with the category it needs, and lets the signals of a device feed it. */
export const useMakeUnit = () => {
  const { session } = useServices();
  const categories = useEndpoint(listCategories, {});
  const category = useSend(createCategory);
  const subCategory = useSend(createSubCategory);
  const unit = useSend(createUnit);
  const tag = useSend(changeTag);

  /** Names of the groups of a kind's category. */
  const groupsOf = (kind: UnitKindId): string[] =>
    (categories.data?.categories ?? [])
      .filter(({ standardCategoryId }) => standardCategoryId === unitKinds[kind].category)
      .flatMap(({ subCategories }) => subCategories.map(({ displayName }) => displayName));

  const placeOf = async (kind: UnitKindId, group: string): Promise<string> => {
    const { category: standardCategoryId, siUnit, group: standardGroup } = unitKinds[kind];
    const known = (categories.data?.categories ?? []).filter((one) => one.standardCategoryId === standardCategoryId);
    const sub = known.flatMap(({ subCategories }) => subCategories).find(({ displayName }) => displayName === group);
    if (sub !== undefined) return sub.id;
    const { id: categoryId } =
      known[0] ?? (await category.send({ body: { displayName: words.categoryNames[kind], standardCategoryId, siUnit } }));
    return (await subCategory.send({ body: { categoryId, displayName: group, group: standardGroup } })).id;
  };

  /** @returns the id of the unit. Throws an ApiError. */
  const make = async (kind: UnitKindId, group: string, spec: Omit<UnitSpec, 'subCategoryId'>): Promise<string> => {
    const subCategoryId = await placeOf(kind, group);
    return (await unit.send({ body: { ...spec, subCategoryId } })).id;
  };

  /** Signals feed the parameters they usually feed, or by their kind and measure where no model says it, converted where they must be; only what nothing feeds yet. */
  const feed = async (unitId: string, tags: readonly PlantTag[], template: KnownTemplate | undefined): Promise<void> => {
    const { series, type } = await session.request(readUnit, { params: { id: unitId } });
    const open = series.filter((one) => one.tag === null);
    const feeds = feedsOf(type, open, tags, template);
    for (const { id, wire: __, ...rest } of tags) {
      const param = feeds.get(id);
      if (param === undefined) continue;
      const { factor: _, ...converted } = convertedFor(rest, series, param) ?? { factor: 1 };
      await tag.send({ params: { id }, body: { ...rest, ...converted, unitId, param } });
    }
  };

  return { groupsOf, make, feed, busy: category.busy || subCategory.busy || unit.busy || tag.busy };
};
