import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';

type Node = BalanceData['nodes'][number];
type Edge = BalanceData['edges'][number];

export type Finding =
  | { kind: 'loss' | 'gain' | 'drift'; node: Node }
  | { kind: 'suspect'; edge: Edge; probability: number | null }
  | { kind: 'noSuspect' }
  | { kind: 'incomplete' | 'undetermined'; nodes: Node[] };

/** From here on a node differs from its own last days. */
const driftFrom = 3;

/** A node that conserves water: only such have a course by hours. */
export const conserves = ({ graph }: Pick<Node, 'graph'>): boolean => graph !== undefined;

const isOff = ({ status }: Node): boolean => status === 'loss' || status === 'gain';
const byZ = (a: Node, b: Node): number => Math.abs(b.z ?? 0) - Math.abs(a.z ?? 0);

/** Most certain first: nodes that do not close, nodes that changed, what the whole graph says, what is undetermined. */
export const findingsOf = ({ nodes, edges, reconciliation }: BalanceData): Finding[] => {
  const own = nodes.filter(conserves);
  const off = own.filter(isOff).sort(byZ);
  const drifting = own.filter((node) => !isOff(node) && node.status === 'balanced' && (node.baselineZ ?? 0) >= driftFrom);
  const suspect = reconciliation.passed === false ? edges.find(({ id }) => id === reconciliation.suspectEdgeId) : undefined;
  const incomplete = own.filter(({ status }) => status === 'incomplete');
  const undetermined = own.filter(({ status }) => status === 'undetermined');
  return [
    ...off.map((node) => ({ kind: node.status === 'loss' ? ('loss' as const) : ('gain' as const), node })),
    ...drifting.map((node) => ({ kind: 'drift' as const, node })),
    ...(suspect === undefined ? [] : [{ kind: 'suspect' as const, edge: suspect, probability: reconciliation.probability }]),
    ...(off.length > 0 && reconciliation.passed === true ? [{ kind: 'noSuspect' as const }] : []),
    ...(incomplete.length === 0 ? [] : [{ kind: 'incomplete' as const, nodes: incomplete }]),
    ...(undetermined.length === 0 ? [] : [{ kind: 'undetermined' as const, nodes: undetermined }]),
  ];
};

export type Verdict =
  | { kind: 'short' }
  | { kind: 'loss' | 'gain' | 'closes'; off: Node[] }
  | { kind: 'incomplete'; worst: Node | undefined }
  | { kind: 'undetermined' };

/** What a person should take from the whole balance; a day that is not over has no verdict. */
export const verdictOf = ({ window, totals, nodes }: BalanceData): Verdict => {
  if (window.open) return { kind: 'short' };
  const own = nodes.filter(conserves);
  const off = own.filter(isOff).sort(byZ);
  if (totals.status === 'loss' || totals.status === 'gain') return { kind: totals.status, off };
  if (totals.status === 'balanced') return { kind: 'closes', off };
  if (totals.status === 'undetermined') return { kind: 'undetermined' };
  const [worst] = own.filter(({ status }) => status === 'incomplete').sort((a, b) => a.completeness - b.completeness);
  return { kind: 'incomplete', worst };
};
