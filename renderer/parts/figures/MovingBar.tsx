import styles from './MovingBar.module.css';

type Props = {
  value: number | null;
  /** Ends of the scale. */
  from: number;
  to: number;
  /** Where the value belongs. */
  normal?: { low: number; high: number } | undefined;
  lowLimit?: number | null | undefined;
  highLimit?: number | null | undefined;
  doubtful?: boolean;
  label: string;
};

/** The analogue bar of a control room: a scale, the band where the value belongs, its limits, and a pointer. */
export const MovingBar = ({ value, from, to, normal, lowLimit, highLimit, doubtful = false, label }: Props) => {
  const place = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from || 1)) * 100));
  return (
    <svg className={styles.bar} viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className={styles.track} x="0" y="4" width="100" height="6" />
      {normal === undefined ? null : (
        <rect className={styles.normal} x={place(normal.low)} y="4" width={place(normal.high) - place(normal.low)} height="6" />
      )}
      {[lowLimit, highLimit].map((limit, side) =>
        limit == null ? null : (
          <line key={side === 0 ? 'low' : 'high'} className={styles.limit} x1={place(limit)} x2={place(limit)} y1="2" y2="12" />
        ),
      )}
      {value === null ? null : (
        <line
          className={styles.pointer}
          data-doubtful={doubtful || undefined}
          x1={place(value)}
          x2={place(value)}
          y1="0"
          y2="14"
        />
      )}
    </svg>
  );
};
