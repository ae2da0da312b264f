import { SLOTS_PER_DAY } from '../../core/slots.ts';
import type { CountedUnit } from './countedMeters.ts';

/** The total of a day of a unit that counts; null where nothing was read. */
export type UnitDay = { unitId: string; day: number; sum: number | null; complete: number; expected: number };
export type DayWindow = { fromDay: number; toDay: number };

/** A sum of units over the days that have a total, so that a plant with few days is not taken for one that uses little. */
export type WaterDays = { kl: number; days: number };

const LITRES_A_KL = 1000;

const isIn =
  ({ fromDay, toDay }: DayWindow) =>
  ({ day }: { day: number }): boolean =>
    fromDay <= day && day <= toDay;

const idsOf = (units: readonly CountedUnit[]): ReadonlySet<string> => new Set(units.map(({ unitId }) => unitId));

/** The first day of any row; infinite where there are none. Not a call with all of them: two years of hundreds of meters are too many for one. */
const firstOf = (rows: readonly UnitDay[]): number =>
  rows.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);

/** Null where no unit has a total. */
export const waterOf = (all: readonly UnitDay[], units: readonly CountedUnit[], window: DayWindow): WaterDays | null => {
  const ids = idsOf(units);
  const known = all
    .filter(isIn(window))
    .flatMap(({ unitId, day, sum }) => (ids.has(unitId) && sum !== null ? [{ day, sum }] : []));
  if (known.length === 0) return null;
  return { kl: known.reduce((total, { sum }) => total + sum, 0) / LITRES_A_KL, days: new Set(known.map(({ day }) => day)).size };
};

/**
 * Slots measured of those expected, %, from the first day that is known of any of the units: also on a day on which a meter has no row; of
 * a unit that is filled by hand where something was entered alone. Null where nothing is expected.
 * @param leftOut days of which nothing is said.
 */
export const measuredPercent = (
  all: readonly UnitDay[],
  units: readonly CountedUnit[],
  { window, leftOut }: { window: DayWindow; leftOut: ReadonlySet<number> },
): number | null => {
  const ids = idsOf(units);
  const own = all.filter(({ unitId }) => ids.has(unitId));
  const firstDay = Math.max(window.fromDay, firstOf(own));
  const ofDay = Map.groupBy(own.filter(isIn(window)), ({ day }) => day);
  let [complete, expected] = [0, 0];
  for (let day = firstDay; day <= window.toDay; day += 1) {
    if (leftOut.has(day)) continue;
    const rows = new Map(ofDay.get(day)?.map((row) => [row.unitId, row]));
    const slots = Math.max(...[...rows.values()].map((row) => row.expected));
    for (const { unitId, isByHand } of units) {
      const row = rows.get(unitId);
      complete += row ? Math.min(row.complete, row.expected) : 0;
      if (row ? !isByHand || row.sum !== null : !isByHand) expected += row?.expected ?? (slots > 0 ? slots : SLOTS_PER_DAY);
    }
  }
  return expected === 0 ? null : (100 * complete) / expected;
};

/** Whether each meter has a total on each day of a month since its first one, and some meter on all of them. */
export const hasEveryDay = (all: readonly UnitDay[], units: readonly CountedUnit[], month: DayWindow): boolean => {
  const length = month.toDay - month.fromDay + 1;
  const days = Map.groupBy(all, ({ unitId }) => unitId);
  const lacks = units.some(({ unitId, isByHand }) => {
    const own = isByHand ? [] : (days.get(unitId) ?? []);
    const fromDay = Math.max(month.fromDay, firstOf(own));
    const known = own.filter(({ day, sum }) => sum !== null && fromDay <= day && day <= month.toDay).length;
    return own.length > 0 && known < month.toDay - fromDay + 1;
  });
  return !lacks && waterOf(all, units, month)?.days === length;
};
