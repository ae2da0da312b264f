import { expect, it } from 'vitest';
import { strapTableOf } from './strapTable.ts';

it.each([
  ['tabs, as a sheet gives them', '0\t0\n0.5\t12.25\n'],
  ['semicolons', '0;0\n0.5;12.25'],
  ['blanks and decimal commas', '0 0\r\n0,5   12,25\r\n'],
  ['a comma between numbers with points', '0,0\n0.5,12.25'],
  ['a head above them', 'Level Volume\n0 0\n\n0.5 12.25'],
])('rows of a strap table are read with %s', (_, text) => {
  expect(strapTableOf(text)).toEqual({
    rows: [
      ['0', '0'],
      ['0.5', '12.25'],
    ],
  });
});

it.each([
  ['one number', '0 0\n0.5', 2],
  ['three numbers', '0 0 0', 1],
  ['a word', '0 0\n\n0.5 full', 3],
  ['a row whose digits are in a word', 'A1 0', 1],
])('a line with %s is named and nothing is taken over', (_, text, wrongLine) => {
  expect(strapTableOf(text)).toEqual({ wrongLine });
});
