import { expect, it } from 'vitest';
import { TestPlant } from '../../test/testPlant.ts';
import { unitsOfSubCategory } from './selection.ts';

const plantOf = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['on', 'off'])
    .addCategory('ID_SOURCE', ['shut'], { enabled: false })
    .addUnit({ id: 'a', type: 'flow', subCategoryId: 'on', standardCategoryIds: ['ID_CONSUMPTION'] })
    .addUnit({ id: 'b', type: 'flow', subCategoryId: 'off', standardCategoryIds: ['ID_CONSUMPTION'] })
    .addUnit({ id: 'c', type: 'flow', subCategoryId: 'shut', standardCategoryIds: ['ID_CONSUMPTION'] });

it.each([
  ['source', 'on', ['a']],
  ['source', 'off', []],
  ['ID_SOURCE', 'shut', []],
])(
  'a group that is asked for by its id is summed only while it and its category are shown: %s %s',
  (categoryId, subCategoryId, ids) => {
    const plant = plantOf();
    for (const { subCategories } of plant.categories('DEMO')) for (const sub of subCategories) sub.enabled = sub.id !== 'off';
    const asked = (isStandardCategory: boolean) =>
      unitsOfSubCategory(plant, 'DEMO', {
        categoryId: isStandardCategory ? 'ID_CONSUMPTION' : categoryId,
        subCategoryId,
        isStandardCategory,
      }).map(({ id }) => id);
    expect([asked(false), asked(true)]).toEqual([ids, ids]);
  },
);
