import { expect, it } from 'vitest';
import { TestPlant } from '../../../test/testPlant.ts';
import { featureFaults } from './rules.ts';

const sumOf = (...ids: string[]) => ({ expression: ids.map((unitId) => ({ unitId, factor: 1 })) });
const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
for (const id of ['a', 'b', 'c']) plant.addUnit({ id, type: 'flow', subCategoryId: 's' });
plant
  .addUnit({ id: 'behind', type: 'flow', subCategoryId: 's', meta: { subMeterOf: 'a' } })
  .addUnit({ id: 'aAndB', type: 'virtual', subCategoryId: 's', meta: sumOf('a', 'b') })
  .addUnit({ id: 'aAndC', type: 'virtual', subCategoryId: 's', meta: sumOf('a', 'c') });

const faultsOf = (numerator: string[], denominator: string[] = []) =>
  featureFaults('water_ratio', { numerator, denominator, product: '' }, { industryId: 'DEMO', internal: false }, plant);

it('a water ratio has no side that no sum counts each water of once', () => {
  const message = expect.stringMatching(/^aAndB, aAndC /);
  expect(faultsOf(['aAndB', 'aAndC'], ['b'])).toEqual([{ path: 'data.numerator', message }]);
  expect(faultsOf(['b'], ['aAndB', 'aAndC'])).toEqual([{ path: 'data.denominator', message }]);
});

it('a meter beside the one behind it, and parts beside their sum, are no fault: each water is counted once', () => {
  expect(faultsOf(['a', 'behind'], ['aAndB', 'b'])).toEqual([]);
  expect(faultsOf(['nobody'])).toEqual([{ path: 'data.numerator.0', message: 'unit nobody does not exist' }]);
});
