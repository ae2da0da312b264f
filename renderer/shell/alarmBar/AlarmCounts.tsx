import { PriorityMark } from '../../parts/PriorityMark.tsx';
import type { PriorityCount } from '../../state/alarms.ts';
import { text } from '../../text/words.ts';
import styles from './AlarmCounts.module.css';

/** How many alarms of each priority, by shape, letter and number. */
export const AlarmCounts = ({ counts }: { counts: readonly PriorityCount[] }) => (
  <ul className={styles.counts}>
    {counts.map(({ priority, active, unacknowledged }) => (
      <li key={priority} data-none={active === 0 || undefined}>
        <PriorityMark hidden priority={priority} form={active === 0 ? 'none' : unacknowledged === 0 ? 'outlined' : 'filled'} />
        <span aria-hidden="true">{active}</span>
        <span className="hw-only-read">{text.alarms.count(active, text.alarms.priority[priority] ?? '', unacknowledged)}</span>
      </li>
    ))}
  </ul>
);
