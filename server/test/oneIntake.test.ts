import fc from 'fast-check';
import { expect, it } from 'vitest';
import { waterOf } from '../features/dashboards/executive/water.ts';
import { consumptionOf, familiesOf } from '../features/dashboards/landing/families.ts';
import { siteOf } from '../features/dashboards/rain/efficiency.ts';
import { totalOfUnits } from '../features/readings/categoryTotals.ts';
import { summedUnits } from '../features/readings/overview/summed.ts';
import { waterUse } from '../features/reports/collect/sections/meters.ts';
import type { UnitReading } from '../features/reports/collect/unitReading.ts';
import { mainSeries } from '../historian/units/mainSeries.ts';
import { selectUnits, shownUnits } from '../historian/units/selection.ts';
import { countedMeters } from '../hub/fleet/countedMeters.ts';
import { factsOf } from '../plantModel/facts.ts';
import type { Unit } from '../plantModel/model.ts';
import { TestPlant } from './testPlant.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;
const offset = { method: 'calculated', onSite: false, sameWatershed: true, verifiedBy: null, validTo: null } as const;

type Given = {
  /** Which meter each lies behind, by place among those before it. */
  behind: (number | null)[];
  /** Which of meters, sums and entered figures count as intake. */
  intake: string[];
  /** Which of them count as use, if any. */
  use: string[];
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
  use: fc.oneof(fc.constant<string[]>([]), fc.subarray([...names, 'sum', 'group', 'rest', 'tanker', 'tank'])),
  sum: fc.subarray([...names], { minLength: 1 }),
  group: fc.constantFrom(...names),
  rest: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('c', 'd', 'e')),
  elsewhere: fc.constantFrom(...names),
  disabled: fc.option(fc.constantFrom('s', 't', 'g'), { nil: null }),
});

const plantOf = ({ behind, intake, use, sum, group, rest, elsewhere, disabled }: Given): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s', 't']).addCategory('GROUND_WATER_LEVEL', ['g']);
  const ids = (id: string): string[] => [
    ...(intake.includes(id) ? ['ID_SOURCE'] : []),
    ...(use.includes(id) ? ['ID_CONSUMPTION'] : []),
  ];
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
  plant.addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', standardCategoryIds: ids('tank') });
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
        report: sorted(waterUse(readings, units).intake),
      }).toEqual({ source: lists, executive: lists, overview: lists, report: lists });
      expect(lists).not.toContain('pond');
    }),
    { numRuns: 1000 },
  );
});

/** The plant as the hub has it: rows of its tables. */
const documentsOf = (plant: TestPlant): { kind: string; body: string }[] => {
  const row = (kind: string, body: object) => ({ kind, body: JSON.stringify(body) });
  const categories = plant.categories('DEMO');
  return [
    ...categories.map(({ id, enabled }) => row('category', { id, enabled: enabled ? 1 : 0 })),
    ...categories.flatMap(({ id, subCategories }) =>
      subCategories.map((sub) => row('sub_category', { id: sub.id, category_id: id, enabled: sub.enabled ? 1 : 0 })),
    ),
    ...plant.units('DEMO').map(({ id, type, deployed, subCategoryId, meta, standardCategoryId, standardCategoryIds }) =>
      row('unit', {
        ...{ id, type, deployed: deployed ? 1 : 0, sub_category_id: subCategoryId, meta: JSON.stringify(meta) },
        ...{ standard_category_id: standardCategoryId, standard_category_ids: JSON.stringify(standardCategoryIds) },
      }),
    ),
  ];
};

it('the consumption is of the same units on the landing page, the overview, in reports, of rain and in the hub', () => {
  fc.assert(
    fc.property(given, (one) => {
      const plant = plantOf(one);
      const units = shownUnits(plant, 'DEMO');
      const landing = (consumptionOf(familiesOf(plant, 'DEMO'))?.counted ?? []).map(({ id }) => id).toSorted();
      const readings = units.flatMap((unit) => (mainSeries(unit) ? [{ unit } as UnitReading] : []));
      const site = siteOf(units, [], factsOf(undefined));
      const isCounter = (id: string): boolean => plant.unit('DEMO', id)?.series.some(({ kind }) => kind === 'counter') ?? false;
      const hub = countedMeters(documentsOf(plant), isCounter)?.used;
      expect({
        overview: sorted(summedUnits('consumption', units, new Set())),
        report: sorted(waterUse(readings, units).use),
        rain: site.consumers.map(({ id }) => id).toSorted(),
        hub: hub?.map(({ unitId }) => unitId).toSorted(),
      }).toEqual({
        overview: landing,
        report: landing,
        rain: landing,
        hub: landing,
      });
      const counting = units.filter(({ id }) => one.use.includes(id) && id !== 'tank');
      if (counting.length === 0) return;
      expect(landing.filter((id) => !one.use.includes(id))).toEqual([]);
      const others = readings.filter(({ unit }) => !one.use.includes(unit.id));
      expect(waterUse(others, units).use).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
