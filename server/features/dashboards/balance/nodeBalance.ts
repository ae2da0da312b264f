import type { BalanceStatus } from '../../../contract/model/balanceGraph.ts';
import { type Amounts, meterSigma } from './amounts.ts';
import type { BalancedGroup, Balancer } from './balancer.ts';
import { flowValues, knownLossL, type NodeSums, sumsOf } from './flowValues.ts';
import type { FlowValue } from './reconciliation/flows.ts';

/** How one node, or all of them together, balance in a window; litres. */
export type Balance = {
  inflowL: number | null;
  outflowL: number | null;
  stockChangeL: number | null;
  knownLossL: number | null;
  imbalanceL: number | null;
  /** Standard uncertainty of the imbalance. */
  sigmaL: number | null;
  z: number | null;
  status: BalanceStatus;
  /** 0..1, of the meter that has least. */
  completeness: number;
  /** Letters of the meters that count. */
  quality: readonly string[];
};

export type BalanceResult = { nodes: readonly Balance[]; whole: Balance; values: readonly (FlowValue | null)[] };

const ALARM_Z = 2;
const COMPLETE = 0.9;

const statusOf = (z: number): BalanceStatus => (z >= ALARM_Z ? 'loss' : z <= -ALARM_Z ? 'gain' : 'balanced');

type Window = {
  balancer: Balancer;
  amounts: Amounts;
  values: readonly (FlowValue | null)[];
  /** Of each meter. */
  variances: Float64Array;
};

/** Stock change and known loss of a group; null where a part is not known. */
const insideOf = ({ members }: BalancedGroup, { balancer: { plan, nodeFlows }, amounts, values }: Window) => {
  let stockChangeL: number | null = 0;
  let lossL: number | null = 0;
  let variance = 0;
  for (const at of members) {
    const [node, flows] = [plan.nodes[at], nodeFlows[at]];
    if (!node || !flows) continue;
    if (node.stockIsBroken) stockChangeL = null;
    for (const stock of node.stocks) {
      const amount = amounts.stocks[stock];
      stockChangeL = amount && stockChangeL !== null ? stockChangeL + amount.changeL : null;
      variance += (amount?.sigmaL ?? 0) ** 2;
    }
    if (!node.node.knownLossPct) continue;
    const known = knownLossL(plan, at, sumsOf(flows, values));
    lossL = known !== null && lossL !== null ? lossL + known : null;
  }
  return { stockChangeL, lossL, variance };
};

/** in - out - stock change - known loss of a group, with its uncertainty (docs/domain.md 7.2). */
const partBalance = (part: BalancedGroup, sums: NodeSums | null, window: Window): Balance => {
  const { amounts, values, variances } = window;
  const inside = insideOf(part, window);
  const { stockChangeL, lossL } = inside;
  let [variance, netL, isKnown] = [inside.variance, 0, true];
  for (const { flow, sign } of part.crossing) {
    const value = values[flow];
    if (!value) isKnown = false;
    else {
      netL += sign * value.volumeL;
      variance += value.sigmaL ** 2;
    }
  }
  const quality: string[] = [];
  let completeness = part.factors.length === 0 ? 0 : 1;
  for (const [meter, factor] of part.factors) {
    const amount = amounts.meters[meter];
    completeness = Math.min(completeness, amount?.completeness ?? 0);
    quality.push(amount?.quality ?? 'M');
    variance += factor ** 2 * (variances[meter] ?? 0);
  }
  const shown = { inflowL: sums?.inflowL ?? null, outflowL: sums?.outflowL ?? null, stockChangeL, knownLossL: lossL };
  const rest = { imbalanceL: null, sigmaL: null, z: null, completeness, quality };
  if (part.isOpen) return { ...shown, ...rest, status: 'undetermined' };
  if (!isKnown || stockChangeL === null || lossL === null)
    return { ...shown, ...rest, status: isKnown && stockChangeL !== null ? 'undetermined' : missingStatus(part, window) };
  const imbalanceL = netL - stockChangeL - lossL;
  const sigmaL = Math.sqrt(variance);
  const z = sigmaL > 0 ? imbalanceL / sigmaL : imbalanceL === 0 ? 0 : null;
  const evaluated = z === null ? 'undetermined' : statusOf(z);
  const isIncomplete = part.factors.length > 0 && completeness < COMPLETE;
  return { ...shown, ...rest, imbalanceL, sigmaL, z, status: isIncomplete ? 'incomplete' : evaluated };
};

/** Without a value: for want of readings, or of an estimate that follows a flow that is not known. */
const missingStatus = ({ crossing }: BalancedGroup, { balancer: { plan }, values }: Window): BalanceStatus => {
  const missing = crossing.filter(({ flow }) => !values[flow]);
  return missing.length > 0 && missing.every(({ flow }) => plan.flows[flow]?.how === 'estimated') ? 'undetermined' : 'incomplete';
};

/**
 * The plant: what crosses its border, and what of it is unaccounted for at the nodes that can be evaluated. At the others a flow without
 * meters is what their balance leaves, so that nothing of theirs is unaccounted for.
 */
const wholeBalance = (window: Window): Balance => {
  const { border, borderFlows, evaluated } = window.balancer;
  const isEmpty = borderFlows.into.length + borderFlows.from.length === 0;
  const shown = partBalance(border, isEmpty ? null : sumsOf(borderFlows, window.values), window);
  const { imbalanceL, sigmaL, z, status, completeness, quality } = partBalance(evaluated, null, window);
  return { ...shown, imbalanceL, sigmaL, z, status, completeness, quality };
};

/** Balances every node of a graph, and all that conserve as one, by what was measured in a window. */
export const evaluateWindow = (balancer: Balancer, amounts: Amounts): BalanceResult => {
  const { plan, nodeFlows, parts } = balancer;
  const values = flowValues(plan, nodeFlows, amounts);
  const variances = Float64Array.from(plan.meters, ({ mpePct }, at) => {
    const amount = amounts.meters[at];
    return amount ? meterSigma(amount, mpePct) ** 2 : 0;
  });
  const window = { balancer, amounts, values, variances };
  return {
    nodes: parts.map((part, at) => partBalance(part, sumsOf(nodeFlows[at] ?? { into: [], from: [] }, values), window)),
    whole: wholeBalance(window),
    values,
  };
};
