type Reading = { atMs: number; slot: number; second: number; value: number };

/** A reading is taken back within five minutes; those of its slot, five minutes long, are needed to work the slot out again. */
const keptMs = 11 * 60_000;
const pruneEvery = 256;

/** Readings that their line may still take back, by series. */
export class RevocableReadings {
  readonly #kept = new Map<number, Reading[]>();
  #count = 0;

  note(seriesId: number, reading: Reading): void {
    const known = this.#kept.get(seriesId);
    if (known) known.push(reading);
    else this.#kept.set(seriesId, [reading]);
    this.#count += 1;
    if (this.#count % pruneEvery === 0) this.#prune(reading.atMs - keptMs);
  }

  /** Forgets the readings of a series from `fromMs` to `toMs`. @returns the slots that lost any, with what is left of each. */
  takeBack(seriesId: number, { fromMs, toMs }: { fromMs: number; toMs: number }): { slot: number; left: Reading[] }[] {
    const known = this.#kept.get(seriesId) ?? [];
    const isMeant = ({ atMs }: Reading): boolean => atMs >= fromMs && atMs <= toMs;
    const slots = new Set(known.filter(isMeant).map(({ slot }) => slot));
    const left = known.filter((one) => !isMeant(one));
    if (slots.size > 0) this.#kept.set(seriesId, left);
    return [...slots].map((slot) => ({ slot, left: left.filter((one) => one.slot === slot) }));
  }

  #prune(beforeMs: number): void {
    for (const [seriesId, readings] of this.#kept) {
      const from = readings.findIndex(({ atMs }) => atMs >= beforeMs);
      if (from < 0) this.#kept.delete(seriesId);
      else readings.splice(0, from);
    }
  }
}
