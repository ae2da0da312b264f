import { randomChannel, smoothNoise, uniformAt } from '../../core/random.ts';
import { DAY_MS, HOUR_MS } from '../../core/time.ts';
import { localMoment, localTime } from './localTime.ts';

const wetDay = randomChannel('weather.wetDay');
const secondShower = randomChannel('weather.secondShower');
const shower = randomChannel('weather.shower');
const warmth = randomChannel('weather.warmth');

/** Chance of rain per month on the west coast, January first: June to September is the monsoon. */
const wetChance = [0.12, 0.12, 0.15, 0.2, 0.3, 0.6, 0.7, 0.65, 0.5, 0.4, 0.25, 0.15];
const meanShowerMm = [5, 5, 6, 8, 10, 14, 16, 14, 12, 11, 8, 6];

type Shower = { fromMs: number; toMs: number; mm: number };

/** Showers of one local day; the same for the same seed and date, whoever asks. */
export function showersOf(seed: number, day: number): Shower[] {
  const month = new Date(day * DAY_MS).getUTCMonth();
  if (uniformAt(seed, wetDay, day) >= (wetChance[month] ?? 0)) return [];
  const count = uniformAt(seed, secondShower, day) < 0.35 ? 2 : 1;
  return Array.from({ length: count }, (_, n) => {
    const pick = (what: number) => uniformAt(seed, shower, day * 8 + n * 4 + what);
    const fromMs = localMoment(day, n * 12 + pick(0) * 8);
    const mm = Math.min(90, -Math.log(1 - pick(1)) * (meanShowerMm[month] ?? 0));
    // at most 35 mm/h in the mean, or a cloudburst would pass what a rain gauge can count
    const hours = Math.max(0.3 + 2.2 * pick(2), mm / 35);
    return { fromMs, toMs: fromMs + hours * HOUR_MS, mm };
  });
}

/** Part of a shower fallen by then: its rate swells and ebbs as a squared sine. */
const fallen = ({ fromMs, toMs, mm }: Shower, atMs: number): number => {
  const x = Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
  return mm * (x - Math.sin(2 * Math.PI * x) / (2 * Math.PI));
};

/** Rain and air temperature of one place; remembers the showers of the day that was asked last. */
export class Weather {
  readonly #seed: number;
  #day = Number.NaN;
  #showers: Shower[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Rain between two moments of one local day, mm. */
  rainMm(fromMs: number, toMs: number): number {
    const { day } = localTime(fromMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#showers = showersOf(this.#seed, day);
    }
    let mm = 0;
    for (const one of this.#showers) if (toMs > one.fromMs && fromMs < one.toMs) mm += fallen(one, toMs) - fallen(one, fromMs);
    return mm;
  }

  /** °C: warmest at 14:30 local and in May. */
  airTempC(timeMs: number): number {
    const { day, hour } = localTime(timeMs);
    const season = 3 * Math.cos((2 * Math.PI * (day - 140)) / 365.25);
    const daily = 4.5 * Math.cos((2 * Math.PI * (hour - 14.5)) / 24);
    return 27 + season + daily + 1.5 * smoothNoise(this.#seed, warmth, timeMs / 43_200_000);
  }
}
