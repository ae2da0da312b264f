import { rateParams } from '../model/unitSeries.ts';
import type { MeterSpec } from '../model/units.ts';

/** A meter passes a little more than its largest flow for a while. */
const MARGIN = 1.1;
const SLOTS_PER_HOUR = 12;
const BASE_PER_KILO = 1000;

/**
 * The most that a 5-minute slot of a series can have by the meter of its unit, in its stored unit: L, Wh or mm of a counter, m3/h or kW of
 * its rate. undefined where no meter says so.
 */
export const mostOfMeter = (
  meter: MeterSpec | undefined,
  { kind, param }: { kind: string; param: string },
): number | undefined => {
  if (!meter) return undefined;
  const mostPerHour = meter.maxPerHour * meter.basePerCount * MARGIN;
  if (kind === 'counter') return mostPerHour / SLOTS_PER_HOUR;
  return Object.values(rateParams).includes(param) ? mostPerHour / BASE_PER_KILO : undefined;
};
