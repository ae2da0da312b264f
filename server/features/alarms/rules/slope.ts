/** Least-squares slope of equally spaced values per step, NaN left out; null with fewer than three. */
export const slopeOf = (values: readonly number[]): number | null => {
  let [count, sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0, 0];
  for (const [x, y] of values.entries()) {
    if (!Number.isFinite(y)) continue;
    count += 1;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  }
  const spread = count * sumXX - sumX * sumX;
  return count < 3 || spread === 0 ? null : (count * sumXY - sumX * sumY) / spread;
};

/** Standard deviation of the slope of n equally spaced readings, per step and per standard deviation of a reading (docs/domain.md 3.2). */
export const slopeSigma = (count: number): number => Math.sqrt(12 / (count * (count ** 2 - 1)));
