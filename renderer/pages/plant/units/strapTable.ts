import { mayBeGrouped, numberOf } from '../../../parts/form/problems.ts';

/** Rows of a strap table as they are pasted from a sheet or a certificate: level and volume, or the first line that is none. */
export type StrapTable = { rows: [level: string, volume: string][] } | { wrongLine: number };

const number = /^[+-]?\d+([.,]\d+)?$/;

/** How commas are meant by a whole table: one cell that says it is enough, as 12,5 or 1,200.5. */
const readerOf = (cells: readonly string[]): ((cell: string) => number) => {
  const isDecimal = cells.some((cell) => number.test(cell) && cell.includes(',') && !mayBeGrouped(cell));
  const hasPoint = cells.some((cell) => cell.includes('.'));
  return (cell) => {
    if (hasPoint && mayBeGrouped(cell)) return Number(cell.replaceAll(',', ''));
    if (isDecimal && number.test(cell)) return Number(cell.replace(',', '.'));
    return number.test(cell) || mayBeGrouped(cell) ? (numberOf(cell) ?? Number.NaN) : Number.NaN;
  };
};

/** A comma inside a number is its decimal sign, so columns are parted by tabs, semicolons or blanks. */
const cellsOf = (line: string): string[] => {
  const cells = line
    .trim()
    .split(/[\t;]|\s+/)
    .filter((cell) => cell !== '');
  const [only] = cells;
  // one comma with nothing else between them parts two whole numbers or two numbers with points
  return cells.length === 1 && only !== undefined && only.split(',').length === 2 ? only.split(',') : cells;
};

/** A first line without any digit is the head of the table. */
const isHead = (line: string, at: number): boolean => at === 0 && !/\d/.test(line);

export const strapTableOf = (text: string): StrapTable => {
  const lines = text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' || isHead(line, at) ? [] : [{ cells: cellsOf(line), at }]));
  const read = readerOf(lines.flatMap(({ cells }) => cells));
  const rows = lines.map(({ cells, at }) => ({ numbers: cells.map(read), at }));
  const wrong = rows.find(({ numbers }) => numbers.length !== 2 || numbers.some(Number.isNaN));
  if (wrong !== undefined) return { wrongLine: wrong.at + 1 };
  return { rows: rows.map(({ numbers: [level, volume] }) => [String(level), String(volume)]) };
};
