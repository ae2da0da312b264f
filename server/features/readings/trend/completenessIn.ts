import { expectedSlots, percentOf, type ServingContext, type Tally } from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';

/**
 * Percent of slots [fromSlot, toSlot) that were measured; what there is of days before the plant joined is as much as was expected of them.
 * @param early how many of the complete ones are before the plant joined.
 */
export const completenessIn = (
  source: ServingContext,
  series: SeriesInfo,
  { complete, early }: Pick<Tally, 'complete'> & { early: number },
  stretch: { fromSlot: number; toSlot: number },
): number => {
  const expected = early + expectedSlots(source, series, stretch);
  return expected > 0 ? percentOf(Math.min(complete, expected), expected) : percentOf(complete, complete);
};
