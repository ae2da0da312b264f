export type Side = 'low' | 'high' | 'inside';

/** On which side of its limits a value is; null where there are no limits or no value. Limits are in the shown unit. */
export const sideOf = (value: number | null, lt: number | null | undefined, ht: number | null | undefined): Side | null => {
  if (value === null || (lt == null && ht == null)) return null;
  if (lt != null && value < lt) return 'low';
  return ht != null && value > ht ? 'high' : 'inside';
};

/**
 * A parameter with limits as it is now; `side` null: not known, because no value that can be trusted is there; noFlow: no water flows
 * past its sensor, so that its value is held against nothing.
 */
export type Limited = { name: string; side: Side | 'noFlow' | null; ofLimit: number | null };

/** Parameters by their side of the limits; what is not known, or measured in standing water, is neither inside nor outside. */
export type LimitCounts = {
  inside: number;
  outside: string[];
  unknown: string[];
  standing: string[];
  /** The one that is nearest to its upper limit, percent of it. */
  closest: { name: string; percent: number } | null;
};

/** How many limits there are, whatever is known of them. */
export const allLimits = ({ inside, outside, unknown, standing }: LimitCounts): number =>
  inside + outside.length + unknown.length + standing.length;

export const limitCounts = (limited: readonly Limited[]): LimitCounts => {
  const inside = limited.filter(({ side }) => side === 'inside');
  const nearest = inside.reduce<Limited | null>(
    (best, one) => (one.ofLimit !== null && one.ofLimit > (best?.ofLimit ?? 0) ? one : best),
    null,
  );
  return {
    inside: inside.length,
    outside: limited.flatMap(({ name, side }) => (side === 'low' || side === 'high' ? [name] : [])),
    unknown: limited.flatMap(({ name, side }) => (side === null ? [name] : [])),
    standing: limited.flatMap(({ name, side }) => (side === 'noFlow' ? [name] : [])),
    closest: nearest?.ofLimit == null ? null : { name: nearest.name, percent: 100 * nearest.ofLimit },
  };
};
