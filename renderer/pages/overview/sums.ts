import type { OverviewUnit } from '../../../server/contract/overview.ts';

type Counted = Pick<OverviewUnit, 'siUnit' | 'today' | 'yesterdaySoFar'>;

/**
 * Today and yesterday of a section whose units all count the same thing; null where there is nothing to add.
 * A yesterday that one of them lacks is not known for all.
 */
export const sumOf = (
  units: readonly Counted[],
): { today: number; yesterday: number | null; changePct: number | null } | null => {
  const counted = units.filter(({ today }) => today.value !== null);
  const [first] = counted;
  if (first === undefined || counted.length < 2 || units.some(({ siUnit }) => siUnit !== first.siUnit)) return null;
  const today = counted.reduce((sum, unit) => sum + (unit.today.value ?? 0), 0);
  const whole = counted.every(({ yesterdaySoFar }) => yesterdaySoFar.value !== null);
  const yesterday = whole ? counted.reduce((sum, unit) => sum + (unit.yesterdaySoFar.value ?? 0), 0) : null;
  return { today, yesterday, changePct: yesterday === null || yesterday === 0 ? null : (100 * (today - yesterday)) / yesterday };
};
