import type { Figures } from '../read/knownFigures.ts';

/** About 250 bytes each; of 1,000 series a month by days asks for some 15,000. */
const MOST_FIGURES = 40_000;
const LOOK_MS = 30_000;
/** Three minutes, and what was left until the look before them. */
const MOST_LOOKS = 7;

/** `looks`: how many there were since one of them was asked for. */
type OfSubject = { looks: number; periods: Map<number, { basis: string; figures: Figures }> };

/**
 * Figures that were read and proven, by what they are of and what they were worked out from, which never change together. Those of a subject
 * are let go when nobody asked for one of them in three minutes, all of them when there are too many.
 */
export class FigureCache {
  readonly #bySubject = new Map<string, OfSubject>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param subject of one kind. @returns what is known of a period that was worked out from `basis`. */
  get(subject: string, period: number, basis: string): Figures | undefined {
    const kept = this.#bySubject.get(subject);
    const known = kept?.periods.get(period);
    if (kept === undefined || known?.basis !== basis) return undefined;
    kept.looks = 0;
    return known.figures;
  }

  set(subject: string, period: number, basis: string, figures: Figures): void {
    if (this.#count >= MOST_FIGURES) this.clear();
    const kept = this.#bySubject.get(subject) ?? { looks: 0, periods: new Map() };
    this.#bySubject.set(subject, kept);
    kept.looks = 0;
    if (!kept.periods.has(period)) this.#count += 1;
    kept.periods.set(period, { basis, figures });
    this.#timer ??= setInterval(() => this.#forgetUnasked(), LOOK_MS).unref();
  }

  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#bySubject.clear();
    this.#count = 0;
  }

  #forgetUnasked(): void {
    for (const [subject, kept] of this.#bySubject) {
      kept.looks += 1;
      if (kept.looks < MOST_LOOKS) continue;
      this.#bySubject.delete(subject);
      this.#count -= kept.periods.size;
    }
    if (this.#bySubject.size === 0) this.clear();
  }
}
