import type { TankShape } from '../contract/model/units.ts';
import { normalAt, randomChannel, uniformAt } from '../core/random.ts';
import { levelOf } from './process/tankShape.ts';

/** What of the truth an instrument looks at, and with which faults of its own. */
export type InstrumentReading =
  | {
      /** A totalizer: m3, kWh or mm, in steps of its resolution, starting again from 0 at its modulus. */
      kind: 'total';
      stream: string;
      resolution: number;
      modulus?: number;
      /** On the display on the plant's first moment. */
      start: number;
      errorPct: number;
      /** Counts something that grows along, such as kVAh with kWh. */
      factor?: number;
    }
  | { kind: 'rate'; stream: string; errorPct: number; noisePct: number; factor?: number }
  | { kind: 'gauge'; gauge: string; errorPct: number; noise: number; factor?: number }
  | { kind: 'level'; gauge: string; shape: TankShape; noiseM: number }
  /** Something that no water depends on, such as a voltage. */
  | { kind: 'steady'; value: number; noise: number };

/** Where a totalizer's past changes what it shows: exchanged at a total, or on its last count before 0 at one. */
export type TotalMarks = { replacedAt?: { timeMs: number; total: number }; rolledAt?: { total: number } };

/** The instrument of one signal: calibration error fixed by its name, noise fixed by its name and the second. */
export class Instrument {
  readonly reading: InstrumentReading;
  readonly #seed: number;
  readonly #channel: number;
  readonly #calibration: number;
  readonly #marks: TotalMarks;
  readonly #level: ((volumeM3: number) => number) | undefined;

  /** `device` is shared by the signals of one device, so that its flow and its total err alike. */
  constructor(seed: number, names: { device: string; signal: string }, reading: InstrumentReading, marks: TotalMarks = {}) {
    this.reading = reading;
    this.#seed = seed;
    this.#channel = randomChannel(`${names.device}.${names.signal}`);
    const error = 'errorPct' in reading ? reading.errorPct : 0;
    this.#calibration = 1 + (error / 100) * (2 * uniformAt(seed, randomChannel(names.device), 0) - 1);
    this.#marks = marks;
    this.#level = reading.kind === 'level' ? levelOf(reading.shape) : undefined;
  }

  /**
   * What it shows at a moment of the true value (total, rate, quantity or contents) at that moment; of rates and quantities the
   * mean of so many samples.
   */
  show(truth: number, atMs: number, samples = 1): number {
    const { reading } = this;
    const noise =
      reading.kind === 'total' ? 0 : normalAt(this.#seed, this.#channel, Math.floor(atMs / 1000)) / Math.sqrt(samples);
    switch (reading.kind) {
      case 'total':
        return this.#total(truth, atMs, reading);
      case 'rate':
        return truth * (reading.factor ?? 1) * this.#calibration * (1 + (reading.noisePct / 100) * noise);
      case 'gauge':
        return Math.max(0, truth * (reading.factor ?? 1) * this.#calibration + reading.noise * noise);
      case 'level':
        return Math.round(Math.max(0, (this.#level?.(truth) ?? 0) + reading.noiseM * noise) * 1000) / 1000;
      case 'steady':
        return reading.value + reading.noise * noise;
    }
  }

  #total(truth: number, atMs: number, reading: Extract<InstrumentReading, { kind: 'total' }>): number {
    const { resolution, modulus, start, factor = 1 } = reading;
    const { replacedAt, rolledAt } = this.#marks;
    const steps = (total: number): number => Math.floor((total * factor * this.#calibration) / resolution + 1e-6);
    if (replacedAt && atMs > replacedAt.timeMs) return steps(truth - replacedAt.total) * resolution;
    const full = modulus ? Math.round(modulus / resolution) : Number.POSITIVE_INFINITY;
    const first = rolledAt && modulus ? full - 1 - steps(rolledAt.total) : Math.round(start / resolution);
    const counts = first + steps(truth);
    return (counts % full) * resolution;
  }
}
