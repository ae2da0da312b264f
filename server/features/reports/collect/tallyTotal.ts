import type { DayTotal, Tally } from '../../../historian/index.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';

/** The total of a day by its slots; only a counter has a sum. */
export const totalOfTally = (
  { sum, min, max, avg, last }: Tally,
  kind: SeriesKind | undefined,
): Pick<DayTotal, 'sum' | 'min' | 'max' | 'avg' | 'last'> => ({ sum: kind === 'counter' ? sum : null, min, max, avg, last });
