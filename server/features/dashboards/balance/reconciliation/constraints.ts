import { type Amounts, meterSigma } from '../amounts.ts';
import type { Balancer } from '../balancer.ts';
import { knownLossL, sumsOf } from '../flowValues.ts';
import { groupNodes, type NodeGroup } from '../groups.ts';
import type { FlowValue } from './flows.ts';

/** sum of factor x quantity = constant. */
export type Constraint = { factors: ReadonlyMap<number, number>; constantL: number };

/** What was measured or estimated, by place, and what it must satisfy. */
export type Problem = {
  valuesL: Float64Array;
  variances: Float64Array;
  constraints: readonly Constraint[];
  /** The quantities a flow is made of; empty where it is not known. */
  termsOf(flow: number): readonly (readonly [quantity: number, factor: number])[];
  quantityOfStock(stock: number): number;
  /** Known losses by node, settled by the measured inflow. */
  lossesL: readonly (number | null)[];
};

/** Keeps a meter that was still from being exact; small beside what the others are uncertain by. */
const SMALLEST_SIGMA_L = 1;
const SMALLEST_PART = 1e-4;

/** Conservation at every node as constraints on meters, stock changes and estimates; flows that are not known are projected out. */
export const problemOf = (balancer: Balancer, amounts: Amounts, values: readonly (FlowValue | null)[]): Problem => {
  const { plan, nodeFlows } = balancer;
  const firstStock = plan.meters.length;
  const firstFlow = firstStock + plan.stocks.length;
  const sigmas = [
    ...amounts.meters.map((amount, at) => (amount ? meterSigma(amount, plan.meters[at]?.mpePct ?? 0) : 0)),
    ...amounts.stocks.map((amount) => amount?.sigmaL ?? 0),
    ...values.map((value) => value?.sigmaL ?? 0),
  ];
  const smallest = Math.max(SMALLEST_SIGMA_L, SMALLEST_PART * Math.max(0, ...sigmas));
  const problem = {
    valuesL: Float64Array.from([
      ...amounts.meters.map((amount) => amount?.volumeL ?? 0),
      ...amounts.stocks.map((amount) => amount?.changeL ?? 0),
      ...values.map((value) => value?.volumeL ?? 0),
    ]),
    variances: Float64Array.from(sigmas, (sigma) => Math.max(smallest, sigma) ** 2),
    lossesL: plan.nodes.map((_, at) => knownLossL(plan, at, sumsOf(nodeFlows[at] ?? { into: [], from: [] }, values))),
    termsOf: (flow: number): (readonly [number, number])[] => {
      const by = values[flow]?.by;
      if (by === 'estimate') return [[firstFlow + flow, 1]];
      return by === 'meter' ? (plan.flows[flow]?.terms ?? []).map(({ meter, factor }) => [meter, factor] as const) : [];
    },
    quantityOfStock: (stock: number): number => firstStock + stock,
  };
  const isUnknown = (at: number): boolean => values[at] === null || values[at]?.by === 'rest';
  const constraints = groupNodes(plan, (_, at) => isUnknown(at)).flatMap(
    (group) => constraintOf(group, balancer, amounts, problem) ?? [],
  );
  return { ...problem, constraints };
};

/** Conservation over a group; undefined where a part of it is not known. */
const constraintOf = (
  { members, crossing, isOpen }: NodeGroup,
  { plan }: Balancer,
  amounts: Amounts,
  { termsOf, quantityOfStock, lossesL }: Pick<Problem, 'termsOf' | 'quantityOfStock' | 'lossesL'>,
): Constraint | undefined => {
  if (isOpen) return undefined;
  const factors = new Map<number, number>();
  const add = (quantity: number, factor: number): void => void factors.set(quantity, (factors.get(quantity) ?? 0) + factor);
  for (const { flow, sign } of crossing) for (const [quantity, factor] of termsOf(flow)) add(quantity, sign * factor);
  let constantL = 0;
  for (const at of members) {
    const [node, lossL = null] = [plan.nodes[at], lossesL[at]];
    if (!node || node.stockIsBroken || lossL === null) return undefined;
    constantL += lossL;
    for (const stock of node.stocks) {
      if (!amounts.stocks[stock]) return undefined;
      add(quantityOfStock(stock), -1);
    }
  }
  return { factors, constantL };
};
