import { expect, it } from 'vitest';
import { measureOf } from './measures.ts';

it.each([
  ['measure', 'm3/h', 'm³/h'],
  ['measure', 'uS/cm', 'µS/cm'],
  ['meta.params.unit', 'm3', 'm³'],
  ['measure', 'm3 per d', 'm³ per d'],
  ['measure', 'bar', 'bar'],
  ['measure', '', ''],
])('of %s, %s is shown as everywhere: %s', (name, value, shown) => {
  expect(measureOf(name)?.shown(value)).toBe(shown);
});

it('is kept as it always was, however it is typed', () => {
  const { typed } = measureOf('measure') ?? { typed: String };
  expect([typed('m³/h'), typed('m3/h'), typed('m²'), typed('Hz')]).toEqual(['m3/h', 'm3/h', 'm2', 'Hz']);
});

it('a power that is typed letter by letter keeps its form from its third letter on', () => {
  const { shown, typed } = measureOf('measure') ?? { shown: String, typed: String };
  let field = '';
  for (const letter of 'm3/h') field = shown(typed(field + letter));
  expect([field, typed(field)]).toEqual(['m³/h', 'm3/h']);
});

it('is no concern of other fields', () => {
  expect(measureOf('name')).toBeUndefined();
  expect(measureOf('tank.unit')).toBeUndefined();
});
