import type { PlantCategory, PlantSubCategory } from '../../contract/plant/categories.ts';
import type { PlantIndustry, PlantUnit } from '../../contract/plant/units.ts';
import { dmyOf, iso } from '../../core/time.ts';
import type { Category, Industry, SubCategory, Unit } from '../../plantModel/index.ts';
import { unitHints } from './unitHints.ts';

export const industryView = ({ id, name, currency, joinedAtMs, shifts, version }: Industry): PlantIndustry => ({
  industryId: id,
  name,
  currency,
  joinedDate: iso(joinedAtMs),
  shifts: shifts.map((rule) => ({ ...rule, validFrom: dmyOf(rule.validFrom) })),
  version,
});

export const subCategoryView = (sub: SubCategory, units: readonly Unit[]): PlantSubCategory => ({
  ...sub,
  unitIds: units.filter(({ subCategoryId }) => subCategoryId === sub.id).map(({ id }) => id),
});

export const categoryView = (category: Category, units: readonly Unit[]): PlantCategory => ({
  ...category,
  subCategories: category.subCategories.map((sub) => subCategoryView(sub, units)),
});

export const unitView = ({ industryId: _industry, createdAtMs, series, feeds, ...unit }: Unit): PlantUnit => ({
  ...unit,
  createdOn: iso(createdAtMs),
  hints: unitHints(unit),
  series: series.map(({ id, uid, param, kind, measure }) => {
    const feed = feeds.find((tag) => tag.param === param);
    return {
      seriesId: id,
      uid,
      param,
      kind,
      measure,
      tag: feed ? { tagId: feed.tagId, deviceId: feed.deviceId, name: feed.name, kind: feed.kind } : null,
    };
  }),
});
