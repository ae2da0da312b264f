import { expect, it } from 'vitest';
import type { FieldQuality } from '../../contract/model/field.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { isReporting } from './readContext.ts';

it.each<[string, FieldQuality | undefined, boolean]>([
  ['gives values', 'GOOD', true],
  ['acknowledges each request and never has a value', 'UNCERTAIN', false],
  ['is busy', 'UNCERTAIN_BUSY', false],
  ['is silent', 'BAD_TIMEOUT', false],
  ['was never read', undefined, false],
])('a unit whose device %s', (_, quality, reports) => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']).addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's' });
  const [unit] = plant.units('DEMO');
  if (!unit) throw new Error('no unit');
  expect(isReporting(unit, { latest: () => quality && { value: null, atMs: null, slotQuality: 'M', quality } })).toBe(reports);
  expect(isReporting(unit, { latest: () => undefined, quality: () => quality })).toBe(reports);
});
