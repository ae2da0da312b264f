import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import { MINUTES_PER_DAY, SLOT_MINUTES, SLOT_MS, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { minutesAfterMidnight } from '../../../core/time.ts';
import { isoOfSlot } from '../../../historian/index.ts';

type Tariffs = IndustryFacts['tariffs'];

/** The slab of a minute of the day, -1 in none; one whose end is not after its start runs past midnight. */
const slabAt = ({ energy }: Tariffs, minute: number): number =>
  energy.findIndex(({ from, to }) => {
    const [start, end] = [minutesAfterMidnight(from), minutesAfterMidnight(to)];
    return start < end ? minute >= start && minute < end : minute >= start || minute < end;
  });

const clocks = new Map<string, Intl.DateTimeFormat>();
const minuteOfDay = (slot: number, timezone: string): number => {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timezone, clock);
  return minutesAfterMidnight(clock.format(slot * SLOT_MS));
};

/** Slabs of slots [fromSlot, fromSlot + slots), by their place in the tariff; -1 in none. */
export const slabsOf = (tariffs: Tariffs, fromSlot: number, slots: number, timezone: string): Int8Array => {
  const slabs = new Int8Array(slots);
  let minute = 0;
  for (let at = 0; at < slots; at += 1) {
    // zones change their offset on a quarter hour
    const isQuarter = (fromSlot + at) % SLOTS_PER_QUARTER === 0;
    minute = at === 0 || isQuarter ? minuteOfDay(fromSlot + at, timezone) : (minute + SLOT_MINUTES) % MINUTES_PER_DAY;
    slabs[at] = slabAt(tariffs, minute);
  }
  return slabs;
};

/** Rates of slots [fromSlot, fromSlot + slots); NaN where no tariff holds. */
const ratesOf = (tariffs: Tariffs, fromSlot: number, slots: number, timezone: string): Float64Array =>
  Float64Array.from(
    slabsOf(tariffs, fromSlot, slots, timezone),
    (slab) => tariffs.energy[slab]?.ratePerKWh ?? tariffs.ratePerKWh ?? Number.NaN,
  );

/** Rates by slot of the days of one answer, worked out once for all its units. */
export class TariffRates {
  readonly #tariffs: Tariffs;
  readonly #days = new Map<string, Float64Array>();

  constructor(tariffs: Tariffs) {
    this.#tariffs = tariffs;
  }

  get tariffs(): Tariffs {
    return this.#tariffs;
  }

  of(firstSlot: number, slots: number, timezone: string): Float64Array {
    const key = isoOfSlot(firstSlot);
    const rates = this.#days.get(key) ?? ratesOf(this.#tariffs, firstSlot, slots, timezone);
    this.#days.set(key, rates);
    return rates;
  }
}
