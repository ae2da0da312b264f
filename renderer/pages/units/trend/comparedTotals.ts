import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { areComparable, type Measured } from '../../../../server/contract/rules/comparable.ts';

type Total = { figures: Pick<Trend['figures'], 'total' | 'compared'> };

const measuredOf = ({ figures: { total, compared } }: Total): Measured => ({
  sum: total,
  last: null,
  slots: compared?.slots ?? 0,
  known: compared?.known ?? 0,
});

/**
 * By how much a total changed, percent; null where one of them is not known or nothing was before or less, and where much of one is
 * missing: then it would be the change of the gaps. The rule is that of the server (docs/domain.md 12).
 */
export const changeOfTotals = (now: Total, before: Total): { changePct: number | null; isComparable: boolean } => {
  const [value, previous] = [now.figures.total, before.figures.total];
  if (value === null || previous === null || previous <= 0) return { changePct: null, isComparable: true };
  const isEntered = now.figures.compared?.isEntered ?? false;
  const pair = { kind: 'counter', isEntered, now: measuredOf(now), before: measuredOf(before) } as const;
  if (!areComparable([pair])) return { changePct: null, isComparable: false };
  return { changePct: (100 * (value - previous)) / previous, isComparable: true };
};
