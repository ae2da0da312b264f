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

type Counted = { place: Place; meter: number; factor: number };

/** Of each meter at a side how much of its water all its flows count, and how much one of them may. */
const sumsOf = (counted: readonly Counted[]): Map<number, { sum: number; most: number }> => {
  const sums = new Map<number, { sum: number; most: number }>();
  for (const { meter, factor } of counted) {
    const { sum, most } = sums.get(meter) ?? { sum: 0, most: 1 };
    sums.set(meter, { sum: sum + factor, most: Math.max(most, factor) });
  }
  return sums;
};

type Repeated = { first: Place; again: Place; meter: number };

/** Of each meter that a side counts with more than all its water the flow where it is, and that where it is too much. */
const repeatedAt = (counted: readonly Counted[]): Repeated[] => {
  const sums = sumsOf(counted);
  const before = new Map<number, { sum: number; first: Place }>();
  return counted.flatMap(({ place, meter, factor }) => {
    const { sum, first } = before.get(meter) ?? { sum: 0, first: place };
    before.set(meter, { sum: sum + factor, first });
    const { sum: all, most } = sums.get(meter) ?? { sum: 0, most: 1 };
    const isOver = (amount: number): boolean => amount > most + ROUNDING;
    const isTooMuch = factor > 0 && isOver(all) && isOver(sum + factor);
    return isTooMuch && first !== place ? [{ first, again: place, meter }] : [];
  });
};

/**
 * Meters that one side of a node, or of the plant, would count with more than all their water: at two edges side by side, or within a
 * virtual unit beside its own part. At edges one behind the other a meter may be, as it says what passes both.
 */
export const repeatedMeters = (graph: Graph, unitOf: UnitOf): InputFault[] => {
  const plan = planGraph(graph, unitOf);
  const places = placesOf(graph, plan);
  const faults = new Map<string, InputFault & { order: number }>();
  for (const { flows, way } of sidesOf(plan)) {
    const counted = flows
      .flatMap((flow) => {
        const place = places[flow];
        return place ? (plan.flows[flow]?.terms ?? []).map(({ meter, factor }) => ({ place, meter, factor })) : [];
      })
      .sort((a, b) => a.place.order - b.place.order);
    for (const { first, again, meter } of repeatedAt(counted)) {
      const unitId = plan.meters[meter]?.unitId ?? '';
      const at = again.unitIds.indexOf(unitId);
      const path = `${again.path}.unitIds${at < 0 ? '' : `.${at}`}`;
      const message = `unit ${unitId} (${unitOf(unitId)?.name}) is at ${first.path} already: its water would be counted twice ${way}`;
      const key = `${path} ${unitId}`;
      if (!faults.has(key)) faults.set(key, { path, message, order: again.order });
    }
  }
  return [...faults.values()].sort((a, b) => a.order - b.order).map(({ path, message }) => ({ path, message }));
};
