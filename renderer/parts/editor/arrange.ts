export type Box = { id: string; x: number; y: number; w: number; h: number };
export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'across' | 'down';
export const alignments: readonly Alignment[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'];

type Place = { x: number; y: number };

/** Equal gaps between the boxes, the outermost staying where they are. */
const spread = (boxes: readonly Box[], at: 'x' | 'y', size: 'w' | 'h'): Map<string, Place> => {
  const ordered = boxes.toSorted((a, b) => a[at] - b[at]);
  const [first] = ordered;
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return new Map();
  const room = last[at] + last[size] - first[at] - ordered.reduce((sum, box) => sum + box[size], 0);
  const gap = room / Math.max(1, ordered.length - 1);
  let next = first[at];
  return new Map(
    ordered.map((box) => {
      const { id, x, y } = box;
      const place = { x, y, [at]: Math.round(next) };
      next += box[size] + gap;
      return [id, place];
    }),
  );
};

/** Where boxes go that are lined up on the outermost of them, or spread with equal gaps. */
export const aligned = (boxes: readonly Box[], how: Alignment): Map<string, Place> => {
  if (how === 'across') return spread(boxes, 'x', 'w');
  if (how === 'down') return spread(boxes, 'y', 'h');
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map(({ x, w }) => x + w));
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, h }) => y + h));
  const placeOf: Record<Exclude<Alignment, 'across' | 'down'>, (box: Box) => Place> = {
    left: ({ y }) => ({ x: left, y }),
    centre: ({ y, w }) => ({ x: Math.round((left + right - w) / 2), y }),
    right: ({ y, w }) => ({ x: right - w, y }),
    top: ({ x }) => ({ x, y: top }),
    middle: ({ x, h }) => ({ x, y: Math.round((top + bottom - h) / 2) }),
    bottom: ({ x, h }) => ({ x, y: bottom - h }),
  };
  return new Map(boxes.map((box) => [box.id, placeOf[how](box)]));
};

/** "tank", "tank-2", "tank-3": the first that is free. */
export const freeId = (wish: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wish)) return wish;
  for (let at = 2; ; at += 1) if (!taken.has(`${wish}-${at}`)) return `${wish}-${at}`;
};
