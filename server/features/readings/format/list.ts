import type { UnitType } from '../../../contract/model/common.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { borewell } from './borewell.ts';
import { energy } from './energy.ts';
import { quality } from './quality.ts';
import { source } from './source.ts';
import { stock } from './stock.ts';
import type { Formatter } from './unitBase.ts';

const byCategory: Record<string, Formatter> = {
  STOCK_CATEGORY: stock,
  ID_RAW_WATER_STOCK: stock,
  GROUND_WATER_LEVEL: borewell,
  QUALITY_CATEGORY: quality,
  ENERGY_CATEGORY: energy,
};

const byType: Record<UnitType, Formatter> = {
  flow: source,
  virtual: source,
  manual: source,
  rain: source,
  stock,
  level: borewell,
  borewell: source,
  quality,
  energy,
};

/** What a category's formatter can show; a plant category may hold meters, analysers and energy side by side. */
const fits: Map<Formatter, readonly UnitType[]> = new Map([
  [stock, ['stock']],
  [borewell, ['borewell', 'level']],
  [quality, ['quality']],
  [energy, ['energy']],
]);

/** The formatter of the category where the unit fits it, else the one of the unit's type. */
export const formatterFor = (standardCategoryId: string, unit: Unit): Formatter => {
  const wanted = byCategory[standardCategoryId];
  return wanted && fits.get(wanted)?.includes(unit.type) ? wanted : byType[unit.type];
};
