import type { Trust } from '../../state/trust.ts';
import { formatValue, type Marks, unitLabel } from '../../text/numbers.ts';
import { formatAge } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './LiveFigure.module.css';

type Props = {
  value: number | null;
  unit: string;
  trust: Trust;
  size?: 'row' | 'chip' | 'tile' | 'big';
  /** Limits that are written near it. */
  beside?: Marks;
};

const reasonOf = (why: NonNullable<Exclude<Trust, { kind: 'good' }>['why']>): string =>
  why === 'disconnected' ? text.live.disconnected : (text.fieldQuality[why] ?? '');

/**
 * A live value with its age. One that cannot be trusted is hatched and struck and carries "?", so that it is known
 * from a good one without colour.
 */
export const LiveFigure = ({ value, unit, trust, size = 'row', beside = [] }: Props) => {
  if (trust.kind === 'none') {
    return (
      <span className={styles.figure} data-size={size} data-trust="none">
        <span className={styles.value}>{text.noValue}</span>
        <span className={styles.age}>{trust.why === null ? text.age.never : reasonOf(trust.why)}</span>
      </span>
    );
  }
  const age = formatAge(trust.ageMs);
  const number = formatValue(value, unit, beside);
  const label = <span className={styles.unit}>{unitLabel(unit)}</span>;
  if (trust.kind === 'good') {
    return (
      <span className={styles.figure} data-size={size} data-trust="good">
        <span className={styles.value}>
          {number} {label}
        </span>
        <span className={styles.age}>{age}</span>
      </span>
    );
  }
  return (
    <span className={styles.figure} data-size={size} data-trust="doubtful">
      <span className={styles.value}>
        <span aria-hidden="true">{text.stalePrefix} </span>
        <s>{number}</s> {label}
      </span>
      <span className={styles.age}>
        {age}
        <span className={styles.why}>, {reasonOf(trust.why)}</span>
      </span>
    </span>
  );
};
