import type { TotalReason } from '../../contract/model/totals.ts';
import { emptyTally, type Gathered, jointLetter, saysSomething, type Tally } from '../../historian/index.ts';
import { type SeriesInfo, totalParts, type Unit } from '../../plantModel/index.ts';
import type { Formatter } from './format/unitBase.ts';

/** A unit with its formatter and its main series. */
export type ShownUnit = { unit: Unit; formatter: Formatter; main: SeriesInfo | undefined };

/** What makes a total: the series that add up, their units, and why there are none. */
export type CategoryTotal = { series: readonly SeriesInfo[]; unitIds: ReadonlySet<string>; reason: TotalReason | null };

export const nothingAdds: CategoryTotal = { series: [], unitIds: new Set(), reason: null };

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
export const addable = (shown: readonly ShownUnit[]): readonly SeriesInfo[] => totalOfUnits(shown).series;

/** Why a total is null, as an answer says it; nothing where there is a total. */
export const totalReasonOf = (value: number | null, { reason }: Pick<CategoryTotal, 'reason'>): { totalReason?: TotalReason } =>
  value === null ? { totalReason: reason ?? 'noReadings' } : {};

/** The part of a tally that adds up across units: what a counter counted, what a tank holds. */
export const addableAmount = (tally: Tally, { kind }: SeriesInfo): number | null => (kind === 'counter' ? tally.sum : tally.last);

/** Sum over series, stored units; null when none of them is known. */
export const addTotals = (series: readonly SeriesInfo[], tallyOf: (series: SeriesInfo) => Tally | undefined): number | null => {
  let sum: number | null = null;
  for (const one of series) {
    const tally = tallyOf(one);
    const amount = tally ? addableAmount(tally, one) : null;
    if (amount !== null) sum = (sum ?? 0) + amount;
  }
  return sum;
};

/** Several series' tallies of the same stretch as one. */
const addTallies = (series: readonly SeriesInfo[], tallyOf: (series: SeriesInfo) => Tally | undefined): Tally => {
  const amount = addTotals(series, tallyOf);
  const total: Tally = { ...emptyTally, sum: amount, last: amount };
  let letters = '';
  for (const one of series) {
    const tally = tallyOf(one);
    if (!tally) continue;
    total.expected += tally.expected;
    total.complete += Math.min(tally.complete, tally.expected);
    total.known += tally.known;
    total.estimated += tally.estimated;
    if (saysSomething(tally)) letters += tally.quality;
  }
  total.quality = jointLetter(letters);
  return total;
};

/** The total of several units, bucket by bucket. */
export const addGathered = (
  series: readonly SeriesInfo[],
  gathered: ReadonlyMap<number, Gathered>,
  buckets: number,
): Gathered => ({
  total: addTallies(series, ({ id }) => gathered.get(id)?.total),
  buckets: Array.from({ length: buckets }, (_, at) => addTallies(series, ({ id }) => gathered.get(id)?.buckets[at])),
});
