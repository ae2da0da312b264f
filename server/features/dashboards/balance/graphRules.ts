import type { BalanceGraphBody } from '../../../contract/user/waterBalance.ts';
import type { InputFault } from '../../../core/refusal.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { repeatedMeters } from './meterRules.ts';
import { stockSeries, volumeSeries } from './plan.ts';

type Graph = Pick<BalanceGraphBody, 'nodes' | 'edges'>;
type UnitOf = (unitId: string) => Unit | undefined;

/** Deeper documents break programs that walk them by recursion. */
const DEEPEST = 64;
const MOST_FAULTS = 50;

/** Ids that were there before, with the first place of each. */
const repeated = (kind: 'nodes' | 'edges', things: readonly { id: string }[]): InputFault[] => {
  const first = new Map<string, number>();
  return things.flatMap(({ id }, at) => {
    const before = first.get(id);
    if (before === undefined) first.set(id, at);
    return before === undefined ? [] : [{ path: `${kind}.${at}.id`, message: `${id} is the id of ${kind}.${before} already` }];
  });
};

const nodeFaults = ({ nodes }: Graph, unitOf: UnitOf): InputFault[] => {
  const tankOf = new Map<string, string>();
  return nodes.flatMap(({ id: nodeId, unitIds, stockUnitIds = [] }, at) => [
    ...unitIds.flatMap((id, place): InputFault[] => {
      const unit = unitOf(id);
      const path = `nodes.${at}.unitIds.${place}`;
      if (!unit) return [{ path, message: `unit ${id} does not exist` }];
      return volumeSeries(unit) || stockSeries(unit) ? [] : [{ path, message: `unit ${id} (${unit.name}) has no volume` }];
    }),
    ...stockUnitIds.flatMap((id, place): InputFault[] => {
      const unit = unitOf(id);
      const path = `nodes.${at}.stockUnitIds.${place}`;
      const before = tankOf.get(id);
      if (!unit) return [{ path, message: `unit ${id} does not exist` }];
      if (!stockSeries(unit)) return [{ path, message: `unit ${id} (${unit.name}) is not a tank` }];
      if (before !== undefined && before !== nodeId) return [{ path, message: `tank ${id} belongs to node ${before} already` }];
      tankOf.set(id, nodeId);
      return [];
    }),
  ]);
};

const edgeFaults = ({ nodes, edges }: Graph, unitOf: UnitOf): InputFault[] => {
  const nodeIds = new Set(nodes.map(({ id }) => id));
  return edges.flatMap(({ source, target, unitIds, estimate }, at) => [
    ...(
      [
        ['source', source],
        ['target', target],
      ] as const
    ).flatMap(([end, id]) => (nodeIds.has(id) ? [] : [{ path: `edges.${at}.${end}`, message: `node ${id} does not exist` }])),
    ...(source === target ? [{ path: `edges.${at}`, message: `joins node ${source} with itself` }] : []),
    ...unitIds.flatMap((id, place): InputFault[] => {
      const unit = unitOf(id);
      const path = `edges.${at}.unitIds.${place}`;
      if (!unit) return [{ path, message: `unit ${id} does not exist` }];
      return volumeSeries(unit) ? [] : [{ path, message: `unit ${id} (${unit.name}) has no counted volume` }];
    }),
    ...(estimate?.kind === 'shareOfIn' && estimate.value > 1
      ? [{ path: `edges.${at}.estimate.value`, message: 'must be a part of the inflow, from 0 to 1' }]
      : []),
  ]);
};

const isTooDeep = (document: unknown): boolean => {
  let level: unknown[] = [document];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
};

/** What is wrong with a graph, and where: the first 50. @param unitOf a unit of the industry; another's is not there. */
export const graphFaults = (graph: Graph, unitOf: UnitOf): InputFault[] => {
  if (isTooDeep(graph)) return [{ path: '', message: `The graph is nested deeper than ${DEEPEST} levels` }];
  return [
    ...repeated('nodes', graph.nodes),
    ...repeated('edges', graph.edges),
    ...nodeFaults(graph, unitOf),
    ...edgeFaults(graph, unitOf),
    ...repeatedMeters(graph, unitOf),
  ].slice(0, MOST_FAULTS);
};
