import { randomChannel, smoothNoise, uniformAt } from '../../core/random.ts';
import type { LocalTime } from './localTime.ts';

/** Hours of each weekday in which a line is manned, Sunday first; a night shift is written on both days. */
type Roster = readonly (readonly (readonly [fromHour: number, toHour: number])[])[];

export type LineSpec = {
  name: string;
  roster: Roster;
  /** Water that leaves in bottles, and that runs to the drain, m3/h at full speed. */
  productM3h: number;
  rinseM3h: number;
  /** Cleaning for this long after the last shift of the day. */
  cleaningHours: number;
  cleaningM3h: number;
};

export type LineUse = { productM3h: number; drainM3h: number; speed: number };

/** Of a line that gets no water. */
export const noUse: LineUse = { productM3h: 0, drainM3h: 0, speed: 0 };

const twoShifts = [[6, 22]] as const;
/** Two shifts on Sundays too. */
export const dayAndNight: Roster = [[[6, 22]], [[6, 24]], [[0, 24]], [[0, 24]], [[0, 24]], [[0, 24]], [[0, 22]]];
export const sixDays: Roster = [[], twoShifts, twoShifts, twoShifts, twoShifts, twoShifts, twoShifts];
export const fiveDays: Roster = [[], twoShifts, twoShifts, twoShifts, twoShifts, twoShifts, [[6, 14]]];

/** One filling line: manned by roster, with change-overs, short stops and a speed that wanders. */
export class ProductionLine {
  readonly spec: LineSpec;
  readonly #seed: number;
  readonly #stops: number;
  readonly #changeOver: number;
  readonly #wander: number;

  constructor(seed: number, spec: LineSpec) {
    this.spec = spec;
    this.#seed = seed;
    this.#stops = randomChannel(`${spec.name}.stop`);
    this.#changeOver = randomChannel(`${spec.name}.changeOver`);
    this.#wander = randomChannel(`${spec.name}.speed`);
  }

  /** What the line draws at a moment. */
  use(at: LocalTime): LineUse {
    const { productM3h, rinseM3h, cleaningHours, cleaningM3h } = this.spec;
    const shifts = this.spec.roster[at.weekday] ?? [];
    const manned = shifts.some(([from, to]) => at.hour >= from && at.hour < to);
    if (!manned) {
      const cleaning = shifts.some(([, to]) => to < 24 && at.hour >= to && at.hour < to + cleaningHours);
      return { productM3h: 0, drainM3h: cleaning ? cleaningM3h : 0, speed: 0 };
    }
    const speed = this.#speed(at);
    // rinsers and conveyors run on while the filler waits
    return { productM3h: productM3h * speed, drainM3h: rinseM3h * (0.25 + 0.75 * speed), speed };
  }

  #speed({ day, hour }: LocalTime): number {
    const change = 9 + 7 * uniformAt(this.#seed, this.#changeOver, day);
    if (hour >= change && hour < change + 0.3 + 0.6 * uniformAt(this.#seed, this.#changeOver ^ 1, day)) return 0;
    const minutes = day * 1440 + hour * 60;
    if (uniformAt(this.#seed, this.#stops, Math.floor(minutes / 7)) < 0.05) return 0;
    return 0.9 + 0.08 * smoothNoise(this.#seed, this.#wander, minutes / 25);
  }
}

/** People on site, as a part of a full weekday's day shift. */
export function attendance({ weekday, hour }: LocalTime): number {
  const shift = hour >= 6 && hour < 14 ? 1 : hour >= 14 && hour < 22 ? 0.7 : 0.3;
  return weekday === 0 ? 0.2 * shift : shift;
}

const drawsByHour = [
  1, 0.8, 0.6, 0.6, 0.8, 1.4, 2.6, 2, 1.6, 1.5, 1.5, 1.8, 2.2, 2.4, 1.8, 1.4, 1.4, 1.5, 1.4, 1.2, 1.2, 1.6, 1.6, 1.2,
];
const draws = randomChannel('domestic.draws');

/** Washrooms and canteen, m3/h: many short draws, so that quiet hours come back to nothing. */
export function domesticM3h(seed: number, at: LocalTime, peakM3h: number): number {
  const mean = peakM3h * 0.4 * attendance(at) * (drawsByHour[Math.floor(at.hour)] ?? 1);
  const slot = Math.floor((at.day * 1440 + at.hour * 60) / 3);
  const open = Math.min(0.95, 0.25 + mean / (3 * peakM3h));
  if (uniformAt(seed, draws, slot) > open) return 0;
  return (mean / open) * (0.5 + uniformAt(seed, draws ^ 1, slot));
}
