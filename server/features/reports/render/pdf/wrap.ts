/** Breaks a text into lines no wider than a column; a word that is wider itself is cut. */
export const wrap = (text: string, widthOf: (text: string) => number, room: number): string[] => {
  if (widthOf(text) <= room) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > room && line.length > 1) {
      const cut = cutOf(line, widthOf, room);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return line === '' ? lines : [...lines, line];
};

const ELLIPSIS = '…';

/** A text on one line; the end of one that is wider than its room is left out. */
export const cutToWidth = (text: string, widthOf: (text: string) => number, room: number): string =>
  widthOf(text) <= room
    ? text
    : `${text
        .slice(
          0,
          cutOf(text, (part) => widthOf(`${part}${ELLIPSIS}`), room),
        )
        .trimEnd()}${ELLIPSIS}`;

const cutOf = (word: string, widthOf: (text: string) => number, room: number): number => {
  let cut = 1;
  while (cut < word.length && widthOf(word.slice(0, cut + 1)) <= room) cut += 1;
  return cut;
};
