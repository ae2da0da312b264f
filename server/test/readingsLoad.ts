import { TestPlant } from './testPlant.ts';

/** Flow units with a counter and a flow each, as many as make so many series. */
export const flowPlant = (series: number): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  const meter = { modulus: 2 ** 32, basePerCount: 1000, maxPerHour: 500, backDeadband: 0.1 };
  for (let index = 0; index < series / 2; index += 1)
    plant.addUnit({ id: `u${index}`, type: 'flow', subCategoryId: 's', meta: { meter } });
  return plant;
};

export const seriesIds = (plant: TestPlant): { counters: number[]; gauges: number[] } => {
  const all = plant.units('DEMO').flatMap(({ series }) => series);
  const idsOf = (kind: string): number[] => all.filter((one) => one.kind === kind).map(({ id }) => id);
  return { counters: idsOf('counter'), gauges: idsOf('gauge') };
};

/** One instrument with a daily wave and noise: a totalizer in tenths, or a flow as the mean of 30 polls. The same id gives the same readings. */
export class Walk {
  readonly seriesId: number;
  readonly #kind: 'counter' | 'gauge';
  #state: number;
  #total = 0;

  constructor(seriesId: number, kind: 'counter' | 'gauge') {
    this.seriesId = seriesId;
    this.#kind = kind;
    this.#state = (seriesId * 2_654_435_761) % 2_147_483_647;
    this.#total = 1000 * seriesId;
  }

  next(slot: number): number {
    const flow = 100 + 50 * Math.sin((slot % 288) / 46) + 20 * this.#random();
    if (this.#kind === 'gauge') return flow;
    this.#total += flow / 12;
    return Math.round(this.#total * 10) / 10;
  }

  #random(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Prints a figure beside its goal, and fails the process when it is missed. */
export const goal = (name: string, value: number, unit: string, isMet: (value: number) => boolean, text: string): void => {
  const met = isMet(value);
  if (!met) process.exitCode = 1;
  console.log(`${name.padEnd(44)} ${value.toFixed(3).padStart(10)} ${unit.padEnd(11)} (goal ${text})${met ? '' : '  MISSED'}`);
};
