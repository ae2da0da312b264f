import { Graph, layout } from '@dagrejs/dagre';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';

const nodeSize = { width: 184, height: 76 } as const;

/** Left upper corners by node id, water flowing from left to right. */
export const graphLayout = ({ nodes, edges }: Pick<BalanceData, 'nodes' | 'edges'>): Map<string, { x: number; y: number }> => {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 72, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
};
