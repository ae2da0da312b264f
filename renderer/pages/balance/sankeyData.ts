import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { inKL } from './figures.ts';

type Link = BalanceData['sankey']['links'][number];
export type DrawnNode = { id: string; name: string; kind: string; value: number; isOff: boolean; depth: number };
export type DrawnLink = { source: string; target: string; value: number; kind: 'flow' | 'estimated' | 'unaccounted' };

/** What the server puts together out of flows too small to draw. */
const others: readonly string[] = ['~toOther', '~fromOther'];

/** Columns: as far right as the longest way to a node; what has no inflow is placed just before what it feeds. */
const depthsOf = (links: readonly DrawnLink[]): Map<string, number> => {
  const ids = new Set(links.flatMap(({ source, target }) => [source, target]));
  const depths = new Map([...ids].map((id) => [id, 0]));
  const at = (id: string): number => depths.get(id) ?? 0;
  // the flows have no cycle: the server draws what comes back as a source of its own
  for (let round = 0; round < ids.size; round += 1)
    for (const { source, target } of links) if (at(target) <= at(source)) depths.set(target, at(source) + 1);
  const fed = new Set(links.map(({ target }) => target));
  for (const id of ids) {
    const targets = links.filter(({ source }) => source === id).map(({ target }) => at(target));
    if (!fed.has(id) && targets.length > 0) depths.set(id, Math.min(...targets) - 1);
  }
  return depths;
};

/**
 * Nodes and ribbons of the picture, in kilolitres. Unaccounted water is drawn only at nodes that do not close: a bar inside its band is no news.
 */
export const drawn = ({
  sankey,
  nodes,
  edges,
  siUnit,
}: Pick<BalanceData, 'sankey' | 'nodes' | 'edges' | 'siUnit'>): { nodes: DrawnNode[]; links: DrawnLink[] } => {
  const off = new Set(nodes.filter(({ status }) => status === 'loss' || status === 'gain').map(({ id }) => id));
  const estimated = new Set(edges.filter((edge) => edge.estimated).map(({ source, target }) => `${source} ${target}`));
  const isDrawn = ({ source, target, kind }: Link): boolean =>
    !others.includes(source) && !others.includes(target) && (kind !== 'unaccounted' || off.has(source) || off.has(target));
  const shown = sankey.links.filter(isDrawn);
  const volumesKL = inKL(
    shown.map(({ value }) => value),
    siUnit,
  );
  const links = shown.map(({ source, target, kind }, at): DrawnLink => {
    const value = volumesKL[at] ?? 0;
    const isEstimate = estimated.has(`${source} ${target}`) || estimated.has(`${target} ${source}`);
    return { source, target, value, kind: kind === 'unaccounted' ? kind : isEstimate ? 'estimated' : 'flow' };
  });
  const sum = (end: 'source' | 'target', id: string): number =>
    links.reduce((total, link) => (link[end] === id ? total + link.value : total), 0);
  const depths = depthsOf(links);
  return {
    links,
    nodes: sankey.nodes.flatMap(({ id, name, kind }) => {
      const value = Math.max(sum('source', id), sum('target', id));
      return value === 0 ? [] : [{ id, name, kind, value, isOff: off.has(id), depth: depths.get(id) ?? 0 }];
    }),
  };
};
