import { rateParams } from '../model/unitSeries.ts';
import type { MeterSpec } from '../model/units.ts';

/** A meter passes a little more than its largest flow for a while. */
const MARGIN = 1.1;
const SLOTS_PER_HOUR = 12;
const BASE_PER_KILO = 1000;

type Measured = { maxCapacity?: number | null; meta: { meter?: MeterSpec | undefined } };

/**
 * The most that a 5-minute slot of a series can have, in its stored unit: of a tank the L that it holds, by the meter of its unit L, Wh or
 * mm of a counter and m3/h or kW of its rate. undefined where nothing says so.
 */
export const mostOfUnit = (
  { maxCapacity = null, meta: { meter } }: Measured,
  { kind, param }: { kind: string; param: string },
): number | undefined => {
  if (kind === 'stock') return param === 'volume' && maxCapacity !== null ? maxCapacity * BASE_PER_KILO : undefined;
  if (!meter) return undefined;
  const mostPerHour = meter.maxPerHour * meter.basePerCount * MARGIN;
  if (kind === 'counter') return mostPerHour / SLOTS_PER_HOUR;
  return Object.values(rateParams).includes(param) ? mostPerHour / BASE_PER_KILO : undefined;
};
