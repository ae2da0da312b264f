import type { BalanceNode, BalanceNodeType } from '../../../contract/model/balanceGraph.ts';

/** Where water enters or leaves what is balanced. */
const boundary: readonly BalanceNodeType[] = ['source', 'consumer', 'discharge', 'loss'];

/** Whether what goes into a node must come out of it or be stored; as its type has it unless it is said. */
export const isConserving = ({ conserve, type }: Pick<BalanceNode, 'conserve' | 'type'>): boolean =>
  conserve ?? !boundary.includes(type);
