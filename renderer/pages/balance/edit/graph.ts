import {
  type BalanceEdge,
  type BalanceGraph,
  type BalanceNode,
  type BalanceNodeType,
  balanceGraph,
} from '../../../../server/contract/model/balanceGraph.ts';
import { type Box, freeId } from '../../../parts/editor/arrange.ts';
import type { Selection } from '../../../parts/editor/EditorCanvas.tsx';
import { graphLayout } from '../../../parts/editor/graphLayout.ts';
import type { DocumentRules } from '../../../parts/editor/useEditedDocument.ts';

/** The graph as it is edited; version, time and author are the server's. */
export type Graph = Pick<BalanceGraph, 'nodes' | 'edges' | 'layout'> & { [own: string]: unknown };

export const nodeTypes: readonly BalanceNodeType[] = [
  'source',
  'tank',
  'process',
  'treatment',
  'consumer',
  'discharge',
  'loss',
  'junction',
];
const size = { w: 184, h: 76 };

export const graphOf = ({ version: _, updatedAt: __, updatedBy: ___, ...rest }: BalanceGraph): Graph => rest;
/** The body of an older version; null where it is none of a graph. */
export const graphIn = (body: unknown): Graph | null => {
  const read = balanceGraph.safeParse({ ...(body as object), version: 0 });
  return read.success ? graphOf(read.data) : null;
};

export const graphRules: DocumentRules<Graph> = {
  thingsOf: ({ nodes, edges, ...graph }) =>
    new Map<string, object>([
      ['graph', graph],
      ...nodes.map((node): [string, object] => [`node ${node.id}`, node]),
      ...edges.map((edge): [string, object] => [`edge ${edge.id}`, edge]),
    ]),
  documentOf: (things, like) => {
    const ofKind = <T>(kind: string): T[] =>
      [...things].filter(([key]) => key.startsWith(`${kind} `)).map(([, thing]) => thing as T);
    const nodes = ofKind<BalanceNode>('node');
    const ids = new Set(nodes.map(({ id }) => id));
    const edges = ofKind<BalanceEdge>('edge').filter(({ source, target }) => ids.has(source) && ids.has(target));
    return { ...like, ...things.get('graph'), nodes, edges };
  },
};

export const boxOf = ({ id, position }: BalanceNode): Box => ({ id, x: position.x, y: position.y, ...size });

export const withNode = (graph: Graph, type: BalanceNodeType, label: string, at: { x: number; y: number }) => {
  const id = freeId(type, new Set(graph.nodes.map((node) => node.id)));
  const position = { x: Math.round(at.x / 10) * 10, y: Math.round(at.y / 10) * 10 };
  return { graph: { ...graph, nodes: [...graph.nodes, { id, type, label, unitIds: [], position }] }, id };
};

export const placed = (graph: Graph, places: ReadonlyMap<string, { x: number; y: number }>): Graph => {
  const moved = graph.nodes.some(({ id, position }) => {
    const to = places.get(id);
    return to !== undefined && (to.x !== position.x || to.y !== position.y);
  });
  if (!moved) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const to = places.get(node.id);
      return to === undefined ? node : { ...node, position: { ...node.position, ...to } };
    }),
  };
};

export const laidOut = (graph: Graph): Graph => placed(graph, graphLayout(graph, { width: size.w, height: size.h }));

export type NodePatch = { [Key in keyof BalanceNode]?: BalanceNode[Key] | undefined };
export type EdgePatch = { [Key in keyof BalanceEdge]?: BalanceEdge[Key] | undefined };

const merged = <T extends object>(thing: T, part: object): T =>
  Object.fromEntries(Object.entries({ ...thing, ...part }).filter(([, value]) => value !== undefined)) as T;

export const patchedNode = (graph: Graph, id: string, part: NodePatch): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? merged(node, part) : node)),
});
export const patchedEdge = (graph: Graph, id: string, part: EdgePatch): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => (edge.id === id ? merged(edge, part) : edge)),
});

/** One line between two nodes is enough, and none with itself. */
export const connected = (graph: Graph, source: string, target: string): Graph => {
  if (source === target || graph.edges.some((edge) => edge.source === source && edge.target === target)) return graph;
  const id = freeId(`${source}-${target}`.slice(0, 92), new Set(graph.edges.map((edge) => edge.id)));
  return { ...graph, edges: [...graph.edges, { id, source, target, unitIds: [] }] };
};

export const removed = (graph: Graph, { nodes, edges }: Selection): Graph => ({
  ...graph,
  nodes: graph.nodes.filter(({ id }) => !nodes.has(id)),
  edges: graph.edges.filter(({ id, source, target }) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)),
});

/** The graph with a copy of these nodes and the lines between them; meters and tanks stay with the originals, as each counts once. */
export const doubled = (graph: Graph, ids: ReadonlySet<string>): { graph: Graph; ids: ReadonlySet<string> } => {
  const named = new Map<string, string>();
  let next = graph;
  for (const node of graph.nodes.filter(({ id }) => ids.has(id))) {
    const { x, y } = node.position;
    const added = withNode(next, node.type, node.label, { x: x + 40, y: y + 40 });
    const { stockUnitIds: _, ...rest } = node;
    const copy = { ...rest, id: added.id, unitIds: [], position: { x: x + 40, y: y + 40 } };
    next = { ...next, nodes: [...next.nodes, copy as BalanceNode] };
    named.set(node.id, added.id);
  }
  for (const { source, target } of graph.edges) {
    const [from, to] = [named.get(source), named.get(target)];
    if (from !== undefined && to !== undefined) next = connected(next, from, to);
  }
  return { graph: next, ids: new Set(named.values()) };
};
