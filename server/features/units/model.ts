import type { UnitSpec } from '../../contract/units.ts';

/** From a date on, the zone and the start of the shift day. */
export type ShiftRule = { validFrom: string; timezone: string; startAt: string; endAt: string; shiftName: string };

export type Industry = {
  id: string;
  name: string;
  currency: string;
  joinedAtMs: number;
  disabled: boolean;
  meta: Record<string, unknown>;
  /** Oldest first; the first one also rules the days before it. */
  shifts: ShiftRule[];
};

export type Category = {
  id: string;
  displayName: string;
  standardCategoryId: string;
  siUnit: string;
  enabled: boolean;
  position: number;
  subCategories: SubCategory[];
};
export type SubCategory = { id: string; displayName: string; group: string; enabled: boolean; position: number };

export type SeriesKind = 'counter' | 'gauge' | 'stock';

/** One parameter of one unit: `volume`, `flow`, `level`, `energy`, `rain`, `ph` … */
export type SeriesInfo = {
  id: number;
  uid: string;
  unitId: string;
  industryId: string;
  param: string;
  kind: SeriesKind;
  measure: string;
};

export type Unit = UnitSpec & {
  id: string;
  industryId: string;
  categoryId: string;
  createdAtMs: number;
  version: number;
  series: SeriesInfo[];
};

/** What the other features ask about tenants and units; answers come from memory and follow every change. */
export interface UnitDirectory {
  industries(): Industry[];
  industry(industryId: string): Industry | undefined;
  categories(industryId: string): Category[];
  /** In the industry's own order; a unit's place in this list is its index. */
  units(industryId: string): Unit[];
  unit(industryId: string, unitId: string): Unit | undefined;
  seriesById(seriesId: number): SeriesInfo | undefined;
}
