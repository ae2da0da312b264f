import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { round } from '../../../core/round.ts';

import { backLinks } from './backLinks.ts';

export type SankeyNode = {
  id: string;
  name: string;
  kind: string;
  conserves: boolean;
  /** What stays in stock, and what is known to be lost. */
  stockChange: number;
  knownLoss: number;
};
/** Negative when the net flow ran from target to source. */
export type SankeyFlow = { source: string; target: string; value: number };

type Sankey = BalanceData['sankey'];
export type SankeyLink = Sankey['links'][number];

const PLACES = 5;
/** What many rounded links may leave over. */
const ROUNDING = 1e-4;
/** Links below this part of all that comes in are drawn as other. */
const SMALL_PART = 0.005;

/** Ends of the picture that no node of the graph represents; where both sides are needed, one of each, as a layout draws no circles. */
const ends = {
  unaccounted: { name: 'Unaccounted', kind: 'unaccounted' },
  gained: { name: 'Unaccounted', kind: 'unaccounted' },
  toStock: { name: 'Into stock', kind: 'stock' },
  fromStock: { name: 'From stock', kind: 'stock' },
  knownLoss: { name: 'Known losses', kind: 'loss' },
  toOutside: { name: 'Outside', kind: 'outside' },
  fromOutside: { name: 'Outside', kind: 'outside' },
  toOther: { name: 'Other', kind: 'other' },
  fromOther: { name: 'Other', kind: 'other' },
} as const;
type End = keyof typeof ends;

/** `~` keeps them apart from ids of a graph. */
const endId = (end: End): string => `~${end}`;
const returnId = (id: string): string => `${id}~return`;
const recycledId = (id: string): string => `${id}~recycled`;

const key = ({ source, target, kind }: SankeyLink): string => JSON.stringify([source, target, kind]);

/** Adds up links between the same nodes; those whose sum is nothing are left out. */
const merge = (links: readonly SankeyLink[]): SankeyLink[] => {
  const sums = new Map<string, SankeyLink>();
  for (const link of links) {
    const before = sums.get(key(link));
    sums.set(key(link), { ...link, value: round((before?.value ?? 0) + link.value, PLACES) });
  }
  return [...sums.values()].filter(({ value }) => value > 0);
};

const turned = ({ source, target, value }: SankeyFlow): SankeyLink =>
  value < 0 ? { source: target, target: source, value: -value, kind: 'flow' } : { source, target, value, kind: 'flow' };

/** Water that runs back upstream leaves on the right and comes in again on the left. */
const splitRecycled = (links: readonly SankeyLink[], nodeIds: readonly string[]): SankeyLink[] => {
  const back = backLinks(nodeIds, links);
  return links.flatMap((link): SankeyLink[] =>
    back.has(link)
      ? [
          { ...link, target: returnId(link.source), kind: 'recycle' },
          { ...link, source: recycledId(link.source), kind: 'recycle' },
        ]
      : [link],
  );
};

/** Links to and from the ends, so that what goes into every node comes out of it. */
const closing = (node: SankeyNode, into: readonly SankeyLink[], from: readonly SankeyLink[]): SankeyLink[] => {
  const { id } = node;
  const sum = (some: readonly SankeyLink[]): number => some.reduce((total, { value }) => total + value, 0);
  const balance = (value: number, to: End, back: End, kind: SankeyLink['kind']): SankeyLink =>
    value >= 0 ? { source: id, target: endId(to), value, kind } : { source: endId(back), target: id, value: -value, kind };
  if (!node.conserves) {
    if (into.length === 0 || from.length === 0) return [];
    return [balance(sum(into) - sum(from), 'toOutside', 'fromOutside', 'flow')];
  }
  const [stockChange, knownLoss] = [round(node.stockChange, PLACES), round(node.knownLoss, PLACES)];
  const rest = sum(into) - sum(from) - stockChange - knownLoss;
  return [
    balance(stockChange, 'toStock', 'fromStock', 'flow'),
    balance(knownLoss, 'knownLoss', 'knownLoss', 'flow'),
    ...(Math.abs(rest) > ROUNDING ? [balance(rest, 'unaccounted', 'gained', 'unaccounted')] : []),
  ];
};

/** Thin links go to and come from Other; a node with none but thin ones is not drawn at all. */
const dropThin = (links: readonly SankeyLink[], graphIds: ReadonlySet<string>): SankeyLink[] => {
  const targets = new Set(links.map(({ target }) => target));
  const inflow = links.reduce((total, { source, value }) => total + (targets.has(source) ? 0 : value), 0);
  const isThin = ({ value }: SankeyLink): boolean => value < SMALL_PART * inflow;
  const drawn = new Set(links.filter((link) => !isThin(link)).flatMap(({ source, target }) => [source, target]));
  return links.flatMap((link): SankeyLink[] => {
    const isKept = link.kind === 'unaccounted' && [link.source, link.target].every((id) => drawn.has(id) || !graphIds.has(id));
    if (!isThin(link) || isKept) return [link];
    return [
      ...(drawn.has(link.source) && graphIds.has(link.source)
        ? [{ ...link, target: endId('toOther'), kind: 'flow' as const }]
        : []),
      ...(drawn.has(link.target) && graphIds.has(link.target)
        ? [{ ...link, source: endId('fromOther'), kind: 'flow' as const }]
        : []),
    ];
  });
};

/**
 * Links that close (docs/domain.md 7.4): what goes into a node that conserves comes out of it, stock, known losses and what is
 * unaccounted for included. There is no circle among them.
 */
export const sankeyOf = (nodes: readonly SankeyNode[], flows: readonly SankeyFlow[]): Sankey => {
  const rounded = flows.map((flow) => ({ ...flow, value: round(flow.value, PLACES) }));
  const oneWay = merge(rounded.map(turned));
  const ids = nodes.map(({ id }) => id);
  const forward = merge(splitRecycled(oneWay, ids));
  const into = Map.groupBy(forward, ({ target }) => target);
  const from = Map.groupBy(forward, ({ source }) => source);
  const closed = merge([...forward, ...nodes.flatMap((node) => closing(node, into.get(node.id) ?? [], from.get(node.id) ?? []))]);
  const links = merge(dropThin(closed, new Set(ids)));
  const used = new Set(links.flatMap(({ source, target }) => [source, target]));
  return {
    nodes: [
      ...nodes.flatMap(({ id, name, kind }) => [
        { id, name, kind },
        { id: recycledId(id), name, kind },
        { id: returnId(id), name: 'Recycled', kind: 'recycle' },
      ]),
      ...(Object.keys(ends) as End[]).map((end) => ({ id: endId(end), ...ends[end] })),
    ].filter(({ id }) => used.has(id)),
    links,
  };
};
