import { flowsOfNodes } from './flowValues.ts';
import { groupNodes, type NodeGroup } from './groups.ts';
import { type BalancePlan, OUTSIDE } from './plan.ts';
import type { NodeFlows } from './reconciliation/flows.ts';

/** A group with the factor of each meter in its balance; a meter on both sides counts by the difference. */
export type BalancedGroup = NodeGroup & { factors: readonly (readonly [meter: number, factor: number])[] };

/** What is the same for every window of a plan, computed once. */
export type Balancer = {
  plan: BalancePlan;
  nodeFlows: readonly NodeFlows[];
  /** By node: the group whose balance it shows. */
  parts: readonly BalancedGroup[];
  /** All nodes that close, as one, and what passes their border; flows from one place outside to another come in and go out. */
  border: BalancedGroup;
  borderFlows: NodeFlows;
  /** The nodes of them that can be evaluated, as one group. */
  evaluated: BalancedGroup;
};

const withFactors = ({ flows }: BalancePlan, group: NodeGroup): BalancedGroup => {
  const factors = new Map<number, number>();
  for (const { flow, sign } of group.crossing)
    for (const { meter, factor } of flows[flow]?.terms ?? []) factors.set(meter, (factors.get(meter) ?? 0) + sign * factor);
  return { ...group, factors: [...factors] };
};

/** Several nodes as one, by the flows between them and the rest. */
const together = (plan: BalancePlan, members: readonly number[]): BalancedGroup => {
  const inside = new Set(members);
  const crossing = plan.flows.flatMap(({ from, to }, flow) => {
    if (inside.has(from) === inside.has(to)) return [];
    return [{ flow, sign: inside.has(to) ? (1 as const) : (-1 as const) }];
  });
  const isOpen = members.length === 0 || crossing.some(({ flow }) => plan.flows[flow]?.how === 'open');
  return withFactors(plan, { members, crossing, isOpen });
};

/** The node that a group's balance is about: the only one of it that may lose water. */
const spokenFor = ({ members }: NodeGroup, { nodes }: BalancePlan): number | undefined => {
  const own = members.length === 1 ? members : members.filter((at) => nodes[at]?.node.type !== 'junction');
  const losing = own.filter((at) => nodes[at]?.conserves);
  return losing.length === 1 ? losing[0] : undefined;
};

/** A single node that is shown but not evaluated. */
const unevaluated = (plan: BalancePlan, at: number, { into, from }: NodeFlows): BalancedGroup =>
  withFactors(plan, {
    members: [at],
    crossing: [...into.map((flow) => ({ flow, sign: 1 as const })), ...from.map((flow) => ({ flow, sign: -1 as const }))],
    isOpen: true,
  });

export const makeEvaluator = (plan: BalancePlan): Balancer => {
  const nodeFlows = flowsOfNodes(plan);
  const groups = groupNodes(plan, ({ how }) => how === 'open');
  const spoken = new Map(groups.map((group) => [spokenFor(group, plan), group]));
  const closing = new Set(plan.nodes.flatMap(({ closes }, at) => (closes ? [at] : [])));
  const border = together(plan, [...closing]);
  const isOutside = (at: number): boolean => at === OUTSIDE || !closing.has(at);
  const passing = plan.flows.flatMap(({ from, to }, flow) => (isOutside(from) && isOutside(to) ? [flow] : []));
  const crossing = (side: 1 | -1): number[] => border.crossing.flatMap(({ flow, sign }) => (sign === side ? [flow] : []));
  return {
    plan,
    nodeFlows,
    parts: nodeFlows.map((flows, at) => {
      const group = spoken.get(at);
      return group ? withFactors(plan, group) : unevaluated(plan, at, flows);
    }),
    border,
    borderFlows: { into: [...crossing(1), ...passing], from: [...crossing(-1), ...passing] },
    evaluated: together(
      plan,
      groups.filter(({ isOpen }) => !isOpen).flatMap(({ members }) => members),
    ),
  };
};
