import styles from './BulletBar.module.css';

type Props = {
  value: number | null;
  /** What the value is held against; its tick is at the same place in every row. */
  reference: number | null;
  /** The part of the value that was estimated. */
  estimated?: number;
  label: string;
};

/** Where the reference's tick is, in percent of the width. */
const tickAt = 64;

/** A value against a like one: as long as the tick when equal, so that a column of bars shows at a glance what differs. */
export const BulletBar = ({ value, reference, estimated = 0, label }: Props) => {
  const width = value === null || reference === null || reference <= 0 ? 0 : Math.max(0, (value / reference) * tickAt);
  const over = width > 100;
  const shown = Math.min(100, width);
  const hatched = value !== null && value > 0 ? Math.min(1, estimated / value) : 0;
  return (
    <div className={styles.bar} role="img" aria-label={label} data-over={over || undefined}>
      <div className={styles.fill} style={{ width: `${shown * (1 - hatched)}%` }} />
      {hatched > 0 ? (
        <div className={styles.estimated} style={{ left: `${shown * (1 - hatched)}%`, width: `${shown * hatched}%` }} />
      ) : null}
      {reference === null || reference <= 0 ? null : <div className={styles.tick} style={{ left: `${tickAt}%` }} />}
    </div>
  );
};
