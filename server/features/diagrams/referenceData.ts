import { alertCategories } from '../../contract/model/alertCategories.ts';
import { qualityLetter, standardCategoryIds, type UnitType, unitType } from '../../contract/model/common.ts';
import { execKpis, features, roActivityKinds } from '../../contract/model/featureData.ts';
import { reportFormats, reportServices, reportTypes } from '../../contract/model/reports.ts';
import { permissions } from '../../contract/permissions.ts';
import { loginTypes } from '../../contract/user/auth.ts';
import type { Common } from '../../contract/user/referenceData.ts';
import { displayUnitOf } from '../../historian/index.ts';
import { type Category, type Industry, standardCategoriesOf, standardCategoryNames, type Unit } from '../../plantModel/index.ts';
import { isMetaKey, newestShift } from '../accounts/index.ts';

type Master = Record<(typeof standardCategoryIds)[number], readonly [types: readonly UnitType[], siUnits: readonly string[]]>;

const water: readonly UnitType[] = ['flow', 'borewell', 'manual', 'virtual'];
const volumes = ['KL', 'm3', 'L', 'ML'] as const;

const master: Master = {
  SOURCE_CATEGORY: [water, volumes],
  STOCK_CATEGORY: [['stock'], volumes],
  GROUND_WATER_LEVEL: [['borewell', 'level'], ['m']],
  QUALITY_CATEGORY: [['quality'], []],
  ENERGY_CATEGORY: [['energy'], ['kWh', 'MWh', 'Wh']],
  ID_SOURCE: [water, volumes],
  ID_RAW_WATER_STOCK: [['stock'], volumes],
  ID_CONSUMPTION: [water, volumes],
  ID_WATER_CREDITED: [water, volumes],
  ID_WATER_DEBITED: [water, volumes],
  RO_EFFICIENCY_PLANT: [
    ['flow', 'virtual', 'quality', 'energy'],
    [...volumes, 'kWh'],
  ],
};

type Mapping = Common['unitMappings'][string];
const mapping = (name: string, toBase: number, base: string): Mapping => ({
  name,
  toBase,
  base,
  decimals: displayUnitOf(base, toBase).places,
});

/** A value in this unit, times toBase, is a value in the stored unit. */
const unitMappings: Record<string, Mapping> = {
  L: mapping('Litres', 1, 'L'),
  KL: mapping('Kilolitres', 1000, 'L'),
  m3: mapping('Cubic metres', 1000, 'L'),
  ML: mapping('Megalitres', 1e6, 'L'),
  Wh: mapping('Watt-hours', 1, 'Wh'),
  kWh: mapping('Kilowatt-hours', 1000, 'Wh'),
  MWh: mapping('Megawatt-hours', 1e6, 'Wh'),
  VAh: mapping('Volt-ampere-hours', 1, 'VAh'),
  kVAh: mapping('Kilovolt-ampere-hours', 1000, 'VAh'),
  kW: mapping('Kilowatts', 1, 'kW'),
  'm3/h': mapping('Cubic metres an hour', 1, 'm3/h'),
  m: mapping('Metres', 1, 'm'),
  mm: mapping('Millimetres', 1, 'mm'),
  '%': mapping('Percent', 1, '%'),
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
    const [unitTypes, siUnits] = master[id];
    return { standardCategoryId: id, name: standardCategoryNames[id] ?? id, unitTypes: [...unitTypes], siUnits: [...siUnits] };
  });
  const own = standardCategoriesOf(categories, units).filter(({ standardCategoryId: id }) => !(id in master));
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
    unitMappings,
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
