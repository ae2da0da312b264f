import { HOUR_MS } from '../../core/time.ts';
/** Rate of the last step (m3/h, kW, mm/h) and the total since the plant's first moment (m3, kWh, mm). */
export type Stream = { rate: number; total: number };

/** What happens in a plant, before any instrument has looked at it; plain data. */
export type Truth<StreamName extends string = string, Gauge extends string = string> = {
  timeMs: number;
  streams: Record<StreamName, Stream>;
  gauges: Record<Gauge, number>;
};

/** A plant that can be moved forward on a fixed grid, so that its state depends on its seed and the time alone. */
export interface ProcessModel {
  readonly truth: Truth;
  step(): void;
  /** Ids of the valves that are closed from now on: nothing flows through them. */
  closed?: ReadonlySet<string>;
  /** Everything needed to go on from here; survives JSON unchanged. */
  readonly state: object;
}

/** Step of every model: divides the 5-minute slot. */
export const stepMs = 60_000;
export const stepHours = stepMs / HOUR_MS;

export const zeros = <K extends string>(names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;

export const stopped = <K extends string>(names: readonly K[]): Record<K, Stream> =>
  Object.fromEntries(names.map((name) => [name, { rate: 0, total: 0 }])) as Record<K, Stream>;

/** Adds one step's rates to the totals; `streams` are those of the truth, as a list. */
export function addUp(truth: Truth, streams: readonly Stream[]): void {
  for (const stream of streams) stream.total += stream.rate * stepHours;
  truth.timeMs += stepMs;
}

/** Moves a model forward to the first step that ends at or after a moment. */
export function advanceTo(model: ProcessModel, timeMs: number): void {
  while (model.truth.timeMs < timeMs) model.step();
}
