import { emptyTally, type Gathered, letterOf, type Tally } from '../../historian/index.ts';
import { type SeriesInfo, type Unit, withoutSubMeters } from '../../plantModel/index.ts';
import type { Formatter } from './format/unitBase.ts';

/** A unit with the formatter that shows it and the series that stands for it. */
export type Shown = { unit: Unit; formatter: Formatter; main: SeriesInfo | undefined };

/**
 * Which units of a category add up: meters of one measure, or tanks. Levels and quality
 * parameters have no sum, and what a meter of the category has counted already is not added again.
 */
export const addable = (shown: readonly Shown[]): SeriesInfo[] => {
  const mains = withoutSubMeters(shown).flatMap(({ main }) => (main ? [main] : []));
  const first =
    mains.find(({ kind }) => kind === 'counter') ?? mains.find(({ kind, measure }) => kind === 'stock' && measure === 'L');
  return first ? mains.filter(({ kind, measure }) => kind === first.kind && measure === first.measure) : [];
};

/** The part of a tally that adds up across units: what a counter counted, what a tank holds. */
const amountOf = (tally: Tally, { kind }: SeriesInfo): number | null => (kind === 'counter' ? tally.sum : tally.last);

/** Null when none of them is known. */
const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.every((amount) => amount === null) ? null : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

/** Sum over series, stored units; null when none of them is known. */
export const addTotals = (series: readonly SeriesInfo[], tallyOf: (series: SeriesInfo) => Tally | undefined): number | null =>
  sumOf(
    series.flatMap((one) => {
      const tally = tallyOf(one);
      return tally ? [amountOf(tally, one)] : [];
    }),
  );

/** Several units' tallies of the same stretch as one. */
const addTallies = (tallies: readonly { tally: Tally; series: SeriesInfo }[]): Tally => {
  const amount = sumOf(tallies.map(({ tally, series }) => amountOf(tally, series)));
  const passed = tallies.filter(({ tally }) => tally.expected > 0);
  return {
    ...emptyTally,
    sum: amount,
    last: amount,
    expected: tallies.reduce((sum, { tally }) => sum + tally.expected, 0),
    complete: tallies.reduce((sum, { tally }) => sum + Math.min(tally.complete, tally.expected), 0),
    known: tallies.reduce((sum, { tally }) => sum + tally.known, 0),
    estimated: tallies.reduce((sum, { tally }) => sum + tally.estimated, 0),
    quality: letterOf(passed.map(({ tally }) => tally.quality)),
  };
};

/** What several units come to together, bucket by bucket. */
export const addGathered = (
  series: readonly SeriesInfo[],
  gathered: ReadonlyMap<number, Gathered>,
  buckets: number,
): Gathered => {
  const parts = series.flatMap((one) => {
    const found = gathered.get(one.id);
    return found ? [{ series: one, found }] : [];
  });
  return {
    total: addTallies(parts.map(({ series: one, found }) => ({ series: one, tally: found.total }))),
    buckets: Array.from({ length: buckets }, (_, at) =>
      addTallies(parts.map(({ series: one, found }) => ({ series: one, tally: found.buckets[at] ?? emptyTally }))),
    ),
  };
};
