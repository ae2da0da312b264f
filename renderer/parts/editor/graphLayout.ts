import { Graph, layout } from '@dagrejs/dagre';

type Laid = { nodes: readonly { id: string }[]; edges: readonly { source: string; target: string }[] };

const usual = { width: 184, height: 76 } as const;

/** Left upper corners by node id, water flowing from left to right. */
export const graphLayout = (
  { nodes, edges }: Laid,
  size: { width: number; height: number } = usual,
): Map<string, { x: number; y: number }> => {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 72, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...size });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
      return [id, { x: x - size.width / 2, y: y - size.height / 2 }];
    }),
  );
};
