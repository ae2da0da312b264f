import type { TotalReason } from '../../contract/model/totals.ts';
import { emptyTally, type Gathered, jointLetter, type Tally } from '../../historian/index.ts';
import { type SeriesInfo, totalParts, type Unit } from '../../plantModel/index.ts';
import type { Formatter } from './format/unitBase.ts';

/** A unit with its formatter and its main series. */
export type ShownUnit = { unit: Unit; formatter: Formatter; main: SeriesInfo | undefined };

/** What makes a total: the series that add up, their units, and why there are none. */
export type CategoryTotal = { series: SeriesInfo[]; unitIds: ReadonlySet<string>; reason: TotalReason | null };

const isWater = ({ kind, measure }: SeriesInfo): boolean => kind === 'counter' && measure === 'L';
const isHeld = ({ kind, measure }: SeriesInfo): boolean => kind === 'stock' && measure === 'L';

/**
 * Which units of a list add up: meters of one measure, or tanks, none of whose water is in it twice. Levels and quality parameters
 * have no sum.
 */
export const totalOfUnits = (shown: readonly ShownUnit[]): CategoryTotal => {
  const mains = shown.flatMap(({ unit, main }) => (main ? [{ unit, main }] : []));
  const first =
    mains.find(({ main }) => isWater(main)) ??
    mains.find(({ main }) => main.kind === 'counter') ??
    mains.find(({ main }) => isHeld(main));
  const alike = first ? mains.filter(({ main }) => main.kind === first.main.kind && main.measure === first.main.measure) : [];
  const { counted, reason } = totalParts(alike);
  return { series: counted.map(({ main }) => main), unitIds: new Set(counted.map(({ unit }) => unit.id)), reason };
};

/** Of the source category the plant's intake, each unit once; of any other list what adds up in it. */
export const categoryTotal = (shown: readonly ShownUnit[], intake: readonly ShownUnit[] | undefined): CategoryTotal => {
  if (intake?.length === 0) return { series: [], unitIds: new Set(), reason: 'noIntake' };
  return totalOfUnits(intake ?? shown);
};

/** Of units that have no sum the one unit of measure that all of them have; empty where they differ. */
export const commonUnit = (shown: readonly ShownUnit[], unitOf: (main: SeriesInfo) => string, otherwise: string): string => {
  const units = new Set(shown.flatMap(({ main }) => (main ? [unitOf(main)] : [])));
  return units.size > 1 ? '' : ([...units][0] ?? otherwise);
};

/** Series that add up. */
export const addable = (shown: readonly ShownUnit[]): SeriesInfo[] => totalOfUnits(shown).series;

/** Why a total is null, as an answer says it; nothing where there is a total. */
export const totalReasonOf = (value: number | null, { reason }: Pick<CategoryTotal, 'reason'>): { totalReason?: TotalReason } =>
  value === null ? { totalReason: reason ?? 'noReadings' } : {};

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
    quality: jointLetter(passed.map(({ tally }) => tally.quality)),
  };
};

/** The total of several units, bucket by bucket. */
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
