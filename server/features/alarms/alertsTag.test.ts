import { expect, it } from 'vitest';
import { TestPlant } from '../../test/testPlant.ts';
import { alertsTag } from './alertsTag.ts';

const plantOf = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'well', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's' });
const tagOf = (plant: TestPlant, query: object = { page: 1 }, revision = 7): string => alertsTag(plant, 'DEMO', query, revision);

it('the tag of an answer about alerts stays while nothing of it changes', () => {
  expect(tagOf(plantOf())).toBe(tagOf(plantOf()));
});

it.each<[string, () => string]>([
  ['an alarm changes', () => tagOf(plantOf(), { page: 1 }, 8)],
  ['something else is asked', () => tagOf(plantOf(), { page: 2 })],
  [
    'a unit changes, as in its name',
    () => {
      const plant = plantOf();
      Object.assign(plant.unit('DEMO', 'line') ?? {}, { version: 2 });
      return tagOf(plant);
    },
  ],
  [
    'the industry changes, as in its shift day',
    () => {
      const plant = plantOf();
      Object.assign(plant.industry('DEMO') ?? {}, { version: 2 });
      return tagOf(plant);
    },
  ],
])('the tag of an answer about alerts is another one once %s', (_, other) => {
  expect(other()).not.toBe(tagOf(plantOf()));
});
