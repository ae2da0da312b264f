import type { Raw } from './registerTypes.ts';

/** 10 for 0.1, 1000 for 0.001; null where the scale is no such reciprocal. */
const divisorOf = (scale: number): number | null => {
  const divisor = Math.round(1 / scale);
  return divisor > 1 && Number.isSafeInteger(divisor) && 1 / divisor === scale ? divisor : null;
};

/**
 * Raw number to engineering value, `raw * scale`. Reciprocal scales divide, so that 2301 by 0.1 is 230.1
 * and not 230.10000000000002; bigints are divided as such, because a 64-bit total outgrows 2^53.
 */
export const compileScale = (scale: number): ((raw: Raw) => number) => {
  const divisor = divisorOf(scale);
  if (divisor === null) return (raw) => Number(raw) * scale;
  const wide = BigInt(divisor);
  return (raw) => (typeof raw === 'number' ? raw / divisor : Number(raw / wide) + Number(raw % wide) / divisor);
};

/** The raw number for `value`: whole (to the nearest) unless `fractional`, a bigint where `wide`. */
export const unscale = (value: number, scale: number, { fractional, wide }: { fractional: boolean; wide: boolean }): Raw => {
  const divisor = divisorOf(scale);
  if (fractional) return divisor === null ? value / scale : value * divisor;
  if (!Number.isFinite(value)) return value;
  if (!wide) return Math.round(divisor === null ? value / scale : value * divisor);
  if (divisor === null) return BigInt(Math.round(value / scale));
  const whole = Math.trunc(value);
  return BigInt(whole) * BigInt(divisor) + BigInt(Math.round((value - whole) * divisor));
};
