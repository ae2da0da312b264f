import { hasValue, letterAt } from '../../state/slotQuality.ts';

type Series = { values: readonly number[]; quality: string };

/** The largest amount of these series, whichever way it flowed; null where no step of them is known. */
export const mostKnown = (all: readonly Series[]): number | null => {
  const known = all.flatMap(({ values, quality }) =>
    values.filter((_, at) => hasValue(letterAt(quality, at))).map((value) => Math.abs(value)),
  );
  return known.length === 0 ? null : Math.max(...known);
};
