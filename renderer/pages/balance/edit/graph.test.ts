import { expect, it } from 'vitest';
import type { BalanceNode } from '../../../../server/contract/model/balanceGraph.ts';
import { checkGraph } from './check.ts';
import { connected, doubled, type Graph, graphRules, laidOut, patchedEdge, removed, withNode } from './graph.ts';

const node = (id: string, type: BalanceNode['type'], more: Partial<BalanceNode> = {}): BalanceNode => ({
  id,
  type,
  label: id,
  unitIds: [],
  position: { x: 0, y: 0 },
  ...more,
});
const graph: Graph = {
  layout: { direction: 'LR', zoom: 1 },
  nodes: [node('wells', 'source'), node('ro', 'treatment'), node('line', 'consumer')],
  edges: [
    { id: 'in', source: 'wells', target: 'ro', unitIds: ['m1'] },
    { id: 'out', source: 'ro', target: 'line', unitIds: ['m2'] },
  ],
};
const known = new Set(['m1', 'm2']);

it('a graph whose flows are all measured can be balanced', () => {
  expect(checkGraph(graph, known)).toEqual([]);
});

it('says which flow, which side and which unit keeps a node from being balanced', () => {
  expect(checkGraph(patchedEdge(graph, 'out', { unitIds: [] }), known)).toEqual([{ why: 'open', nodeId: 'ro', edgeId: 'out' }]);
  const estimate = { kind: 'fixedKLD', value: 5, uncertaintyPct: 20 } as const;
  expect(checkGraph(patchedEdge(graph, 'out', { unitIds: [], estimate }), known)).toEqual([]);
  expect(checkGraph(removed(graph, { nodes: new Set(['line']), edges: new Set() }), known)).toEqual([
    { why: 'noOutflow', nodeId: 'ro' },
  ]);
  expect(checkGraph(removed(graph, { nodes: new Set(['wells']), edges: new Set() }), known)).toEqual([
    { why: 'noInflow', nodeId: 'ro' },
  ]);
  expect(checkGraph(graph, new Set(['m1']))).toEqual([{ why: 'missing', nodeId: 'ro', unitId: 'm2' }]);
  expect(checkGraph(withNode(graph, 'loss', 'Drift', { x: 0, y: 0 }).graph, known)).toEqual([{ why: 'alone', nodeId: 'loss' }]);
  const open = { ...graph, nodes: graph.nodes.map((one) => ({ ...one, conserve: false })) };
  expect(checkGraph(open, known)).toEqual([{ why: 'nothingConserves' }]);
});

it('lines are drawn once, laid out by the flow, and go with their nodes', () => {
  expect(connected(graph, 'wells', 'ro')).toBe(graph);
  expect(connected(graph, 'ro', 'ro')).toBe(graph);
  const laid = laidOut(graph);
  expect(laid.nodes.map(({ position }) => position.x)).toEqual(
    laid.nodes.map(({ position }) => position.x).toSorted((a, b) => a - b),
  );
  expect(removed(graph, { nodes: new Set(['ro']), edges: new Set() }).edges).toEqual([]);
});

it('a copy has no meters and no tanks, as each counts once', () => {
  const { graph: after, ids } = doubled(graph, new Set(['wells', 'ro']));
  expect([...ids]).toEqual(['source', 'treatment']);
  expect(after.edges.at(-1)).toEqual({ id: 'source-treatment', source: 'source', target: 'treatment', unitIds: [] });
});

it('taken apart and put together the graph is the same', () => {
  const own: Graph = { ...graph, own: 'kept' };
  expect(graphRules.documentOf(graphRules.thingsOf(own), graph)).toEqual(own);
});
