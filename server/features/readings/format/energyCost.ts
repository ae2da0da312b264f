import { isCountedAt } from '../../../core/slots.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { endSlotOf, type FormatContext } from './unitBase.ts';

/** The slots of a window of which some hours of each day are left out; undefined where it has all. */
const slotsOfHours = ({ fromSlot, toSlot, step, buckets }: FormatContext['window']): ReadonlySet<number> | undefined => {
  const counted = buckets.reduce((sum, bucket) => sum + bucket.toSlot - bucket.fromSlot, 0);
  if (step !== 'hour' || counted === toSlot - fromSlot) return undefined;
  return new Set(
    buckets.flatMap((bucket) => Array.from({ length: bucket.toSlot - bucket.fromSlot }, (_, at) => bucket.fromSlot + at)),
  );
};

/**
 * What the energy of the window costs, in the industry's currency: kWh by the tariff of their time of day. Null without a
 * tariff for all of it, and where one by time of day would have to be read over months.
 */
export const energyCharge = async (
  series: SeriesInfo,
  energyWh: number | null,
  context: FormatContext,
): Promise<number | null> => {
  const { rates, window, source } = context;
  const { energy, ratePerKWh } = rates.tariffs;
  if (energyWh === null) return null;
  if (energy.length === 0) return ratePerKWh === null ? null : (energyWh / 1000) * ratePerKWh;
  if (window.step === 'month' || window.step === 'year') return null;
  const wanted = slotsOfHours(window);
  let charge = 0;
  for (let day = window.fromDay; day <= window.toDay; day += 1) {
    await source.pace.turn();
    const { firstSlot, slots, timezone } = source.calendar.windowOfDay(day);
    const { values, quality } = source.reader.slots(series.id, firstSlot, Math.min(firstSlot + slots, endSlotOf(context)));
    const rate = rates.of(firstSlot, slots, timezone);
    // a slot without a reading has no energy, so that it needs no rate
    for (let at = 0; at < values.length; at += 1)
      if (isCountedAt(quality, at) && values[at] !== 0 && (wanted?.has(firstSlot + at) ?? true))
        charge += ((values[at] ?? 0) / 1000) * (rate[at] ?? Number.NaN);
  }
  return Number.isNaN(charge) ? null : charge;
};
