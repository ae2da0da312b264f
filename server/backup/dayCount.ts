import type { CarriedDay } from '../bundle/dayItems.ts';
import { belongsTo, type Manifest } from './manifest.ts';

/** Counts the days of each series that the sets of a backup hold, a bit for each: 1,000 series with ten years take half a megabyte. */
export class DayCount {
  readonly #series: Map<string, { firstDay: number; wanted: number; seen: Uint8Array; found: number }>;
  readonly #belongs: ReturnType<typeof belongsTo>;

  constructor(manifest: Manifest) {
    const lost = Map.groupBy(manifest.damaged, ({ uid }) => uid);
    this.#belongs = belongsTo(manifest);
    this.#series = new Map(
      manifest.series.map(([uid, firstDay, lastDay, days]) => [
        uid,
        { firstDay, wanted: days - (lost.get(uid)?.length ?? 0), seen: new Uint8Array((lastDay - firstDay + 8) >> 3), found: 0 },
      ]),
    );
  }

  add(day: CarriedDay): void {
    const one = this.#series.get(day.uid);
    const at = day.day - (one?.firstDay ?? 0);
    const bit = 1 << (at & 7);
    const byte = one?.seen[at >> 3];
    if (!one || byte === undefined || (byte & bit) !== 0 || !this.#belongs(day)) return;
    one.seen[at >> 3] = byte | bit;
    one.found += 1;
  }

  /** A series of which days are missing. */
  lacking(): string | undefined {
    return [...this.#series].find(([, { found, wanted }]) => found < wanted)?.[0];
  }
}
