/** Standard deviation of a normal distribution, in median absolute deviations. */
export const MAD_TO_SIGMA = 1.4826;

/** The middle value, of an even number the mean of the two in the middle; null of none. */
export const median = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
};

/** Null of none. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The value below which a share of them is, without interpolation; null of none.
 * @param sorted rising.
 * @param share 0 to 1.
 */
export const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;

/** Standard normal distribution above z; Abramowitz and Stegun 7.1.26, right to 2e-7 for z >= 0. */
export const normalTail = (z: number): number => {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (poly * Math.exp(-x * x)) / 2;
};

/** Lanczos' approximation, g = 7, n = 9; 15 digits for x >= 0.5. */
const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

const logGamma = (x: number): number => {
  const shifted = x + 6.5;
  const sum = lanczos.reduce((total, part, at) => total + (at === 0 ? part : part / (x - 1 + at)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(shifted) - shifted + Math.log(sum);
};

const PRECISION = 1e-15;
const MOST_TERMS = 10_000;

/** Regularised lower incomplete gamma function by its series; converges for x < a + 1. */
const lowerBySeries = (a: number, x: number): number => {
  let [sum, term] = [1 / a, 1 / a];
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
};

/** Regularised upper incomplete gamma function by its continued fraction (Lentz); for x >= a + 1. */
const upperByFraction = (a: number, x: number): number => {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return fraction * Math.exp(a * Math.log(x) - x - logGamma(a));
};

/** How probable it is that a chi-square value with so many degrees of freedom is at least as large. */
export const chiSquareTail = (statistic: number, degreesOfFreedom: number): number => {
  if (statistic <= 0) return 1;
  const [a, x] = [degreesOfFreedom / 2, statistic / 2];
  return x < a + 1 ? 1 - lowerBySeries(a, x) : upperByFraction(a, x);
};

/** Least-squares slope of equally spaced values [from, to), per step; what is not finite is left out; null with fewer than `fewest` values. */
export const slopeOf = (values: ArrayLike<number>, fewest: number, from = 0, to = values.length): number | null => {
  let [count, sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const [x, y] = [at - from, values[at] ?? Number.NaN];
    if (!Number.isFinite(y)) continue;
    count += 1;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  }
  const spread = count * sumXX - sumX * sumX;
  return count < fewest || spread === 0 ? null : (count * sumXY - sumX * sumY) / spread;
};

/** Standard deviation of the slope of n equally spaced readings, per step and per standard deviation of a reading (docs/domain.md 3.2). */
export const slopeSigma = (count: number): number => Math.sqrt(12 / (count * (count ** 2 - 1)));

/** Least-squares slope per unit of `x`; null where all points are at one place. */
export const slopeThrough = (points: readonly { x: number; y: number }[]): number | null => {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)) ?? 0, mean(points.map(({ y }) => y)) ?? 0];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return spread > 0 ? points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread : null;
};
