import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { litresOf } from '../../../state/measures.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { words } from '../words.ts';

/** Digits after the point of so many kilolitres, in kilolitres. */
const placesOf = (amountKL: number): number => (amountKL < 100 ? 1 : 0);

/** What a tank holds of its capacity, both in its own unit of measure and as exact as in kilolitres; null where one is not known. */
export const heldOf = (
  { siUnit, maxCapacity }: Pick<OverviewUnit, 'siUnit' | 'maxCapacity'>,
  percent: number | null,
): string | null => {
  if (percent === null || maxCapacity == null) return null;
  const perUnit = litresOf[siUnit] ?? 1000;
  const capacityKL = (maxCapacity * perUnit) / 1000;
  // a tenth of a kilolitre is much of a small tank
  const [small, finer] = [capacityKL < 10 ? 1 : 0, Math.log10(perUnit / 1000)];
  const shown = (amountKL: number): string =>
    formatUpTo((amountKL * 1000) / perUnit, Math.max(0, placesOf(amountKL) + small + finer));
  return words.scheme.of(shown((percent * capacityKL) / 100), `${shown(capacityKL)} ${unitLabel(siUnit)}`);
};
