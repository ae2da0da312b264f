export type Axis = { min: number; max: number; interval: number };
export type Limit = { kind: 'low' | 'high' | 'day' | 'month'; value: number };

const nice = (raw: number): number => {
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = [1, 2, 2.5, 5, 10].find((one) => one * power >= raw * 0.999) ?? 10;
  return digit * power;
};

const wanted = 5;
/** A limit further away than this part of the span is not drawn to scale: an arrow names it. */
const reach = 0.75;

const clean = (value: number): number => Number(value.toPrecision(12));

/** An axis that shows every value, and every limit that is not far off. Amounts begin at zero. */
export const axisFor = (
  values: readonly number[],
  limits: readonly Limit[],
  { fromZero, intervals }: { fromZero: boolean; intervals?: number },
): Axis & { outside: Limit[] } => {
  let low = fromZero ? 0 : Number.POSITIVE_INFINITY;
  let high = fromZero ? 0 : Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  // an empty chart is drawn for its limits
  if (values.length === 0) {
    const all = limits.map(({ value }) => value);
    [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
    if (low === high) high = 1;
  }
  const near = Math.max(high - low, Math.abs(high) * 0.05, 1e-6) * reach;
  const inside = limits.filter(({ value }) => value >= low - near && value <= high + near);
  for (const { value } of inside) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high - low < 1e-9) {
    const room = Math.max(0.5, Math.abs(low) * 0.02);
    // what is never below zero has no line there
    [low, high] = low < 0 ? [low - room, high + room] : [Math.max(0, low - room), high === 0 ? 1 : high + room];
  }
  const count = intervals ?? wanted;
  let interval = nice((high - low) / count);
  let min = Math.floor(low / interval + 1e-9) * interval;
  // of a second axis the lines are those of the first
  while (intervals !== undefined && min + intervals * interval < high - 1e-9) {
    interval = nice(interval * 1.01);
    min = Math.floor(low / interval + 1e-9) * interval;
  }
  const max = intervals === undefined ? Math.ceil(high / interval - 1e-9) * interval : min + intervals * interval;
  return { min: clean(min), max: clean(max), interval: clean(interval), outside: limits.filter((one) => !inside.includes(one)) };
};
