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

it('a comma that separates thousands is distinguished from a decimal sign by the rows beside it', () => {
  expect(strapTableOf('0.5\t1,200\n1.25\t2,400.5')).toEqual({
    rows: [
      ['0.5', '1200'],
      ['1.25', '2400.5'],
    ],
  });
  expect(strapTableOf('0,500\t118,250\n1,000\t266,125')).toEqual({
    rows: [
      ['0.5', '118.25'],
      ['1', '266.125'],
    ],
  });
});

it('rows that can be read both ways are not taken over', () => {
  expect(strapTableOf('1\t1,200\n2\t2,400')).toEqual({ wrongLine: 1 });
});
