import { type BalancePlan, OUTSIDE, type PlanFlow } from './plan.ts';

/** Nodes between which flows are not known: only all of them together can be balanced. */
export type NodeGroup = {
  members: readonly number[];
  /** Flows between a member and the rest. */
  crossing: readonly { flow: number; sign: 1 | -1 }[];
  /** An unknown flow leaves the group, so that its balance cannot be evaluated. */
  isOpen: boolean;
};

/** The nodes that close, grouped by the flows that are not known (docs/domain.md 7.3: projection of an incidence matrix). */
export const groupNodes = ({ nodes, flows }: BalancePlan, isUnknown: (flow: PlanFlow, at: number) => boolean): NodeGroup[] => {
  const parent = nodes.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== undefined && parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  const closes = (at: number): boolean => at !== OUTSIDE && nodes[at]?.closes === true;
  const unknown = flows.map(isUnknown);
  flows.forEach(({ from, to }, at) => {
    if (unknown[at] && closes(from) && closes(to)) parent[rootOf(from)] = rootOf(to);
  });

  const groups = new Map<number, { members: number[]; crossing: { flow: number; sign: 1 | -1 }[]; isOpen: boolean }>();
  nodes.forEach((_, at) => {
    if (!closes(at)) return;
    const root = rootOf(at);
    const group = groups.get(root) ?? { members: [], crossing: [], isOpen: false };
    group.members.push(at);
    groups.set(root, group);
  });
  flows.forEach(({ from, to }, flow) => {
    const [left, entered] = [from, to].map((at) => (closes(at) ? groups.get(rootOf(at)) : undefined));
    if (left === entered) return;
    for (const group of [left, entered]) if (group && unknown[flow]) group.isOpen = true;
    if (unknown[flow]) return;
    left?.crossing.push({ flow, sign: -1 });
    entered?.crossing.push({ flow, sign: 1 });
  });
  return [...groups.values()];
};
