import { expect, it } from 'vitest';
import { isNestedDeeper } from './jsonDepth.ts';

it.each([
  ['[[[]]]', 3, false],
  ['[[[[]]]]', 3, true],
  ['{"a":{"b":[1]}}', 3, false],
  ['{"a":{"b":[{}]}}', 3, true],
  ['[[],[],[],[],[]]', 2, false],
  ['["[[[[", "\\"[[[[", "\\\\"]', 1, false],
  ['["\\\\", [["x"]]]', 2, true],
  ['', 0, false],
])('the nesting of %s is deeper than %i: %s', (text, most, isDeeper) => {
  expect(isNestedDeeper(text, most)).toBe(isDeeper);
});

it('is found in a large text without reading it', () => {
  expect(isNestedDeeper('['.repeat(1_000_000), 32)).toBe(true);
});
