import { HOURS_PER_DAY, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import type { SlotView } from './model.ts';

const WEEK_SLOTS = 7 * SLOTS_PER_DAY;
const WEEKS = 4;
const LEAST_WEEKS = 2;

/**
 * What a series uses hour by hour on such a weekday: the mean of the same slots of up to four weeks before (docs/domain.md 2.4). Worked
 * out once a day from what the view shows, one hour after the shift has begun, and not for all series in the same slot.
 */
export class DayProfile {
  readonly #seriesId: number;
  #day = Number.NaN;
  /** Thousands of the stored unit for each hour of the shift day; null where too few weeks are known. */
  #hours: Float64Array | null = null;

  constructor(seriesId: number) {
    this.#seriesId = seriesId;
  }

  /** Slot in which `sum` reaches `limit` if the day goes on as usual, null where it does not; undefined where nothing usual is known. */
  crossing(view: SlotView, sum: number, limit: number): number | null | undefined {
    const { firstSlot, day, endSlot } = view.today;
    const passed = view.slot - firstSlot;
    if (passed < SLOTS_PER_HOUR + (this.#seriesId % SLOTS_PER_HOUR)) return undefined;
    if (this.#day !== day) {
      this.#hours = this.#usual(view);
      this.#day = day;
    }
    const hours = this.#hours;
    if (!hours) return undefined;
    let expected = sum;
    for (let slot = view.slot + 1; slot < endSlot; ) {
      const hour = Math.floor((slot - firstSlot) / SLOTS_PER_HOUR);
      const next = Math.min(endSlot, firstSlot + (hour + 1) * SLOTS_PER_HOUR);
      // of a day of 25 hours the last is as the one before it
      const used = ((hours[Math.min(HOURS_PER_DAY - 1, hour)] ?? 0) * (next - slot)) / SLOTS_PER_HOUR;
      if (expected + used >= limit) return slot + Math.floor(((limit - expected) * (next - slot)) / used);
      expected += used;
      slot = next;
    }
    return null;
  }

  #usual(view: SlotView): Float64Array | null {
    const hours = new Float64Array(HOURS_PER_DAY);
    let weeks = 0;
    for (let ago = 1; ago <= WEEKS; ago += 1) {
      const from = view.today.firstSlot - ago * WEEK_SLOTS;
      let known = 0;
      const day = new Float64Array(HOURS_PER_DAY);
      for (let at = 0; at < SLOTS_PER_DAY; at += 1) {
        const value = view.value(this.#seriesId, from + at);
        if (!Number.isFinite(value)) continue;
        known += 1;
        const hour = Math.floor(at / SLOTS_PER_HOUR);
        day[hour] = (day[hour] ?? 0) + value / 1000;
      }
      if (known < SLOTS_PER_DAY * 0.9) continue;
      weeks += 1;
      for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) hours[hour] = (hours[hour] ?? 0) + (day[hour] ?? 0);
    }
    return weeks < LEAST_WEEKS ? null : hours.map((sum) => sum / weeks);
  }
}
