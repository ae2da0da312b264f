import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';

type Total = Pick<Trend, 'from' | 'to' | 'settledTo' | 'stepMinutes' | 'values'> & {
  figures: Pick<Trend['figures'], 'total'>;
};

/** Of a total that is compared at least so much of its range must have a value. */
const LEAST_KNOWN = 0.9;

/** Part of the steps up to so far from its start that have a value. */
const knownPart = ({ stepMinutes, values }: Total, elapsedMs: number): number => {
  const steps = values.slice(0, Math.ceil(elapsedMs / (stepMinutes * 60_000)));
  return steps.length === 0 ? 0 : steps.filter((value) => value !== null).length / steps.length;
};

/**
 * By how much a total changed, percent; null where one of them is not known or nothing was before, and where much of one is
 * missing: then it would be the change of the gaps (docs/domain.md 12).
 */
export const changeOfTotals = (now: Total, before: Total): { changePct: number | null; isComparable: boolean } => {
  const [value, previous] = [now.figures.total, before.figures.total];
  if (value === null || previous === null || previous === 0) return { changePct: null, isComparable: true };
  const elapsedMs = Math.min(Date.parse(now.settledTo), Date.parse(now.to)) - Date.parse(now.from);
  if (Math.min(knownPart(now, elapsedMs), knownPart(before, elapsedMs)) < LEAST_KNOWN)
    return { changePct: null, isComparable: false };
  return { changePct: (100 * (value - previous)) / Math.abs(previous), isComparable: true };
};
