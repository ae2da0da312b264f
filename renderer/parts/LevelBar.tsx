import styles from './LevelBar.module.css';

type Props = {
  /** Percent of the capacity, or null where it is not known. */
  percent: number | null;
  lowPercent: number | null;
  highPercent: number | null;
  doubtful: boolean;
  label: string;
};

/** A tank as an upright bar with its limits; no picture of a tank. */
export const LevelBar = ({ percent, lowPercent, highPercent, doubtful, label }: Props) => (
  <div className={styles.bar} role="img" aria-label={label}>
    {percent === null ? null : (
      <div
        className={styles.fill}
        data-doubtful={doubtful || undefined}
        style={{ height: `${Math.min(100, Math.max(0, percent))}%` }}
      />
    )}
    {lowPercent === null ? null : <div className={styles.limit} style={{ bottom: `${lowPercent}%` }} />}
    {highPercent === null ? null : <div className={styles.limit} style={{ bottom: `${highPercent}%` }} />}
  </div>
);
