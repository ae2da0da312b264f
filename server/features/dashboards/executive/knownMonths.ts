import {
  allMeasured,
  type ComparedPair,
  gatherTotals,
  isKnownEnough,
  isMonthExpected,
  pairsOfMeasured,
  type ServingContext,
  type Tally,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';

const YEAR_DAYS = 365;
const nothing = { sum: null, last: null, slots: 0, known: 0 };

type Month = { fromDay: number; toDay: number };
type Totals = ReadonlyMap<number, Tally>;

/** A month as the stretch of its slots. */
const stretchOf = ({ fromDay, toDay }: Month, { calendar }: ServingContext) => {
  const last = calendar.windowOfDay(toDay);
  return { fromDay, fromSlot: calendar.windowOfDay(fromDay).firstSlot, endSlot: last.firstSlot + last.slots };
};

/** What meters counted in a whole month. */
export const totalsOfMonth = async (
  ids: readonly number[],
  month: Month,
  source: ServingContext,
): Promise<ReadonlyMap<number, Tally>> => {
  const stretch = stretchOf(month, source);
  return gatherTotals(source, ids, stretch, stretch.endSlot);
};

/** A stretch and what was counted in it; `slots`: those in which each meter should have been there, where that is not its own matter. */
type Counted = { stretch: Month & { fromSlot: number; endSlot: number }; totals: Totals; slots?: number };

/** Meters in a stretch; those that were silent in all of it beside what they counted in the year up to its end. */
const pairsIn = async (
  series: readonly SeriesInfo[],
  { stretch, totals, slots }: Counted,
  source: ServingContext,
): Promise<ComparedPair[]> => {
  const measured = await allMeasured(series, { ...stretch, of: (id) => totals.get(id) }, source);
  // a meter that joined in it lacks nothing of the days before
  const now = measured.map((one, at) => ({ ...one, slots: slots ?? totals.get(series[at]?.id ?? -1)?.expected ?? 0 }));
  const silent = series.filter((_, at) => now[at]?.sum === null && now[at].slots > 0);
  const year = { fromDay: Math.max(0, stretch.toDay - YEAR_DAYS + 1), toDay: stretch.toDay };
  const inYear =
    silent.length > 0
      ? await totalsOfMonth(
          silent.map(({ id }) => id),
          year,
          source,
        )
      : totals;
  const usual = await allMeasured(silent, { ...stretchOf(year, source), of: (id) => inYear.get(id) }, source);
  const before = series.map((one) => usual[silent.indexOf(one)] ?? nothing);
  return pairsOfMeasured(series, { now, before }, source);
};

/**
 * Whether the water of a whole month may be set beside what was made in it: it was expected in all of it but a tenth, as it is not in
 * the month in which its meters joined, and of what they should have counted at most a tenth is missing (docs/domain.md 12).
 */
export const isKnownMonth = async (
  series: readonly SeriesInfo[],
  month: Month,
  totals: Totals,
  source: ServingContext,
): Promise<boolean> => {
  const stretch = { ...month, ...stretchOf(month, source) };
  const isOfWhole = series.some(({ id }) => isMonthExpected(totals.get(id)?.expected ?? 0, stretch.endSlot - stretch.fromSlot));
  const isKnown = series.some(({ id }) => (totals.get(id)?.sum ?? null) !== null);
  return isOfWhole && isKnown && isKnownEnough(await pairsIn(series, { stretch, totals }, source), 'now');
};

/**
 * Whether the sums of two sides of a ratio may be divided: of each at most a tenth is missing of the slots in which any of the meters
 * was expected, so that one side has nothing that the other lacks (docs/domain.md 12).
 */
export const areSidesKnown = async (
  sides: readonly (readonly SeriesInfo[])[],
  counted: Omit<Counted, 'slots'>,
  source: ServingContext,
): Promise<boolean> => {
  const slots = Math.max(0, ...sides.flat().map(({ id }) => counted.totals.get(id)?.expected ?? 0));
  for (const side of sides) if (!isKnownEnough(await pairsIn(side, { ...counted, slots }, source), 'now')) return false;
  return true;
};
