import type { BalanceGraphBody } from '../../../contract/user/waterBalance.ts';
import type { InputFault } from '../../../core/refusal.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { makeEvaluator } from './balancer.ts';
import { type BalancePlan, planGraph } from './plan.ts';

type Graph = Pick<BalanceGraphBody, 'nodes' | 'edges'>;
type UnitOf = (unitId: string) => Unit | undefined;
/** Flows that are added up: all into or all out of something. */
type Side = { flows: readonly number[]; way: string };
/** Where the meters of a flow stand in the graph, and its order among them. */
type Place = { path: string; unitIds: readonly string[]; order: number };

/** Of factors such as 0.1, which sum to a little more than they should. */
const ROUNDING = 1e-9;

const sidesOf = (plan: BalancePlan): Side[] => {
  const { nodeFlows, borderFlows } = makeEvaluator(plan);
  return [
    ...nodeFlows.flatMap(({ into, from }, at) => {
      const id = plan.nodes[at]?.node.id ?? '';
      return [
        { flows: into, way: `into node ${id}` },
        { flows: from, way: `out of node ${id}` },
      ];
    }),
    { flows: borderFlows.into, way: 'into the plant' },
    { flows: borderFlows.from, way: 'out of the plant' },
  ];
};

const placesOf = ({ nodes, edges }: Graph, plan: BalancePlan): Place[] => {
  const edgeAt = new Map(edges.map((edge, at) => [edge, at]));
  const nodeAt = new Map(nodes.map(({ id }, at) => [id, at]));
  return plan.flows.map(({ edge, from, to }) => {
    if (edge) {
      const order = edgeAt.get(edge) ?? 0;
      return { path: `edges.${order}`, unitIds: edge.unitIds, order };
    }
    const at = nodeAt.get(plan.nodes[Math.max(from, to)]?.node.id ?? '') ?? 0;
    return { path: `nodes.${at}`, unitIds: nodes[at]?.unitIds ?? [], order: edges.length + at };
  });
};

/**
 * Meters that one side of a node, or of the plant, would count with more than all their water: at two edges side by side, or within a
 * virtual unit beside its own part. At edges one behind the other a meter may be, as it says what passes both.
 */
export const repeatedMeters = (graph: Graph, unitOf: UnitOf): InputFault[] => {
  const plan = planGraph(graph, unitOf);
  const places = placesOf(graph, plan);
  const faults = new Map<string, InputFault>();
  for (const { flows, way } of sidesOf(plan)) {
    const counted = new Map<number, { sum: number; most: number; first: Place }>();
    const inOrder = flows.toSorted((a, b) => (places[a]?.order ?? 0) - (places[b]?.order ?? 0));
    for (const flow of inOrder)
      for (const { meter, factor } of plan.flows[flow]?.terms ?? []) {
        const [place, unitId] = [places[flow], plan.meters[meter]?.unitId];
        if (!place || unitId === undefined) continue;
        const before = counted.get(meter);
        const sum = (before?.sum ?? 0) + factor;
        const most = Math.max(1, before?.most ?? 0, factor);
        counted.set(meter, { sum, most, first: before?.first ?? place });
        if (!before || sum <= most + ROUNDING) continue;
        const at = place.unitIds.indexOf(unitId);
        const path = `${place.path}.unitIds${at < 0 ? '' : `.${at}`}`;
        const message = `unit ${unitId} (${unitOf(unitId)?.name}) is at ${before.first.path} already: its water would be counted twice ${way}`;
        const key = `${path} ${unitId}`;
        if (!faults.has(key)) faults.set(key, { path, message });
      }
  }
  return [...faults.values()];
};
