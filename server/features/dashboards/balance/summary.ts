import type { BalanceNodeType } from '../../../contract/model/balanceGraph.ts';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { type DisplayUnit, toDisplay } from '../../../historian/index.ts';
import type { Balancer } from './balancer.ts';
import type { Balance, BalanceResult } from './nodeBalance.ts';

type Line = BalanceData['summary'][number];
type Given = { balancer: Balancer; evaluated: BalanceResult; measure: DisplayUnit };
type Part = { displayName: string; valueL: number | null };

/** Null when no part is known; a part that is not known shows as null in the list. */
const line = (displayName: string, parts: readonly Part[], measure: DisplayUnit): Line => {
  const known = parts.flatMap(({ valueL }) => (valueL === null ? [] : [valueL]));
  const total = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  return {
    displayName,
    value: toDisplay(total, measure),
    nodes: parts.map(({ displayName: name, valueL }) => ({ displayName: name, value: toDisplay(valueL, measure) })),
  };
};

/** The lines of a plant's balance (docs/domain.md 7.1): what came in, what it was used for, what was lost, stored and not accounted for. */
export const summaryOf = ({ balancer: { plan }, evaluated, measure }: Given): Line[] => {
  const parts = (
    isWanted: (type: BalanceNodeType, conserves: boolean) => boolean,
    litresOf: (balance: Balance) => number | null,
  ): Part[] =>
    plan.nodes.flatMap(({ node, conserves }, at) => {
      const balance = evaluated.nodes[at];
      return balance && isWanted(node.type, conserves) ? [{ displayName: node.label || node.id, valueL: litresOf(balance) }] : [];
    });
  const hasSomething = ({ valueL }: Part): boolean => valueL !== 0;
  return [
    line(
      'Inflow',
      parts(
        (type) => type === 'source',
        ({ outflowL }) => outflowL,
      ),
      measure,
    ),
    line(
      'Delivered to use',
      parts(
        (type) => type === 'consumer',
        ({ inflowL }) => inflowL,
      ),
      measure,
    ),
    line(
      'Discharge',
      parts(
        (type) => type === 'discharge',
        ({ inflowL }) => inflowL,
      ),
      measure,
    ),
    line(
      'Known losses',
      [
        ...parts(
          (type) => type === 'loss',
          ({ inflowL }) => inflowL,
        ),
        ...parts(
          (_, conserves) => conserves,
          ({ knownLossL }) => knownLossL,
        ).filter(hasSomething),
      ],
      measure,
    ),
    line(
      'Stock change',
      plan.nodes.flatMap(({ node, stocks }, at) =>
        stocks.length > 0 ? [{ displayName: node.label || node.id, valueL: evaluated.nodes[at]?.stockChangeL ?? null }] : [],
      ),
      measure,
    ),
    line(
      'Unaccounted',
      parts(
        (_, conserves) => conserves,
        ({ imbalanceL }) => imbalanceL,
      ),
      measure,
    ),
  ].filter(({ nodes }) => nodes.length > 0);
};
