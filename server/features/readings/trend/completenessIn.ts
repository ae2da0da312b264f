import { expectedSlots, percentOf, type ServingContext, type Tally } from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';

/** Percent of slots [fromSlot, toSlot) that were measured; what there is of days before the plant joined is as much as was expected of them. */
export const completenessIn = (
  source: ServingContext,
  series: SeriesInfo,
  { complete }: Pick<Tally, 'complete'>,
  stretch: { fromSlot: number; toSlot: number },
): number => {
  const expected = expectedSlots(source, series, stretch);
  return expected > 0 ? percentOf(Math.min(complete, expected), expected) : percentOf(complete, complete);
};
