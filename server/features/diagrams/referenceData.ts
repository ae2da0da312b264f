import { alertCategories } from '../../contract/model/alertCategories.ts';
import { qualityLetter, standardCategoryIds, unitType } from '../../contract/model/common.ts';
import { execKpis, features } from '../../contract/model/featureData.ts';
import { reportFormats, reportServices, reportTypes } from '../../contract/model/reports.ts';
import { roActivityKinds } from '../../contract/model/roActivityKinds.ts';
import { permissions } from '../../contract/permissions.ts';
import { loginTypes } from '../../contract/user/auth.ts';
import type { Common } from '../../contract/user/referenceData.ts';
import {
  type Category,
  type Industry,
  standardCategoriesOf,
  standardCategoryNames,
  standardKinds,
  type Unit,
  unitsOfMeasure,
} from '../../plantModel/index.ts';
import { isMetaKey, newestShift } from '../accounts/index.ts';

type Mapping = Common['unitMappings'][string];

/** The fixed units, and those that the industry's own parameters and readings are in. */
const mappingsOf = (units: readonly Unit[]): Common['unitMappings'] => {
  const own = units.flatMap(({ meta, series }) => [
    ...Object.values(meta.params ?? {}).map(({ unit }) => unit),
    ...series.map(({ measure }) => measure),
  ]);
  const more = [...new Set(own)].filter((name) => name !== '' && !Object.hasOwn(unitsOfMeasure, name)).toSorted();
  return {
    ...unitsOfMeasure,
    ...Object.fromEntries(more.map((name): [string, Mapping] => [name, { name, toBase: 1, base: name, decimals: 2 }])),
  };
};

const enums: Common['enums'] = {
  alertCategory: [...alertCategories],
  featureData: [...features],
  executiveKpi: [...execKpis],
  loginType: [...loginTypes],
  permission: [...permissions],
  qualityLetter: [...qualityLetter.options],
  reportFormat: [...reportFormats],
  reportType: [...reportTypes],
  roActivity: [...roActivityKinds],
  service: [...reportServices],
  unitType: [...unitType.options],
};

/** The master list, and after it what the industry counts besides. */
const categoriesOf = (categories: readonly Category[], units: readonly Unit[]): Common['standardCategories'] => {
  const fixed = standardCategoryIds.map((id) => {
    const { types, siUnits } = standardKinds[id];
    return { standardCategoryId: id, name: standardCategoryNames[id] ?? id, unitTypes: [...types], siUnits: [...siUnits] };
  });
  const own = standardCategoriesOf(categories, units).filter(({ standardCategoryId: id }) => !Object.hasOwn(standardKinds, id));
  return [
    ...fixed,
    ...own.map(({ standardCategoryId, displayName, siUnit, subCategories }) => {
      const ids = new Set(subCategories.flatMap((sub) => sub.units));
      const types = new Set(units.filter(({ id }) => ids.has(id)).map(({ type }) => type));
      return { standardCategoryId, name: displayName, unitTypes: [...types], siUnits: siUnit ? [siUnit] : [] };
    }),
  ];
};

/** What clients look things up in; of the industry's meta the notes alone. */
export const referenceData = (
  industry: Industry,
  { categories, units }: { categories: readonly Category[]; units: readonly Unit[] },
  { nowMs, version }: { nowMs: number; version: string },
): Common => {
  const { timezone, startAt, endAt, shiftName } = newestShift(industry.shifts);
  return {
    standardCategories: categoriesOf(categories, units),
    unitMappings: mappingsOf(units),
    industry: {
      industryId: industry.id,
      name: industry.name,
      timezone,
      shift: { startAt, endAt, shiftName },
      joinedDate: new Date(industry.joinedAtMs).toISOString(),
      currency: industry.currency,
      meta: Object.fromEntries(Object.entries(industry.meta).filter(([key]) => isMetaKey(key))),
    },
    enums,
    serverTime: new Date(nowMs).toISOString(),
    version,
  };
};
