import type { Scheme, SchemeNode, SchemePipe } from './schematic.ts';

/** Where things are in pixels. */
export type Box = { left: number; top: number; width: number; height: number };
export type Path = { id: string; points: { x: number; y: number }[] };

/** Shares of a cell that a node leaves free beside and below it. */
const GAP_X = 0.17;
const GAP_Y = 0.18;

export const boxOf = (
  { column, row, height }: Pick<SchemeNode, 'column' | 'row' | 'height'>,
  { columns, rows }: Pick<Scheme, 'columns' | 'rows'>,
  size: { width: number; height: number },
): Box => {
  // the last column and row need no room beside them
  const cell = { width: size.width / (columns - GAP_X), height: size.height / (rows - GAP_Y) };
  return {
    left: column * cell.width,
    top: row * cell.height,
    width: cell.width * (1 - GAP_X),
    height: cell.height * (height - GAP_Y),
  };
};

/** The place of each pipe on a side of a node, from top to bottom by where the other end is. */
const portsOf = (scheme: Scheme, boxes: ReadonlyMap<string, Box>, end: 'from' | 'to'): Map<string, number> => {
  const other = end === 'from' ? 'to' : 'from';
  const ports = new Map<string, number>();
  for (const [id, pipes] of Map.groupBy(scheme.pipes, (pipe) => pipe[end])) {
    const box = boxes.get(id);
    if (box === undefined) continue;
    const middleOf = (pipe: SchemePipe) => {
      const far = boxes.get(pipe[other]);
      return far === undefined ? 0 : far.top + far.height / 2;
    };
    const sorted = pipes.toSorted((a, b) => middleOf(a) - middleOf(b));
    for (const [at, pipe] of sorted.entries()) {
      // beside a node in the same row a pipe runs straight
      const share = sorted.length === 1 ? Math.min(0.5, 45 / box.height) : (at + 1) / (sorted.length + 1);
      ports.set(pipe.id, box.top + box.height * share);
    }
  }
  return ports;
};

/** Pipes with right angles through the free room between the nodes. */
export const pathsOf = (scheme: Scheme, boxes: ReadonlyMap<string, Box>, size: { width: number; height: number }): Path[] => {
  const leaves = portsOf(scheme, boxes, 'from');
  const enters = portsOf(scheme, boxes, 'to');
  const columnOf = new Map(scheme.nodes.map(({ id, column }) => [id, column]));
  const gap = (size.width / (scheme.columns - GAP_X)) * GAP_X;
  const lane = (size.height / (scheme.rows - GAP_Y)) * GAP_Y;
  // pipes side by side in one gap
  const used = new Map<number, number>();
  const placeIn = (left: number): number => {
    const key = Math.round(left);
    const n = used.get(key) ?? 0;
    used.set(key, n + 1);
    return left + gap * (0.5 + (n % 2 === 0 ? 1 : -1) * Math.ceil(n / 2) * 0.16);
  };
  return scheme.pipes.flatMap((pipe): Path[] => {
    const [source, target] = [boxes.get(pipe.from), boxes.get(pipe.to)];
    const [y1, y2] = [leaves.get(pipe.id), enters.get(pipe.id)];
    if (source === undefined || target === undefined || y1 === undefined || y2 === undefined) return [];
    const x1 = source.left + source.width;
    const x2 = target.left;
    const start = { x: x1, y: y1 };
    const isNext = columnOf.get(pipe.to) === (columnOf.get(pipe.from) ?? 0) + 1;
    if (isNext && Math.abs(y1 - y2) < 6)
      return [
        {
          id: pipe.id,
          points: [
            { x: x1, y: y2 },
            { x: x2, y: y2 },
          ],
        },
      ];
    const turn = placeIn(x1);
    if (isNext) return [{ id: pipe.id, points: [start, { x: turn, y: y1 }, { x: turn, y: y2 }, { x: x2, y: y2 }] }];
    // past other columns: through the free row above the target
    const across = target.top > source.top ? target.top - lane / 2 : target.top + target.height + lane / 2;
    const inward = placeIn(x2 - gap);
    return [
      {
        id: pipe.id,
        points: [
          start,
          { x: turn, y: y1 },
          { x: turn, y: across },
          { x: inward, y: across },
          { x: inward, y: y2 },
          { x: x2, y: y2 },
        ],
      },
    ];
  });
};
