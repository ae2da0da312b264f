import type { UnitV2 } from '../../../contract/user/deviceData.ts';
import type { ComparedPair, DisplayUnit, Measured, Tally } from '../../../historian/index.ts';
import type { Category, SeriesInfo, SubCategory, Unit } from '../../../plantModel/index.ts';

/** One unit's series with its total in the window. */
export type UnitReading = {
  unit: Unit;
  sub: SubCategory;
  category: Category;
  series: SeriesInfo;
  measure: DisplayUnit;
  total: Tally;
  buckets: readonly Tally[];
  previous: Tally | null;
  /** How much of both was measured. */
  measured: Measured;
  measuredBefore: Measured | null;
  /** Filled by hand, by itself or in a part of it. */
  isEntered: boolean;
  /** As the dashboards show the unit; for those parts that ask for it. */
  shown(): Promise<UnitV2>;
};

/** Meters as they were measured in two windows; of windows that were read each by itself, those of `earlier` are the ones before. */
export const pairsOfReadings = (readings: readonly UnitReading[], earlier?: readonly UnitReading[]): ComparedPair[] => {
  const before = earlier && new Map(earlier.map(({ series, measured }) => [series.id, measured]));
  return readings.flatMap(({ series, isEntered, measured, measuredBefore }) => {
    const past = before ? before.get(series.id) : measuredBefore;
    return past ? [{ kind: series.kind, isEntered, now: measured, before: past }] : [];
  });
};
