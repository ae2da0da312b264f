import { expect, it } from 'vitest';
import { shownUnits } from '../../../historian/units/selection.ts';
import { factsOf } from '../../../plantModel/facts.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { siteOf } from './efficiency.ts';

it('rain that several of the meters named have counted is harvested, used, recharged and spilled once', () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'roof', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'hall', type: 'flow', subCategoryId: 's', meta: { subMeterOf: 'roof' } })
    .addUnit({ id: 'yard', type: 'flow', subCategoryId: 's' })
    .addUnit({
      id: 'all',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: ['roof', 'yard'].map((unitId) => ({ unitId, factor: 1 })) },
    });
  const named = ['roof', 'hall', 'yard', 'all'];
  const rainWater = {
    harvestedUnitIds: named,
    usedUnitIds: named,
    rechargedUnitIds: named,
    spilledUnitIds: ['roof', 'hall'],
    tankUnitIds: [],
  };
  const facts = { ...factsOf(undefined), rainWater };
  const site = siteOf(shownUnits(plant, 'DEMO'), [], facts);
  const ids = (units: readonly { id: string }[]): string[] => units.map(({ id }) => id);
  const once = ['roof', 'yard'];
  expect([site.harvested, site.used, site.recharged, site.spilled].map(ids)).toEqual([once, once, once, ['roof']]);
});
