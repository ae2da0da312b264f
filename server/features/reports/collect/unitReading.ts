import type { UnitV2 } from '../../../contract/user/deviceData.ts';
import type { DisplayUnit, Tally } from '../../../historian/index.ts';
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
  /** As the dashboards show the unit; for those parts that ask for it. */
  shown(): Promise<UnitV2>;
};
