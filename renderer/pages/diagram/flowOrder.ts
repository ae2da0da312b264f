type Graph = { nodes: readonly { id: string; y: number; x: number }[]; edges: readonly { source: string; target: string }[] };

/** Ids in the order of the flow: what feeds comes before what is fed, rows from above; what is connected to nothing comes last. */
export const flowOrder = ({ nodes, edges }: Graph): string[] => {
  const rank = new Map(nodes.map(({ id }) => [id, 0]));
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  // water that comes back closes a circle: as many rounds as there are nodes are enough
  for (let round = 0; round < nodes.length; round += 1)
    for (const { source, target } of edges) {
      const next = (rank.get(source) ?? 0) + 1;
      if ((rank.get(target) ?? 0) < next && next <= nodes.length) rank.set(target, next);
    }
  const place = (id: string): number => (joined.has(id) ? (rank.get(id) ?? 0) : nodes.length + 1);
  return [...nodes].sort((a, b) => place(a.id) - place(b.id) || a.y - b.y || a.x - b.x).map(({ id }) => id);
};

/** Sides of two boxes that a line between them leaves and enters, by where they are. */
export const sidesOf = (
  from: { x: number; y: number; w: number },
  to: { x: number; y: number; w: number },
): ['right' | 'left' | 'bottom' | 'top', 'right' | 'left' | 'bottom' | 'top'] => {
  if (to.x >= from.x + from.w) return ['right', 'left'];
  if (to.x + to.w <= from.x) return ['left', 'right'];
  return to.y > from.y ? ['bottom', 'top'] : ['top', 'bottom'];
};
