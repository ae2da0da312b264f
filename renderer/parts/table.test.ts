import { expect, test } from 'vitest';
import { csvOf, shownCell, type TableTwin } from './table.ts';

const table: TableTwin = {
  name: 'x',
  caption: 'X',
  columns: [
    { key: 'time', label: 'Time' },
    { key: 'v', label: 'Volume', unit: 'm3/h', numeric: true },
  ],
  rows: [
    ['06:00', 1.23456],
    ['a "b", c', null],
    ['=1+1', -0.5],
  ],
};

test('CSV has every digit, an empty field for what is not known, quotes where needed, and runs no formula', () => {
  expect(csvOf(table)).toBe('\uFEFFTime,Volume (m³/h)\r\n06:00,1.23456\r\n"a ""b"", c",\r\n\'=1+1,-0.5');
});

test('the table on the page rounds as every figure does, and shows a dash for what is not known', () => {
  const column = table.columns[1] ?? { key: '', label: '' };
  expect(shownCell(1.23456, column)).toBe('1.2');
  expect(shownCell(2.504, { ...column, unit: 'NTU', isLimited: true }, [null, 2.5])).toBe('2.504');
  expect(shownCell(2.504, { ...column, unit: 'NTU' }, [null, 2.5])).toBe('2.50');
  expect(shownCell(null, column)).toBe('–');
  expect(shownCell('06:00', column)).toBe('06:00');
  expect(shownCell(4, { key: 'meters', label: 'Meters', numeric: true, plain: true })).toBe('4');
  expect(shownCell(0.0234, { key: 'mean', label: 'Mean', numeric: true, plain: true })).toBe('0.02');
  expect(shownCell(null, { key: 'meters', label: 'Meters', numeric: true, plain: true })).toBe('–');
});
