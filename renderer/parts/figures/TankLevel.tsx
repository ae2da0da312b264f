import styles from './TankLevel.module.css';

type Props = {
  percent: number | null;
  /** What is not known for sure is drawn with a broken edge. */
  isSure: boolean;
  lowPercent: number | null;
  highPercent: number | null;
  /** What it usually is at this time. */
  normal: { low: number; high: number } | null;
  /** Absent where the words beside it say the same. */
  label?: string;
  className: string | undefined;
};

const height = (share: number): number => Math.min(100, Math.max(0, share));
const top = (share: number): number => 100 - height(share);

/** A tank now: what it holds, its limits at the left edge, the usual at the right one. */
export const TankLevel = ({ percent, isSure, lowPercent, highPercent, normal, label, className }: Props) => (
  <svg
    className={`${styles.level} ${className ?? ''}`}
    viewBox="0 0 46 100"
    preserveAspectRatio="none"
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined}
  >
    <rect className={styles.shell} x="6" y="0" width="34" height="100" />
    {percent === null ? null : (
      <>
        <rect className={isSure ? styles.fill : styles.unsure} x="6" y={top(percent)} width="34" height={height(percent)} />
        <line className={styles.surface} x1="6" x2="40" y1={top(percent)} y2={top(percent)} />
      </>
    )}
    {[lowPercent, highPercent].map((limit, side) =>
      limit === null ? null : (
        <line key={side === 0 ? 'low' : 'high'} className={styles.limit} x1="0" x2="12" y1={top(limit)} y2={top(limit)} />
      ),
    )}
    {normal === null ? null : <path className={styles.normal} d={`M41 ${top(normal.high)}h4V${top(normal.low)}h-4`} />}
  </svg>
);
