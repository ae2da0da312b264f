/** The cells of one line; quotes may surround a cell and are doubled inside. */
export const csvCells = (line: string): string[] => {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y;
  for (let more = true; more; ) {
    const found = cell.exec(line);
    if (!found) return [...cells, line.slice(cell.lastIndex)];
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2]?.trim() ?? '');
    more = found[3] === ',';
  }
  return cells;
};
