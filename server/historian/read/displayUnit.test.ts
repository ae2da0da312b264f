import { expect, it } from 'vitest';
import { percentOf, roundShare } from './displayUnit.ts';

it.each([
  ['a month of which one slot is missing', 8639, 8640, 99.9],
  ['all of it', 8640, 8640, 100],
  ['a little more than a limit', 100.04, 100, 100.1],
  ['its half', 1, 2, 50],
  ['two thirds', 2, 3, 66.7],
  ['nearly nothing', 1, 8640, 0],
  ['of nothing', 0, 0, 0],
])('a share in percent is 100 where it is all of it alone: %s', (_, part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

it('what adding up floats may be off by is not missing', () => {
  expect(roundShare(100 * (0.1 + 0.2 + 0.7))).toBe(100);
  expect(roundShare((100 * (0.1 + 0.2)) / 0.3)).toBe(100);
  expect(roundShare(null)).toBeNull();
});
