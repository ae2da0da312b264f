import { expect, test } from 'vitest';
import { firstRows } from './inParts.ts';

const lists = [
  { id: 'intake', units: ['a', 'b'] },
  { id: 'use', units: ['c', 'd', 'e'] },
];

test('the first rows are those of the first lists', () => {
  expect(firstRows(lists, 3)).toEqual([
    { id: 'intake', units: ['a', 'b'] },
    { id: 'use', units: ['c'] },
  ]);
  expect(firstRows(lists, 1)).toEqual([{ id: 'intake', units: ['a'] }]);
  expect(firstRows(lists, 9)).toEqual(lists);
});

test('a unit of several rows is whole or not there', () => {
  expect(firstRows(lists, 4, () => 3)).toEqual([{ id: 'intake', units: ['a', 'b'] }]);
});
