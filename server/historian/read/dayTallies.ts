import { lastUsed } from '../../core/lastUsed.ts';
import { type DaySlots, seriesDayKey } from './daySlots.ts';
import type { Tally } from './reader.ts';
import { tallySlots } from './tally.ts';

/** Some 250 bytes each: of 1,000 series the like days of several months and years. */
const MOST_TALLIES = 8000;

type Stretch = { fromSlot: number; toSlot: number };
type Known = Stretch & { revision: number; tally: Tally };

/**
 * What closed days came to up to the time of day that it is now: running windows are compared with those before, again and again, and
 * the slots of so many days are not all kept.
 */
export class DayTallies {
  readonly #known = lastUsed<number, Known>(MOST_TALLIES);

  /**
   * @param revision of the day's month, read before the day, so that what is stored meanwhile is read again next time.
   * @returns undefined where the day has not all of the slots.
   */
  of(
    { seriesId, day, revision }: { seriesId: number; day: number; revision: number },
    { fromSlot, toSlot }: Stretch,
    slotsOf: () => DaySlots | undefined,
  ): Tally | undefined {
    const key = seriesDayKey(seriesId, day);
    const known = this.#known.get(key);
    if (known?.revision === revision && known.fromSlot === fromSlot && known.toSlot === toSlot) return known.tally;
    const slots = slotsOf();
    if (!slots || fromSlot < slots.firstSlot || toSlot > slots.firstSlot + slots.values.length) return undefined;
    const run = { fromSlot: slots.firstSlot, values: slots.values, quality: slots.quality };
    const tally = tallySlots(run, fromSlot, toSlot, toSlot);
    this.#known.set(key, { revision, fromSlot, toSlot, tally });
    return tally;
  }
}
