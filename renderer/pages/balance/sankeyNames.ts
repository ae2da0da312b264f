type Writing = {
  /** Room up to the bars of the next column. */
  widthPx: number;
  measure: (words: string) => number;
};

/** Words in as few lines as have room; a word that is longer than a line stays whole. */
const inLines = (words: string, { widthPx, measure }: Writing): string[] => {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && measure(longer) <= widthPx) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

/** The lines of a name, and whether its number has room behind the last one. */
export const nameLines = (name: string, figure: string, writing: Writing): { lines: string[]; isBeside: boolean } => {
  const lines = inLines(name, writing);
  return { lines, isBeside: writing.measure(`${lines.at(-1) ?? ''} ${figure}`) <= writing.widthPx };
};

type Labelled = { depth: number; value: number; lines: number };

/**
 * Room between the bars of a column, so that the words beside them do not meet: a low bar has more lines than its own height. More room
 * makes all bars lower, so that it is looked at again.
 */
export const roomBetween = (
  nodes: readonly Labelled[],
  { heightPx, linePx, leastPx }: { heightPx: number; linePx: number; leastPx: number },
): number => {
  const columns = [...new Set(nodes.map(({ depth }) => depth))].map((depth) => nodes.filter((node) => node.depth === depth));
  const pxOf = (gapPx: number): number =>
    Math.min(
      ...columns.map((column) => {
        const total = column.reduce((sum, { value }) => sum + value, 0);
        return Math.max(0, heightPx - (column.length - 1) * gapPx) / Math.max(total, 1e-9);
      }),
    );
  let gapPx = leastPx;
  for (let round = 0; round < 4; round += 1) {
    const pxEach = pxOf(gapPx);
    const shared = columns.filter(({ length }) => length > 1).flat();
    gapPx = Math.max(leastPx, ...shared.map(({ value, lines }) => lines * linePx - value * pxEach));
  }
  const most = Math.max(1, ...columns.map(({ length }) => length));
  // bars keep half of the height whatever their names need
  return Math.max(leastPx, Math.min(gapPx, heightPx / 2 / most));
};
