import type { TagKind } from '../contract/model/field.ts';
import type { UnitSpec } from '../contract/model/units.ts';

/** From a date on, the zone and the start of the shift day. */
export type ShiftRule = { validFrom: string; timezone: string; startAt: string; endAt: string; shiftName: string };

export type Industry = {
  id: string;
  name: string;
  currency: string;
  joinedAtMs: number;
  disabled: boolean;
  meta: Record<string, unknown>;
  version: number;
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
  version: number;
  subCategories: SubCategory[];
};
export type SubCategory = {
  id: string;
  categoryId: string;
  displayName: string;
  group: string;
  enabled: boolean;
  position: number;
  version: number;
};

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

/** A tag that feeds a parameter of a unit. */
export type TagFeed = {
  tagId: string;
  deviceId: string;
  name: string;
  param: string;
  kind: TagKind;
  measure: string;
  /** How often it is read. */
  periodMs: number;
};

/** Where the samples of a tag go. */
export type TagBinding = {
  tagId: string;
  seriesId: number;
  industryId: string;
  unitId: string;
  param: string;
  /** Of the series: a counter's tag brings totals of a display, the others values in the series' measure. */
  kind: SeriesKind;
};

export type Unit = UnitSpec & {
  id: string;
  industryId: string;
  categoryId: string;
  createdAtMs: number;
  version: number;
  /** The main one first. */
  series: SeriesInfo[];
  feeds: TagFeed[];
  /** Meters whose count already holds this unit's, nearest first. */
  countedIn: readonly string[];
  /** Of a virtual unit: the meters that it comes down to, sums of sums resolved. */
  adds: readonly MeterTerm[];
};

/** A meter in a sum of meters. */
export type MeterTerm = {
  unitId: string;
  factor: number;
  /** Meters whose count already holds this one's, nearest first. */
  countedIn: readonly string[];
  /** What it is and what it counts as. */
  standardIds: readonly string[];
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
