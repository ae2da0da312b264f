import { expect, test } from 'vitest';
import { mostKnown } from './mostKnown.ts';

test('the scale of bars is the largest that is known, of either series, whichever way it flowed', () => {
  expect(mostKnown([{ values: [1, 900, 3], quality: 'GMG' }])).toBe(3);
  expect(
    mostKnown([
      { values: [1, -4], quality: 'GG' },
      { values: [2, 3], quality: 'GE' },
    ]),
  ).toBe(4);
  expect(mostKnown([{ values: [0, 0], quality: 'GG' }])).toBe(0);
});

test('there is none where nothing is known: it is not 0', () => {
  expect(mostKnown([{ values: [0, 0], quality: 'MM' }])).toBe(null);
  expect(mostKnown([])).toBe(null);
});
