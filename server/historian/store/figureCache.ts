import type { Figures } from '../read/knownFigures.ts';

/** About 250 bytes each; of 1,000 series a month by days asks for some 15,000. */
const MOST_FIGURES = 40_000;
const UNASKED_MS = 180_000;

/**
 * Figures that were read and proven, by what they are of and what they were worked out from, which never change together. All are let go
 * when nobody asked for three minutes, or when there are too many.
 */
export class FigureCache {
  readonly #bySubject = new Map<string, Map<number, { basis: string; figures: Figures }>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param subject of one kind. @returns what is known of a period that was worked out from `basis`. */
  get(subject: string, period: number, basis: string): Figures | undefined {
    const known = this.#bySubject.get(subject)?.get(period);
    if (known?.basis !== basis) return undefined;
    this.#timer?.refresh();
    return known.figures;
  }

  set(subject: string, period: number, basis: string, figures: Figures): void {
    if (this.#count >= MOST_FIGURES) this.clear();
    const periods = this.#bySubject.get(subject) ?? new Map();
    this.#bySubject.set(subject, periods);
    if (!periods.has(period)) this.#count += 1;
    periods.set(period, { basis, figures });
    this.#timer ??= setTimeout(() => this.clear(), UNASKED_MS).unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#bySubject.clear();
    this.#count = 0;
  }
}
