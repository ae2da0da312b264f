import fc from 'fast-check';
import { expect, it } from 'vitest';
import { waterOf } from '../features/dashboards/executive/water.ts';
import { totalOfUnits } from '../features/readings/categoryTotals.ts';
import { summedUnits } from '../features/readings/overview/summed.ts';
import { waterUse } from '../features/reports/collect/sections/meters.ts';
import type { UnitReading } from '../features/reports/collect/unitReading.ts';
import { mainSeries } from '../historian/read/mainSeries.ts';
import { selectUnits, shownUnits } from '../historian/read/selection.ts';
import type { Unit } from '../plantModel/model.ts';
import { TestPlant } from './testPlant.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;
const offset = { method: 'calculated', onSite: false, sameWatershed: true, verifiedBy: null, validTo: null } as const;

type Given = {
  /** Which meter each lies behind, by place among those before it. */
  behind: (number | null)[];
  /** Which of meters, sums and entered figures count as intake. */
  intake: string[];
  /** A sum of meters, a sum of that sum and a meter, and a meter less another one. */
  sum: string[];
  group: string;
  rest: [string, string];
  /** A meter that is listed in a category of another kind. */
  elsewhere: string;
  /** A sub-category that is disabled. */
  disabled: string | null;
};

const given: fc.Arbitrary<Given> = fc.record({
  behind: fc.tuple(...names.map((_, at) => fc.option(fc.integer({ min: 0, max: Math.max(0, at - 1) }), { nil: null }))),
  intake: fc.subarray([...names, 'sum', 'group', 'rest', 'tanker'], { minLength: 1 }),
  sum: fc.subarray([...names], { minLength: 1 }),
  group: fc.constantFrom(...names),
  rest: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('c', 'd', 'e')),
  elsewhere: fc.constantFrom(...names),
  disabled: fc.option(fc.constantFrom('s', 't', 'g'), { nil: null }),
});

const plantOf = ({ behind, intake, sum, group, rest, elsewhere, disabled }: Given): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s', 't']).addCategory('GROUND_WATER_LEVEL', ['g']);
  const ids = (id: string): string[] => (intake.includes(id) ? ['ID_SOURCE'] : []);
  for (const [at, id] of names.entries()) {
    const above = behind[at];
    const isBehind = above !== null && above !== undefined && above < at;
    plant.addUnit({
      id,
      type: 'flow',
      subCategoryId: id === elsewhere ? 'g' : at % 2 === 0 ? 's' : 't',
      standardCategoryIds: ids(id),
      meta: isBehind ? { subMeterOf: names[above] ?? '' } : {},
    });
  }
  const virtual = (id: string, terms: Record<string, number>): void => {
    const expression = Object.entries(terms).map(([unitId, factor]) => ({ unitId, factor }));
    plant.addUnit({ id, type: 'virtual', subCategoryId: 't', standardCategoryIds: ids(id), meta: { expression } });
  };
  virtual('sum', Object.fromEntries(sum.map((id) => [id, 1])));
  virtual('group', { sum: 1, [group]: 1 });
  virtual('rest', { [rest[0]]: 1, [rest[1]]: -1 });
  plant.addUnit({ id: 'tanker', type: 'manual', subCategoryId: 's', standardCategoryIds: ids('tanker') });
  plant.addUnit({
    id: 'pond',
    type: 'manual',
    subCategoryId: 's',
    standardCategoryIds: ['ID_WATER_CREDITED'],
    meta: { credit: offset },
  });
  for (const category of plant.categories('DEMO')) for (const sub of category.subCategories) sub.enabled = sub.id !== disabled;
  return plant;
};

const sorted = (units: readonly { unit: Unit }[]): string[] => units.map(({ unit }) => unit.id).toSorted();

it('the intake is of the same units in lists, the source category, the executive summary, the overview and reports', () => {
  fc.assert(
    fc.property(given, (one) => {
      const plant = plantOf(one);
      const units = shownUnits(plant, 'DEMO');
      const ofSelection = (chosen: readonly Unit[]): string[] => {
        const shown = chosen.map((unit) => ({ unit, main: mainSeries(unit), formatter: undefined as never }));
        return [...totalOfUnits(shown).unitIds].toSorted();
      };
      const listed =
        selectUnits(plant, 'DEMO', 'ID_SOURCE')?.categories.flatMap(({ subs }) => subs.flatMap((sub) => sub.units)) ?? [];
      const lists = ofSelection(listed);
      const readings = units.flatMap((unit) => (mainSeries(unit) ? [{ unit } as UnitReading] : []));
      expect({
        source: ofSelection(selectUnits(plant, 'DEMO', 'SOURCE_CATEGORY')?.intake ?? []),
        executive: sorted(waterOf(plant, 'DEMO', []).withdrawal),
        overview: sorted(summedUnits('intake', units, new Set())),
        report: sorted(waterUse(readings).intake),
      }).toEqual({ source: lists, executive: lists, overview: lists, report: lists });
      expect(lists).not.toContain('pond');
    }),
    { numRuns: 1000 },
  );
});
