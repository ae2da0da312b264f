import { randomChannel, smoothNoise } from '../../core/random.ts';
import { type LocalTime, localTime } from './localTime.ts';
import { stepMs } from './truth.ts';
import { Weather } from './weather.ts';

/** One step's outside world: the same for the same seed and time. */
export type Moment = {
  timeMs: number;
  local: LocalTime;
  /** Fallen during the step. */
  rainMm: number;
  airCelsius: number;
  /** Smooth noise in [-1, 1] of a name, changing over so many minutes. */
  noise(name: string, minutes: number): number;
};

/** Makes the moments of one plant; remembers the channel number of every name. */
export class Surroundings {
  readonly #seed: number;
  readonly #weather: Weather;
  readonly #channels = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
    this.#weather = new Weather(seed);
  }

  at(timeMs: number): Moment {
    return {
      timeMs,
      local: localTime(timeMs),
      rainMm: this.#weather.rainMm(timeMs, timeMs + stepMs),
      airCelsius: this.#weather.airTempC(timeMs),
      noise: (name, minutes) => smoothNoise(this.#seed, this.#channel(name), timeMs / (minutes * 60_000)),
    };
  }

  #channel(name: string): number {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = randomChannel(name);
      this.#channels.set(name, channel);
    }
    return channel;
  }
}
