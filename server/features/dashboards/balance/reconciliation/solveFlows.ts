import { estimateSigma } from '../amounts.ts';
import { type BalancePlan, OUTSIDE, type PlanFlow } from '../plan.ts';
import type { FlowValue, NodeFlows } from './flows.ts';

export type Unsolved = {
  values: readonly (FlowValue | null)[];
  /** Which unknown flows may be worked out from the others. */
  isOpen(flow: PlanFlow): boolean;
  /** By place of the stock. */
  stockChangeL(stock: number): number | null;
  /** Known losses by node where they are settled; else they follow the inflow. */
  lossesL?: readonly (number | null)[];
};

/** Junctions and boundary nodes close exactly; the others may have a loss of their own and come last. */
const solvingOrder = ({ nodes }: BalancePlan): number[] => {
  const rank = (at: number): number => (nodes[at]?.conserves && nodes[at]?.node.type !== 'junction' ? 1 : 0);
  return nodes.flatMap(({ closes }, at) => (closes ? [at] : [])).sort((a, b) => rank(a) - rank(b) || a - b);
};

/**
 * Fills in what follows from what is known: shares of an inflow, and the one open flow of a node that closes. Nodes are taken in
 * an order of their own, so that the result does not depend on how the graph was listed.
 */
export const solveFlows = (plan: BalancePlan, nodeFlows: readonly NodeFlows[], given: Unsolved): (FlowValue | null)[] => {
  const { flows } = plan;
  const values = [...given.values];
  const order = solvingOrder(plan);
  const shares = flows.flatMap(({ how, edge }, at) => (how === 'estimated' && edge?.estimate?.kind === 'shareOfIn' ? [at] : []));
  const unknown = nodeFlows.map(({ into, from }) => [...into, ...from].filter((flow) => !values[flow]).length);
  const fill = (flow: number, value: FlowValue): void => {
    values[flow] = value;
    for (const at of [flows[flow]?.from ?? OUTSIDE, flows[flow]?.to ?? OUTSIDE])
      if (at !== OUTSIDE) unknown[at] = (unknown[at] ?? 0) - 1;
  };
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const at of shares) {
      const flow = flows[at];
      const value = values[at] || !flow ? null : shareOfInflow(flow, nodeFlows, values);
      if (!value) continue;
      fill(at, value);
      isNew = true;
    }
    for (const at of order) {
      const found = unknown[at] === 1 ? restOf(plan, at, nodeFlows[at], { ...given, values }) : null;
      if (!found) continue;
      fill(found.flow, { volumeL: found.volumeL, sigmaL: 0, by: 'rest' });
      isNew = true;
    }
  }
  return values;
};

const shareOfInflow = (
  { edge, from }: PlanFlow,
  nodeFlows: readonly NodeFlows[],
  values: readonly (FlowValue | null)[],
): FlowValue | null => {
  const into = nodeFlows[from]?.into ?? [];
  if (!edge?.estimate || into.length === 0) return null;
  let inflowL = 0;
  for (const flow of into) {
    const value = values[flow];
    if (!value) return null;
    inflowL += Math.max(0, value.volumeL);
  }
  const volumeL = edge.estimate.value * inflowL;
  return { volumeL, sigmaL: estimateSigma(volumeL, edge.estimate.uncertaintyPct), by: 'estimate' };
};

/** The one unknown flow of a node, from in - out - stock change - known loss = 0. */
const restOf = (
  plan: BalancePlan,
  at: number,
  flows: NodeFlows | undefined,
  given: Unsolved,
): { flow: number; volumeL: number } | null => {
  const node = plan.nodes[at];
  if (!node || !flows || node.stockIsBroken) return null;
  const isMissing = (flow: number): boolean => given.values[flow] === null;
  const flow = flows.into.find(isMissing) ?? flows.from.find(isMissing);
  const planned = flow === undefined ? undefined : plan.flows[flow];
  if (flow === undefined || !planned || !given.isOpen(planned)) return null;

  let stockL = 0;
  for (const stock of node.stocks) {
    const changeL = given.stockChangeL(stock);
    if (changeL === null) return null;
    stockL += changeL;
  }
  const sum = (some: readonly number[]): number => some.reduce((total, one) => total + (given.values[one]?.volumeL ?? 0), 0);
  const [inL, outL] = [sum(flows.into), sum(flows.from)];
  const isInflow = planned.to === at;
  const settledL = given.lossesL?.[at];
  if (settledL === null) return null;
  if (settledL !== undefined)
    return { flow, volumeL: isInflow ? outL + stockL + settledL - inL : inL - outL - stockL - settledL };
  const kept = 1 - (node.node.knownLossPct ?? 0) / 100;
  if (!isInflow) return { flow, volumeL: kept * inL - outL - stockL };
  return kept > 0 ? { flow, volumeL: (outL + stockL) / kept - inL } : null;
};
