import type { UnitSpec } from '../contract/model/units.ts';
import type { Category } from './model.ts';
import { seriesOfUnit } from './seriesOfUnit.ts';
import { unitsLike, unitsOfMeasure } from './unitsOfMeasure.ts';

/** The unit of measure of the industry's category of this standard id; empty without one. */
export const siUnitOfCategory = (categories: readonly Category[], standardCategoryId: string): string =>
  categories.find((category) => category.standardCategoryId === standardCategoryId)?.siUnit ?? '';

/** Units of measure that one unit can be shown in: those of the amount that it counts, else those of its parameters. */
export const unitSiUnitChoices = (unit: Pick<UnitSpec, 'type' | 'meta'>): readonly string[] => {
  const measures = seriesOfUnit(unit).map(({ measure }) => measure);
  const [main = ''] = measures;
  const amounts = main === 'L' || main === 'Wh' ? unitsLike(main) : [];
  if (amounts.length > 0) return unit.type === 'borewell' ? [...amounts, 'm', 'm bgl'] : amounts;
  return ['', ...new Set([...measures, ...Object.keys(unitsOfMeasure)])];
};
