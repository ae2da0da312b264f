import { daysOf, monthOfDay, type ReadContext, type ReadingReader } from '../../../historian/index.ts';
import { type DayLevels, joinLevels } from './levels.ts';
import { type SeasonTrend, type SeasonValue, seasonalTrend } from './trend.ts';
import type { WellLevels } from './wellLevels.ts';
import type { Well } from './wells.ts';

/** Months counted from January as 0: pre-monsoon April and May, post-monsoon November. */
const seasons = { pre: [3, 4], post: [10] } as const;
type Season = keyof typeof seasons;
/** Readings are kept for ten years; some are brought along. */
const LONGEST_YEARS = 25;

export type Seasonal = {
  preMonsoonMbgl: number | null;
  preMonsoonYear: number;
  postMonsoonMbgl: number | null;
  postMonsoonYear: number;
  trend: SeasonTrend;
};

/** The year whose season is over, or has its last month running, in a month (months since year 0). */
export const seasonYear = (season: Season, month: number): number => {
  const last = seasons[season].at(-1) ?? 0;
  return Math.floor(month / 12) - (month % 12 >= last ? 0 : 1);
};

/** Median static level of the days of a season; null where none is known. */
const seasonLevel = (days: readonly Pick<DayLevels, 'swlMbgl' | 'recovering'>[]): number | null => joinLevels(days).swlMbgl;

/** Months since year 0 that have any level, asked for a year at a time. */
const monthsWithLevels = async (
  { level }: Well,
  last: number,
  reader: ReadingReader,
  { pace }: ReadContext,
): Promise<Set<number>> => {
  const known = new Set<number>();
  for (let to = last; level && to > last - 12 * LONGEST_YEARS; to -= 12) {
    await pace.turn();
    for (const { month } of reader.monthTotals([level.id], to - 11, to)) known.add(month);
  }
  return known;
};

/** The last seasons of a well up to a month, and the trend of all that came before. */
export const seasonal = async (
  well: Well,
  month: number,
  { levels, reader, source }: { levels: WellLevels; reader: ReadingReader; source: ReadContext },
): Promise<Seasonal> => {
  const years = { pre: seasonYear('pre', month), post: seasonYear('post', month) };
  const known = await monthsWithLevels(well, month, reader, source);
  const values: SeasonValue[] = [];
  for (const season of ['pre', 'post'] as const)
    for (let year = years[season] - LONGEST_YEARS + 1; year <= years[season]; year += 1) {
      const days: DayLevels[] = [];
      for (const ofYear of seasons[season]) {
        const { fromDay, toDay } = daysOf(year * 12 + ofYear);
        if (known.has(monthOfDay(fromDay))) days.push(...(await levels.days(well, source, fromDay, toDay)));
      }
      const value = seasonLevel(days);
      if (value !== null) values.push({ season, year, value });
    }
  const of = (season: Season): number | null =>
    values.find((one) => one.season === season && one.year === years[season])?.value ?? null;
  return {
    preMonsoonMbgl: of('pre'),
    preMonsoonYear: years.pre,
    postMonsoonMbgl: of('post'),
    postMonsoonYear: years.post,
    trend: seasonalTrend(values),
  };
};
