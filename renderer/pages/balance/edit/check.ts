import { isConserving } from '../../../../server/contract/model/balanceGraph.ts';
import type { Graph } from './graph.ts';

export type GraphFault =
  | { why: 'open'; nodeId: string; edgeId: string }
  | { why: 'noInflow' | 'noOutflow' | 'alone'; nodeId: string }
  | { why: 'missing'; nodeId: string; unitId: string }
  | { why: 'nothingConserves' };

/**
 * What keeps nodes from being balanced: flows beside a conserving node that nothing measures or estimates, sides that nothing
 * leads to or from, and units that the plant does not have. @param known ids of the plant's units; empty: not known yet
 */
export const checkGraph = ({ nodes, edges }: Graph, known: ReadonlySet<string>): GraphFault[] => {
  if (nodes.length === 0) return [];
  const faults = nodes.flatMap((node): GraphFault[] => {
    const { id: nodeId } = node;
    const into = edges.filter(({ target }) => target === nodeId);
    const out = edges.filter(({ source }) => source === nodeId);
    const named = [...node.unitIds, ...(node.stockUnitIds ?? []), ...out.flatMap(({ unitIds }) => unitIds)];
    const missing =
      known.size === 0
        ? []
        : [...new Set(named)]
            .filter((unitId) => !known.has(unitId))
            .map((unitId): GraphFault => ({ why: 'missing', nodeId, unitId }));
    if (into.length + out.length === 0) return [{ why: 'alone', nodeId }, ...missing];
    if (!isConserving(node)) return missing;
    const open = [...into, ...out].filter(({ unitIds, estimate }) => unitIds.length === 0 && estimate === undefined);
    const hasTank = (node.stockUnitIds ?? []).length > 0 || (node.type === 'tank' && node.unitIds.length > 0);
    return [
      ...open.map(({ id: edgeId }): GraphFault => ({ why: 'open', nodeId, edgeId })),
      ...(into.length === 0 ? [{ why: 'noInflow', nodeId } as const] : []),
      ...(out.length === 0 && !hasTank ? [{ why: 'noOutflow', nodeId } as const] : []),
      ...missing,
    ];
  });
  return nodes.some(isConserving) ? faults : [{ why: 'nothingConserves' }, ...faults];
};
