import type { SeriesInfo } from '../../plantModel/index.ts';
import { seededRandom } from './seededRandom.ts';

/** Plays an instrument, with gaps, turns of its counter, false readings and a reset. */
export class Instrument {
  readonly #random: () => number;
  readonly #series: SeriesInfo;
  readonly #modulus: number;
  readonly #step: number;
  #shown: number;
  #silentFor = 0;

  constructor(series: SeriesInfo, meter: { modulus: number; basePerCount: number } | undefined, seed: number) {
    this.#series = series;
    this.#random = seededRandom(seed);
    this.#modulus = meter?.modulus ?? 2 ** 32;
    const perSlot = series.param === 'energy' ? 3000 : series.param === 'apparent' ? 3300 : series.param === 'rain' ? 0.1 : 900;
    this.#step = perSlot / (meter?.basePerCount ?? 1);
    this.#shown = this.#random() < 0.5 ? this.#modulus - Math.floor(this.#step * 300) : Math.floor(this.#random() * 1000);
  }

  show(slot: number): number | null {
    const r = this.#random();
    if (this.#silentFor > 0) this.#silentFor -= 1;
    else if (r < 0.004) this.#silentFor = Math.floor(this.#random() * 60);
    const wave = 1 + 0.8 * Math.sin((slot % 288) / 46);
    if (this.#series.kind === 'counter') {
      const by = this.#step * wave * (0.5 + this.#random());
      this.#shown += this.#step < 1 ? Number(this.#random() < by) : Math.round(by * 10) / 10;
      if (r > 0.9995) this.#shown = Math.floor(this.#random() * 10);
      this.#shown = Math.max(0, this.#shown);
      if (this.#shown >= this.#modulus) this.#shown -= this.#modulus;
      if (r > 0.999 && r < 0.9992) return 0;
      if (r > 0.998 && r < 0.999) return this.#silentFor > 0 ? null : Math.max(0, this.#shown - 0.4);
      return this.#silentFor > 0 ? null : Math.round(this.#shown * 10) / 10;
    }
    if (this.#silentFor > 0) return null;
    const noise = this.#random();
    if (this.#series.param === 'ph') return 7 + 2 * (noise - 0.5);
    if (this.#series.param === 'tds') return 400 * wave * (0.8 + 0.4 * noise);
    return 1.2 * wave * (0.95 + 0.1 * noise);
  }
}
