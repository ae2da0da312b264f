/** Rows of a strap table as they are pasted from a sheet or a certificate: level and volume, or the first line that is none. */
export type StrapTable = { rows: [level: string, volume: string][] } | { wrongLine: number };

const number = /^[+-]?\d+([.,]\d+)?$/;

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
  const lines = text.split('\n').map((line, at) => ({ line, at }));
  const rows: [string, string][] = [];
  for (const { line, at } of lines) {
    if (line.trim() === '' || isHead(line, at)) continue;
    const cells = cellsOf(line);
    const [level, volume] = cells;
    if (cells.length !== 2 || level === undefined || volume === undefined || !number.test(level) || !number.test(volume))
      return { wrongLine: at + 1 };
    rows.push([level.replace(',', '.'), volume.replace(',', '.')]);
  }
  return { rows };
};
