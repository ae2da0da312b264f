import styles from './KpiBar.module.css';

type Props = {
  value: number | null;
  median: number | null;
  low: number | null;
  high: number | null;
  /** Some of it is missing or estimated. */
  provisional: boolean;
  label: string;
};

/** A bar from zero on the band of the same weekday: dark edges, a tick at the median. */
export const KpiBar = ({ value, median, low, high, provisional, label }: Props) => {
  const end = Math.max(value ?? 0, high ?? 0, median ?? 0) * 1.2 || 1;
  const at = (amount: number): number => Math.min(100, Math.max(0, (100 * amount) / end));
  return (
    <svg className={styles.bar} viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className={styles.track} x="0" y="4" width="100" height="12" />
      {low === null || high === null ? null : (
        <rect className={styles.band} x={at(low)} y="1" width={Math.max(0.8, at(high) - at(low))} height="18" />
      )}
      {value === null ? null : (
        <rect className={styles.fill} data-provisional={provisional || undefined} x="0" y="7" width={at(value)} height="6" />
      )}
      {low === null || high === null ? null : (
        <rect className={styles.edge} x={at(low)} y="1" width={Math.max(0.8, at(high) - at(low))} height="18" />
      )}
      {median === null || low === null ? null : <line className={styles.median} x1={at(median)} x2={at(median)} y1="1" y2="19" />}
    </svg>
  );
};
