import { rateParams } from '../../contract/model/unitSeries.ts';
import type { Unit } from '../../plantModel/index.ts';
import { type Meters, meterOf } from './seriesRule.ts';

/** Nothing that a plant measures is so large: devices without a value give the largest float32 there is, 3.4e38. */
const NO_VALUE = 1e30;
/** A pipe passes more than its meter's Qmax for a while, but never so much more; times. */
const OVERLOAD = 2;
const BASE_PER_KILO = 1000;

/** The largest flow (m3/h) or power (kW) of a slot by the meter of then; Infinity where the meter does not say. */
export type MostAt = (slot: number) => number;

/** By series of a flow or power, the most that its unit's meter can have had (docs/domain.md 2.5). */
export const mostOfRates = (units: readonly Unit[], { rows }: Meters): ReadonlyMap<number, MostAt> =>
  new Map(
    units.flatMap((unit) =>
      unit.series.flatMap((counter): [number, MostAt][] => {
        const rate = unit.series.find(({ param }) => param === rateParams[counter.param]);
        if (counter.kind !== 'counter' || !rate) return [];
        const meterAt = meterOf(unit, counter, rows.get(counter.id) ?? []);
        const mostAt = (slot: number): number => {
          const { maxPerHour, basePerCount } = meterAt(slot);
          return (OVERLOAD * maxPerHour * basePerCount) / BASE_PER_KILO;
        };
        return [[rate.id, mostAt]];
      }),
    ),
  );

/** Whether a value, or the display of a counter, can have been measured. */
export const isPossible = (value: number, slot: number, mostAt: MostAt | undefined): boolean => {
  const size = Math.abs(value);
  return size < NO_VALUE && (mostAt === undefined || size <= mostAt(slot));
};
