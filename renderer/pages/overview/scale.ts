/** The ends of a moving bar: limits and the normal band are well inside, and the value too while it is near them. */
export const scaleOf = ({
  value,
  lt,
  ht,
  normal,
}: {
  value: number | null;
  lt: number | null | undefined;
  ht: number | null | undefined;
  normal: { low: number; high: number } | undefined;
}): { from: number; to: number; normal: { low: number; high: number } | undefined } | null => {
  const marks = [lt, ht, normal?.low, normal?.high].filter((mark): mark is number => mark != null);
  if (marks.length === 0) return null;
  const low = Math.min(...marks);
  const high = Math.max(...marks);
  // with one mark alone the scale starts at zero
  const span = high > low ? high - low : Math.abs(high) || 1;
  const from = high > low ? low - span / 2 : Math.min(0, low - span);
  const to = high + span / 2;
  const reach = value === null ? null : Math.min(to + span, Math.max(from - span, value));
  return {
    from: Math.max(
      marks.every((mark) => mark >= 0) ? 0 : Number.NEGATIVE_INFINITY,
      reach === null ? from : Math.min(from, reach),
    ),
    to: reach === null ? to : Math.max(to, reach),
    normal:
      normal ?? (lt != null || ht != null ? { low: lt ?? Math.min(0, low - span), high: ht ?? high + span / 2 } : undefined),
  };
};
