/**
 * What happens in a plant, before any instrument has looked at it: rates of the last step (m3/h, kW, mm/h), their running
 * totals since the plant's first moment (m3, kWh, mm) and other quantities. Plain data.
 */
export type Truth<Stream extends string = string, Gauge extends string = string> = {
  timeMs: number;
  rates: Record<Stream, number>;
  totals: Record<Stream, number>;
  gauges: Record<Gauge, number>;
};

/** A plant that can be moved forward on a fixed grid, so that its state depends on its seed and the time alone. */
export interface PlantModel {
  readonly truth: Truth;
  step(): void;
  /** Everything needed to go on from here; survives JSON unchanged. */
  readonly state: object;
}

/** Step of every model: divides the 5-minute slot. */
export const stepMs = 30_000;
export const stepHours = stepMs / 3_600_000;

export const zeros = <K extends string>(names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;

/** Adds one step's rates to the totals. */
export function addUp(truth: Truth): void {
  const { rates, totals } = truth;
  for (const name in totals) totals[name] = (totals[name] ?? 0) + (rates[name] ?? 0) * stepHours;
  truth.timeMs += stepMs;
}

/** Moves a model forward to the first step that ends at or after a moment. */
export function advanceTo(model: PlantModel, timeMs: number): void {
  while (model.truth.timeMs < timeMs) model.step();
}
