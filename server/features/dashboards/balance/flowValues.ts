import { type Amounts, estimateSigma } from './amounts.ts';
import { type BalancePlan, OUTSIDE, type PlanFlow } from './plan.ts';
import type { FlowValue, NodeFlows } from './reconciliation/flows.ts';
import { solveFlows } from './reconciliation/solveFlows.ts';

export type NodeSums = { inflowL: number; outflowL: number };
const LITRES_PER_KL = 1000;

export const flowsOfNodes = ({ nodes, flows }: BalancePlan): NodeFlows[] => {
  const found = nodes.map(() => ({ into: [] as number[], from: [] as number[] }));
  flows.forEach(({ from, to }, at) => {
    if (to !== OUTSIDE) found[to]?.into.push(at);
    if (from !== OUTSIDE) found[from]?.from.push(at);
  });
  return found;
};

/** What goes in and out of a node, a reversed flow on the side where it ran; null while one is not known. */
export const sumsOf = ({ into, from }: NodeFlows, values: readonly (FlowValue | null)[]): NodeSums | null => {
  const sums = { inflowL: 0, outflowL: 0 };
  for (const [side, sign] of [
    [into, 1],
    [from, -1],
  ] as const)
    for (const at of side) {
      const value = values[at];
      if (!value) return null;
      const signed = sign * value.volumeL;
      if (signed >= 0) sums.inflowL += signed;
      else sums.outflowL -= signed;
    }
  return sums;
};

/** Water that a node is known to lose; null while a part of its inflow is not known. */
export const knownLossL = (plan: BalancePlan, at: number, sums: NodeSums | null): number | null => {
  const pct = plan.nodes[at]?.node.knownLossPct ?? 0;
  if (pct === 0) return 0;
  return sums && (pct / 100) * sums.inflowL;
};

const meteredValue = ({ terms }: PlanFlow, { meters }: Amounts): FlowValue | null => {
  let volumeL = 0;
  for (const { meter, factor } of terms) {
    const amount = meters[meter];
    if (!amount) return null;
    volumeL += factor * amount.volumeL;
  }
  return { volumeL, sigmaL: 0, by: 'meter' };
};

/** The volume of every flow: by meters, by estimates, and what a node that closes leaves for the only flow without either. */
export const flowValues = (plan: BalancePlan, nodeFlows: readonly NodeFlows[], amounts: Amounts): (FlowValue | null)[] => {
  const values = plan.flows.map((flow): FlowValue | null => {
    if (flow.how === 'metered') return meteredValue(flow, amounts);
    const estimate = flow.how === 'estimated' ? flow.edge?.estimate : undefined;
    if (estimate?.kind !== 'fixedKLD') return null;
    const volumeL = estimate.value * LITRES_PER_KL * amounts.days;
    return { volumeL, sigmaL: estimateSigma(volumeL, estimate.uncertaintyPct), by: 'estimate' };
  });
  return solveFlows(plan, nodeFlows, {
    values,
    isOpen: ({ how }) => how === 'open',
    stockChangeL: (stock) => amounts.stocks[stock]?.changeL ?? null,
  });
};
