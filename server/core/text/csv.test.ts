import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unmarkFormula } from '../../contract/formulas.ts';
import { isFailure } from '../fail.ts';
import { csvLines, csvRows } from './csv.ts';

const read = async (text: string): Promise<string[][]> => {
  const rows: string[][] = [];
  for await (const { cells } of csvRows(text)) rows.push(cells);
  return rows;
};

const failureOf = async (text: string): Promise<string> => {
  try {
    await read(text);
  } catch (error) {
    if (isFailure(error, 'badRequest')) return error.message;
    throw error;
  }
  throw new Error('it did not fail');
};

describe('a CSV text', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, where cells have commas',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs, and empty cells between them',
      'a\tb\tc\n1\t\t3',
      [
        ['a', 'b', 'c'],
        ['1', '', '3'],
      ],
    ],
    [
      'separators inside quotes',
      '"a;x",b\n"1\t,",2',
      [
        ['a;x', 'b'],
        ['1\t,', '2'],
      ],
    ],
    ['line ends of every kind', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['line ends inside quotes', '"a\r\nb",c', [['a\r\nb', 'c']]],
    ['doubled quotes', '"say ""x""",b', [['say "x"', 'b']]],
    ['quotes inside a plain cell', '5" pipe,b', [['5" pipe', 'b']]],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    ['rows of unlike lengths', 'a\nb,c\n', [['a'], ['b', 'c']]],
  ])('is read with %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it('ends with its last row that holds anything, whatever a spreadsheet wrote below', async () => {
    for (const end of ['\r\n', '\n,,\n;;\n', '\r\n \t\r\n'.repeat(1_000_000), ''])
      expect(await read(`a,b\n1,2,,${end}`)).toEqual([
        ['a', 'b'],
        ['1', '2', '', ''],
      ]);
  });

  it('has no more rows than are asked for, empty ones included', async () => {
    const rows = csvRows(`a\n${'\n'.repeat(3)}b`, 4);
    for (let n = 0; n < 4; n += 1) await rows.next();
    await expect(rows.next()).rejects.toMatchObject({
      code: 'badRequest',
      message: 'file has more than 4 rows, with the empty ones',
    });
  });

  it('counts its rows as a spreadsheet does, empty ones included', async () => {
    const rows: number[] = [];
    for await (const { row, cells } of csvRows('a\n\nb\n\n\nc\n')) if (cells.join('') !== '') rows.push(row);
    expect(rows).toEqual([1, 3, 6]);
  });

  it.each([
    ['a quote that never ends', 'a,b\n"c,d', 'row 2: a quote is never closed'],
    ['a row that is too long', `a\n${'x'.repeat(300_000)}`, 'row 2 is too long'],
    ['too many columns', ','.repeat(200), 'row 1 is too long'],
  ])('is refused for %s, with the row', async (_, text, message) => {
    expect(await failureOf(text)).toContain(message);
  });
});

describe('what is written as CSV', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('=1', '+1', '-1', '@x', "'q", '\t=1', ' =1', '＝1', 'a"b', 'a;b', '\r\n', ' ', ''),
  );

  it('is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text, fc.constant('.')), { minLength: 1, maxLength: 5 }), async (rows) => {
        const back = (await read(csvLines([['a', 'b', 'c'], ...rows]))).slice(1);
        expect(back.map((cells) => cells.map(unmarkFormula))).toEqual(rows);
      }),
    );
  });

  it('is a formula for no spreadsheet, in whatever it is parted', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const [cells] = await read(csvLines([[name, 'end']]));
        expect(cells?.[0]?.trimStart() ?? '').not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
    );
  });

  it('has numbers and flags as they are, and nothing for what is not known', () => {
    expect(csvLines([[-1.5, 0, true, false, null, undefined, '-1']])).toBe('-1.5,0,true,false,,,"\'-1"\r\n');
  });
});
