import { consumptionIdOf, type Selection, selectUnits } from '../../../historian/index.ts';
import { factorOf, madeOfUnits, type SeriesInfo, standardCategoryNames, type Unit } from '../../../plantModel/index.ts';
import { type CategoryTotal, categoryTotal, type ShownUnit, unitsToShow } from '../../readings/index.ts';

/** What units are, in the fixed order, then what they count as. */
const order = [
  'SOURCE_CATEGORY',
  'STOCK_CATEGORY',
  'GROUND_WATER_LEVEL',
  'QUALITY_CATEGORY',
  'ENERGY_CATEGORY',
  'ID_SOURCE',
  'ID_CONSUMPTION',
] as const;

/** The deployed units of a standard category and what makes its total, which may be units of another one. */
export type LandingFamily = {
  id: string;
  name: string;
  siUnit: string;
  shown: readonly ShownUnit[];
  /** Units in the total. */
  counted: Unit[];
  added: readonly SeriesInfo[];
  reason: CategoryTotal['reason'];
};

/** That of the first category whose unit measures what is added; of one category its own, whatever it measures. */
const siUnitOf = ({ categories }: Selection, added: readonly SeriesInfo[]): string => {
  const measured = categories.find(({ siUnit }) => added[0] && factorOf(added[0].measure, siUnit) !== undefined);
  return (measured ?? (categories.length === 1 ? categories[0] : undefined))?.siUnit ?? '';
};

/** The families that an industry has. */
export const familiesOf = madeOfUnits((directory, industryId): readonly LandingFamily[] =>
  order.flatMap((id) => {
    const selection = selectUnits(directory, industryId, id);
    if (!selection) return [];
    const { shown, intake } = unitsToShow(selection, (unitId: string): Unit | undefined => directory.unit(industryId, unitId));
    const [only, second] = selection.categories;
    const name = only && !second ? only.displayName : (standardCategoryNames[id] ?? id);
    const { series, unitIds, reason } = categoryTotal(shown, intake);
    const counted = (intake ?? shown).flatMap(({ unit }) => (unitIds.has(unit.id) ? [unit] : []));
    return [{ id, name, siUnit: siUnitOf(selection, series), shown, counted, added: series, reason }];
  }),
);

/** What a plant's consumption is counted by: its consumers, else its intake. */
export const consumptionOf = (families: readonly LandingFamily[]): LandingFamily | undefined => {
  const wanted = consumptionIdOf(families.flatMap(({ shown }) => shown.map(({ unit }) => unit)));
  const family = families.find(({ id }) => id === wanted);
  return family?.added.every(({ kind, measure }) => kind === 'counter' && measure === 'L') ? family : undefined;
};
