import type { TankForecast } from '../../../contract/plant/overview.ts';
import { STEADY_SHARE_PER_HOUR } from '../../../contract/rules/steadyLevel.ts';
import { round } from '../../../core/round.ts';
import { isCountedAt, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import type { SlotRun } from '../../../historian/index.ts';

const PLACES = 3;
/** Of megalitres, so that a rate is as exact as in kilolitres. */
const PLACES_OF_ML = 6;
const LITRES_PER_ML = 1_000_000;

/**
 * When a tank is full or empty if it goes on as in the last hour; nothing where the hour is not known.
 * @param run the last hour's slots and the one before them; litres.
 */
export const tankForecast = (run: SlotRun, capacityL: number, perUnit: number): TankForecast | undefined => {
  const last = run.quality.length - 1;
  const first = last - SLOTS_PER_HOUR;
  const [before, now] = [run.values[first], run.values[last]];
  if (before === undefined || now === undefined || !isCountedAt(run.quality, first) || !isCountedAt(run.quality, last))
    return undefined;
  const rate = now - before;
  const isSteady = Math.abs(rate) < STEADY_SHARE_PER_HOUR * capacityL;
  const hours = (left: number): number => round(Math.max(0, left) / Math.abs(rate), PLACES);
  return {
    ratePerHour: round(rate / perUnit, perUnit === LITRES_PER_ML ? PLACES_OF_ML : PLACES),
    hoursToFull: !isSteady && rate > 0 ? hours(capacityL - now) : null,
    hoursToEmpty: !isSteady && rate < 0 ? hours(now) : null,
  };
};
