import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { placesBeside } from '../../../../server/contract/rules/besideMarks.ts';
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
  const shown = (amountKL: number, besideKL: number): string => {
    const [amount, beside] = [amountKL, besideKL].map((one) => (one * 1000) / perUnit) as [number, number];
    return formatUpTo(amount, placesBeside(amount, [beside], Math.max(0, placesOf(amountKL) + small + finer)));
  };
  const heldKL = (percent * capacityKL) / 100;
  return words.scheme.of(shown(heldKL, capacityKL), `${shown(capacityKL, heldKL)} ${unitLabel(siUnit)}`);
};
