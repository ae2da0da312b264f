type Known = { value: number | null; low: number; high: number; isOutside: boolean };

const most = 3;

/**
 * Decimals for the ends of a usual range: few, and so many more that a value just outside is outside of what is written. 8.07 beside "0 to
 * 8.1" and a percentage would contradict each other.
 */
export const bandDecimals = ({ value, low, high, isOutside }: Known): number => {
  const usual = Math.max(Math.abs(low), Math.abs(high)) >= 100 ? 0 : 1;
  if (value === null || !isOutside) return usual;
  for (let decimals = usual; decimals < most; decimals += 1) {
    if (value < Number(low.toFixed(decimals)) || value > Number(high.toFixed(decimals))) return decimals;
  }
  return most;
};
