import type { BalanceStatus } from '../../../contract/waterBalance.ts';
import { type Amounts, meterSigma } from './amounts.ts';
import { type FlowValue, flowsOfNodes, flowValues, knownLossL, type NodeFlows, type NodeSums, sumsOf } from './flowValues.ts';
import { type Group, groupNodes } from './groups.ts';
import { type BalancePlan, OUTSIDE } from './plan.ts';

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

export type Judged = { nodes: readonly Balance[]; whole: Balance; values: readonly (FlowValue | null)[] };

const ALARM_Z = 2;
const COMPLETE = 0.9;

/** What of a plan does not change from window to window. */
export type Judge = {
  plan: BalancePlan;
  nodeFlows: readonly NodeFlows[];
  groups: readonly Group[];
  /** All nodes that close, as one. */
  border: Group;
  /** Those of them that can be judged, as one. */
  judged: Group;
  /** Flows from one place outside to another: they come in and go out. */
  passing: readonly number[];
};

/** Several nodes as one, by the flows between them and the rest. */
const together = ({ flows }: BalancePlan, members: readonly number[]): Group => {
  const inside = new Set(members);
  const crossing = flows.flatMap(({ from, to }, flow) => {
    if (inside.has(from) === inside.has(to)) return [];
    return [{ flow, sign: inside.has(to) ? (1 as const) : (-1 as const) }];
  });
  return { members, crossing, isOpen: members.length === 0 || crossing.some(({ flow }) => flows[flow]?.how === 'open') };
};

export const makeJudge = (plan: BalancePlan): Judge => {
  const groups = groupNodes(plan, ({ how }) => how === 'open');
  const closing = new Set(plan.nodes.flatMap(({ closes }, at) => (closes ? [at] : [])));
  const isOutside = (at: number): boolean => at === OUTSIDE || !closing.has(at);
  return {
    plan,
    nodeFlows: flowsOfNodes(plan),
    groups,
    border: together(plan, [...closing]),
    judged: together(
      plan,
      groups.filter(({ isOpen }) => !isOpen).flatMap(({ members }) => members),
    ),
    passing: plan.flows.flatMap(({ from, to }, flow) => (isOutside(from) && isOutside(to) ? [flow] : [])),
  };
};

const statusOf = (z: number): BalanceStatus => (z >= ALARM_Z ? 'loss' : z <= -ALARM_Z ? 'gain' : 'balanced');

type Window = { judge: Judge; amounts: Amounts; values: readonly (FlowValue | null)[] };

/** in - out - stock change - known loss of a group, with its uncertainty (domain.md 7.2). */
const groupBalance = (group: Group, sums: NodeSums | null, { judge: { plan, nodeFlows }, amounts, values }: Window): Balance => {
  const factors = new Map<number, number>();
  let [variance, netL, isKnown] = [0, 0, true];
  for (const { flow, sign } of group.crossing) {
    const value = values[flow];
    if (value) netL += sign * value.volumeL;
    else isKnown = false;
    variance += (value?.sigmaL ?? 0) ** 2;
    for (const { meter, factor } of plan.flows[flow]?.terms ?? []) factors.set(meter, (factors.get(meter) ?? 0) + sign * factor);
  }
  const quality: string[] = [];
  let completeness = factors.size === 0 ? 0 : 1;
  for (const [meter, factor] of factors) {
    const amount = amounts.meters[meter];
    completeness = Math.min(completeness, amount?.completeness ?? 0);
    quality.push(amount?.quality ?? 'M');
    if (amount) variance += (factor * meterSigma(amount, plan.meters[meter]?.mpePct ?? 0)) ** 2;
  }
  let stockChangeL: number | null = 0;
  let lossL: number | null = 0;
  for (const at of group.members) {
    if (plan.nodes[at]?.stockIsBroken) stockChangeL = null;
    for (const stock of plan.nodes[at]?.stocks ?? []) {
      const amount = amounts.stocks[stock];
      stockChangeL = amount && stockChangeL !== null ? stockChangeL + amount.changeL : null;
      variance += (amount?.sigmaL ?? 0) ** 2;
    }
    const known = knownLossL(plan, at, sumsOf(nodeFlows[at] ?? { into: [], from: [] }, values));
    lossL = known !== null && lossL !== null ? lossL + known : null;
  }
  const shown = { inflowL: sums?.inflowL ?? null, outflowL: sums?.outflowL ?? null, stockChangeL, knownLossL: lossL };
  const rest = { imbalanceL: null, sigmaL: null, z: null, completeness, quality };
  if (group.isOpen) return { ...shown, ...rest, status: 'undetermined' };
  if (!isKnown || stockChangeL === null || lossL === null)
    return { ...shown, ...rest, status: isKnown && stockChangeL !== null ? 'undetermined' : missingStatus(group, plan, values) };
  const imbalanceL = netL - stockChangeL - lossL;
  const sigmaL = Math.sqrt(variance);
  const z = sigmaL > 0 ? imbalanceL / sigmaL : imbalanceL === 0 ? 0 : null;
  const judged = z === null ? 'undetermined' : statusOf(z);
  const isIncomplete = factors.size > 0 && completeness < COMPLETE;
  return { ...shown, ...rest, imbalanceL, sigmaL, z, status: isIncomplete ? 'incomplete' : judged };
};

/** Without a value: for want of readings, or of an estimate that follows a flow that is not known. */
const missingStatus = ({ crossing }: Group, { flows }: BalancePlan, values: readonly (FlowValue | null)[]): BalanceStatus => {
  const missing = crossing.filter(({ flow }) => !values[flow]);
  return missing.length > 0 && missing.every(({ flow }) => flows[flow]?.how === 'estimated') ? 'undetermined' : 'incomplete';
};

/**
 * The plant: what crosses its border, and what of it is unaccounted for at the nodes that can be judged. At the others a flow without
 * meters is what their balance leaves, so that nothing of theirs is unaccounted for.
 */
const wholeBalance = (window: Window): Balance => {
  const { judge, values } = window;
  const { border, judged, passing } = judge;
  const into = border.crossing.flatMap(({ flow, sign }) => (sign === 1 ? [flow] : []));
  const from = border.crossing.flatMap(({ flow, sign }) => (sign === -1 ? [flow] : []));
  const isEmpty = into.length + from.length + passing.length === 0;
  const sums = isEmpty ? null : sumsOf({ into: [...into, ...passing], from: [...from, ...passing] }, values);
  const shown = groupBalance(border, sums, window);
  const { imbalanceL, sigmaL, z, status, completeness, quality } = groupBalance(judged, null, window);
  return { ...shown, imbalanceL, sigmaL, z, status, completeness, quality };
};

/** The node that a group's balance speaks of: the only one that may lose water by itself. */
const spokenFor = ({ members }: Group, { nodes }: BalancePlan): number | undefined => {
  if (members.length === 1) return members[0];
  const own = members.filter((at) => nodes[at]?.conserves && nodes[at]?.node.type !== 'junction');
  return own.length === 1 ? own[0] : undefined;
};

/** Balances every node of a graph, and all that conserve as one, by what was measured in a window. */
export const judgeWindow = (judge: Judge, amounts: Amounts): Judged => {
  const { plan, nodeFlows, groups } = judge;
  const values = flowValues(plan, nodeFlows, amounts);
  const window = { judge, amounts, values };
  const nodes: Balance[] = plan.nodes.map((_, at) => {
    const flows = nodeFlows[at] ?? { into: [], from: [] };
    const own: Group = {
      members: [at],
      crossing: [
        ...flows.into.map((flow) => ({ flow, sign: 1 as const })),
        ...flows.from.map((flow) => ({ flow, sign: -1 as const })),
      ],
      isOpen: true,
    };
    return groupBalance(own, sumsOf(flows, values), window);
  });
  for (const group of groups) {
    const at = spokenFor(group, plan);
    if (at === undefined || plan.nodes[at]?.conserves !== true) continue;
    const judged = groupBalance(group, null, window);
    const shown = nodes[at];
    if (shown) nodes[at] = { ...judged, inflowL: shown.inflowL, outflowL: shown.outflowL };
  }
  return { nodes, whole: wholeBalance(window), values };
};
