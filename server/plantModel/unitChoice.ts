import { seriesOfUnit } from '../contract/model/unitSeries.ts';
import type { UnitSpec } from '../contract/model/units.ts';
import type { Category } from './model.ts';
import { unitsLike, unitsOfMeasure } from './unitsOfMeasure.ts';

/** The unit of measure of the industry's category of this standard id; empty without one. */
export const siUnitOfCategory = (categories: readonly Category[], standardCategoryId: string): string =>
  categories.find((category) => category.standardCategoryId === standardCategoryId)?.siUnit ?? '';

const isAmount = (measure: string): boolean => ['L', 'Wh', 'mm'].includes(measure);

/**
 * Units of measure that a category of the industry's own can have, whose totals are in it: those that measure what all its units count; undefined
 * where it has no units yet, or such that count different things.
 */
export const ownCategoryChoices = (units: readonly Pick<UnitSpec, 'type' | 'meta'>[]): readonly string[] | undefined => {
  const counted = new Set(units.map((unit) => seriesOfUnit(unit)[0]?.measure ?? ''));
  const [measure = ''] = counted;
  return counted.size === 1 && isAmount(measure) ? unitsLike(measure) : undefined;
};

/** Units of measure that one unit can be shown in: those of the amount that it counts, else those of its parameters. */
export const unitSiUnitChoices = (unit: Pick<UnitSpec, 'type' | 'meta'>): readonly string[] => {
  const measures = seriesOfUnit(unit).map(({ measure }) => measure);
  const [main = ''] = measures;
  const amounts = isAmount(main) ? unitsLike(main) : [];
  if (amounts.length > 0) return unit.type === 'borewell' ? [...amounts, 'm', 'm bgl'] : amounts;
  return ['', ...new Set([...measures, ...Object.keys(unitsOfMeasure)])];
};
