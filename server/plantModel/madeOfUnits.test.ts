import { expect, it } from 'vitest';
import { TestPlant } from '../test/testPlant.ts';
import { MemoryUnitDirectory } from './directory.ts';
import { madeOfUnits } from './madeOfUnits.ts';
import type { Category, Unit } from './model.ts';

it('what follows from units is made once, and anew once a unit or a category was changed', async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']).addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's' });
  const [industry] = plant.industries();
  if (!industry) throw new Error('no industry');
  const stored: { units: Unit[]; categories: Category[] } = { units: plant.units('DEMO'), categories: plant.categories('DEMO') };
  const directory = new MemoryUnitDirectory({
    industryIds: async () => ['DEMO', 'OTHER'],
    // as a database: each look brings lists of its own
    read: async (id) => ({ industry: { ...industry, id }, units: [...stored.units], categories: [...stored.categories] }),
  });
  await directory.load();
  let made = 0;
  const namesOf = madeOfUnits((of, industryId) => {
    made += 1;
    return [...of.categories(industryId).map((one) => one.displayName), ...of.units(industryId).map(({ name }) => name)];
  });
  expect(namesOf(directory, 'DEMO')).toEqual(['Cat SOURCE_CATEGORY', 'Unit inlet']);
  expect(namesOf(directory, 'DEMO')).toBe(namesOf(directory, 'DEMO'));
  namesOf(directory, 'OTHER');
  expect(made).toBe(2);
  stored.units = stored.units.map((unit) => ({ ...unit, name: 'Raw water' }));
  await directory.refresh('DEMO');
  expect(namesOf(directory, 'DEMO')).toEqual(['Cat SOURCE_CATEGORY', 'Raw water']);
  stored.categories = stored.categories.map((category) => ({ ...category, displayName: 'Intake' }));
  await directory.refresh('DEMO');
  expect(namesOf(directory, 'DEMO')).toEqual(['Intake', 'Raw water']);
  namesOf(directory, 'OTHER');
  expect(made).toBe(4);
});
