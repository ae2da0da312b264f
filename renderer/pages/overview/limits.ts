export type Side = 'low' | 'high' | 'inside';

/** On which side of its limits a value lies; null where there are no limits or no value. Limits are in the shown unit. */
export const sideOf = (value: number | null, lt: number | null | undefined, ht: number | null | undefined): Side | null => {
  if (value === null || (lt == null && ht == null)) return null;
  if (lt != null && value < lt) return 'low';
  return ht != null && value > ht ? 'high' : 'inside';
};
