export type Stretch = [fromMs: number, toMs: number];

/** No stretch is shorter than three slots. */
export const shortestMs = 900_000;

/** As long as it is where that is possible, and inside of the range. */
const within = ([from, to]: Stretch, [first, last]: Stretch): Stretch => {
  const span = Math.min(last - first, Math.max(shortestMs, to - from));
  const start = Math.min(Math.max(first, from), last - span);
  return [start, start + span];
};

/** The same length, later or earlier. */
export const panned = ([from, to]: Stretch, byMs: number, range: Stretch): Stretch => within([from + byMs, to + byMs], range);

/** Longer or shorter by a factor, with one moment where it was. */
export const zoomedAt = ([from, to]: Stretch, atMs: number, factor: number, range: Stretch): Stretch => {
  const least = shortestMs / (to - from);
  const by = Math.max(least, factor);
  return within([atMs - (atMs - from) * by, atMs + (to - atMs) * by], range);
};

/**
 * Under two fingers the same two moments, as they were when both came down.
 * @param at where the fingers are now, as shares of the plot's width.
 */
export const pinched = (moments: readonly [number, number], at: readonly [number, number], range: Stretch): Stretch => {
  const [a, b] = moments;
  const [x, y] = at;
  if (Math.abs(y - x) < 0.02 || (b - a) * (y - x) <= 0) return within([Math.min(a, b), Math.max(a, b)], range);
  const whole = (b - a) / (y - x);
  const from = a - x * whole;
  return within([from, from + whole], range);
};
