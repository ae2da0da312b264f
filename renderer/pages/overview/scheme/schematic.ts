import type { BalanceGraph, BalanceNode } from '../../../../server/contract/model/balanceGraph.ts';

/** Part of the plant as the schematic draws it: one node of the balance graph, or several that are drawn as one. */
export type SchemeNode = {
  id: string;
  labels: string[];
  kind: BalanceNode['type'];
  tankId: string | null;
  /** Meters that say how much runs through it. */
  unitIds: string[];
  column: number;
  row: number;
  /** Rows that it takes. */
  height: 1 | 2;
};
export type SchemePipe = { id: string; from: string; to: string; unitIds: string[]; label: string | null };
export type Scheme = { nodes: SchemeNode[]; pipes: SchemePipe[]; columns: number; rows: number };

type Group = { id: string; members: BalanceNode[]; unitIds: string[] };
type Edge = { from: string; to: string; unitIds: string[]; label: string | null };

const MOST_NODES = 16;
const MOST_TOGETHER = 3;
const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** Edges with the same ends as one. */
const joined = (edges: readonly Edge[]): Edge[] =>
  [...Map.groupBy(edges, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || first.from === first.to) return [];
    return [{ ...first, unitIds: unique(same.flatMap(({ unitIds }) => unitIds)), label: same.length === 1 ? first.label : null }];
  });

/** Replaces a node by another one, or takes it out of the way: what came in leads on to where it led. */
const without = (edges: readonly Edge[], id: string): Edge[] => {
  const before = edges.filter(({ to }) => to === id);
  const after = edges.filter(({ from }) => from === id);
  const around = before.flatMap((one) => after.map((next) => ({ from: one.from, to: next.to, unitIds: [], label: null })));
  return joined([...edges.filter(({ from, to }) => from !== id && to !== id), ...around]);
};
const renamed = (edges: readonly Edge[], ids: ReadonlySet<string>, into: string): Edge[] =>
  joined(edges.map((edge) => ({ ...edge, from: ids.has(edge.from) ? into : edge.from, to: ids.has(edge.to) ? into : edge.to })));

const isMetered = (edges: readonly Edge[], id: string): boolean =>
  edges.some(({ from, to, unitIds }) => (from === id || to === id) && unitIds.length > 0);

/** Losses, drains that nothing measures, and ends of which nothing ran lately, are not drawn. */
const isDrawn = (node: BalanceNode, edges: readonly Edge[], runs: (unitId: string) => boolean): boolean => {
  if (node.type === 'loss' || node.type === 'junction') return false;
  if (node.stockUnitIds !== undefined && node.stockUnitIds.length > 0) return true;
  if (!isMetered(edges, node.id)) return node.unitIds.length > 0;
  const own = edges.filter(({ from, to }) => from === node.id || to === node.id);
  const isDrain = node.type === 'process' && !own.some(({ to, unitIds }) => to === node.id && unitIds.length > 0);
  const isEnd = node.type === 'discharge' || node.type === 'consumer';
  return !isDrain && (!isEnd || own.some(({ unitIds }) => unitIds.some(runs)));
};

/** A basin that gathers what nothing measures and only feeds one treatment belongs to it. */
const intoTreatment = (groups: Group[], edges: Edge[], gathers: (id: string) => boolean): { groups: Group[]; edges: Edge[] } => {
  for (const group of [...groups]) {
    const [next, another] = edges.filter(({ from }) => from === group.id);
    const target = groups.find(({ id }) => id === next?.to);
    if (
      group.members[0]?.type !== 'tank' ||
      !gathers(group.id) ||
      target?.members[0]?.type !== 'treatment' ||
      another !== undefined
    )
      continue;
    if (edges.some(({ to, from }) => to === target.id && from !== group.id)) continue;
    // the meter between them says what runs through the treatment
    target.unitIds.push(...(next?.unitIds ?? []));
    edges = renamed(edges, new Set([group.id]), target.id);
    groups = groups.filter(({ id }) => id !== group.id);
  }
  return { groups, edges };
};

/** Like parts between the same neighbours are one. */
const together = (groups: Group[], edges: Edge[]): { groups: Group[]; edges: Edge[] } => {
  const around = ({ id, members }: Group): string => {
    const metered = edges.filter(({ unitIds }) => unitIds.length > 0);
    const before = metered.flatMap(({ from, to }) => (to === id ? [from] : [])).sort();
    const after = edges.flatMap(({ from, to }) => (from === id ? [to] : [])).sort();
    return `${members[0]?.type} ${before.join()} > ${after.join()}`;
  };
  const alike = Map.groupBy(groups, (group) => (group.members[0]?.type === 'consumer' ? around(group) : group.id));
  const merged: Group[] = [];
  for (const all of alike.values())
    for (let at = 0; at < all.length; at += MOST_TOGETHER) {
      const same = all.slice(at, at + MOST_TOGETHER);
      const [first] = same;
      if (first === undefined) continue;
      edges = renamed(edges, new Set(same.map(({ id }) => id)), first.id);
      merged.push({ ...first, members: same.flatMap(({ members }) => members) });
    }
  return { groups: merged, edges };
};

/** Columns by the longest way from a source; a way back and pipes without a meter do not count where there is another. */
const columnsOf = (groups: readonly Group[], edges: readonly Edge[]): Map<string, number> => {
  const column = new Map(groups.map(({ id }) => [id, 0]));
  const enters = (id: string) => {
    const all = edges.filter(({ to }) => to === id);
    const metered = all.filter(({ unitIds }) => unitIds.length > 0);
    return metered.length > 0 ? metered : all;
  };
  for (let round = 0; round < groups.length; round += 1) {
    let moved = false;
    for (const { id } of groups) {
      const before = enters(id).map(({ from }) => column.get(from) ?? 0);
      const wanted = before.length === 0 ? 0 : Math.max(...before) + 1;
      if (wanted <= (column.get(id) ?? 0) || wanted >= groups.length) continue;
      column.set(id, wanted);
      moved = true;
    }
    if (!moved) break;
  }
  // what comes from nowhere that is measured is placed before where it leads to
  for (const { id, members } of groups) {
    if (members[0]?.type === 'source' || edges.some(({ to }) => to === id)) continue;
    const after = edges.flatMap(({ from, to }) => (from === id ? [column.get(to) ?? 0] : []));
    if (members[0]?.type !== 'tank' && after.length > 0) column.set(id, Math.max(0, Math.min(...after) - 1));
  }
  return column;
};

/** Rows by where the nodes are in the graph's document, from top to bottom, none on another. */
const rowsOf = (
  column: readonly { id: string; y: number; height: number }[],
  rows: number,
  reach: number,
): Map<string, number> => {
  const sorted = column.toSorted((a, b) => a.y - b.y);
  const needed = sorted.map((_, at) => sorted.slice(at).reduce((sum, { height }) => sum + height, 0));
  const placed = new Map<string, number>();
  let free = 0;
  for (const [at, { id, y, height }] of sorted.entries()) {
    const wanted = Math.round((y / (reach || 1)) * (rows - height));
    const row = Math.max(free, Math.min(wanted, rows - (needed[at] ?? height)));
    placed.set(id, row);
    free = row + height;
  }
  return placed;
};

/**
 * About a dozen nodes of the balance graph, in columns along the way of the water.
 * @param runs whether a meter counted anything lately.
 */
export const schemeOf = (graph: Pick<BalanceGraph, 'nodes' | 'edges'>, runs: (unitId: string) => boolean): Scheme => {
  let edges: Edge[] = joined(
    graph.edges.map(({ source, target, unitIds, label }) => ({ from: source, to: target, unitIds, label: label ?? null })),
  );
  const drawn = graph.nodes.filter((node) => isDrawn(node, edges, runs));
  for (const { id } of graph.nodes) if (!drawn.some((node) => node.id === id)) edges = without(edges, id);
  let groups: Group[] = drawn.map((node) => ({ id: node.id, members: [node], unitIds: [...node.unitIds] }));
  ({ groups, edges } = intoTreatment(groups, edges, (id) =>
    graph.edges.some(({ target, unitIds }) => target === id && unitIds.length === 0),
  ));
  ({ groups, edges } = together(groups, edges));
  groups = groups.slice(0, MOST_NODES);
  const kept = new Set(groups.map(({ id }) => id));
  edges = edges.filter(({ from, to }) => kept.has(from) && kept.has(to));

  const column = columnsOf(groups, edges);
  const boxes = groups.map(({ id, members, unitIds }) => ({
    id,
    members,
    unitIds,
    column: column.get(id) ?? 0,
    y: Math.min(...members.map(({ position }) => position.y)),
    height: members[0]?.type === 'tank' && edges.some(({ to }) => to === id) ? (2 as const) : (1 as const),
  }));
  const columns = Math.max(0, ...boxes.map((box) => box.column)) + 1;
  const byColumn = Map.groupBy(boxes, (box) => box.column);
  const rows = Math.max(4, ...[...byColumn.values()].map((all) => all.reduce((sum, { height }) => sum + height, 0)));
  const top = Math.min(...boxes.map(({ y }) => y));
  const reach = Math.max(...boxes.map(({ y }) => y)) - top;
  const row = new Map(
    [...byColumn.values()].flatMap((all) => [
      ...rowsOf(
        all.map((box) => ({ ...box, y: box.y - top })),
        rows,
        reach,
      ),
    ]),
  );
  const nodes = boxes.map(({ id, members, unitIds: own, column: at, height }): SchemeNode => {
    const kind = members[0]?.type ?? 'process';
    const outward = edges.filter(({ from }) => from === id).flatMap(({ unitIds }) => unitIds);
    const inward = edges.filter(({ to }) => to === id).flatMap(({ unitIds }) => unitIds);
    const through = kind === 'source' ? outward : inward.length > 0 ? inward : outward;
    return {
      id,
      labels: members.map(({ label }) => label),
      kind,
      tankId: kind === 'tank' ? (members[0]?.stockUnitIds?.[0] ?? null) : null,
      unitIds: unique(own.length > 0 ? own : through),
      column: at,
      row: row.get(id) ?? 0,
      height,
    };
  });
  const pipes = edges.map((edge) => ({ id: `${edge.from} ${edge.to}`, ...edge }));
  return { nodes, pipes, columns, rows };
};
