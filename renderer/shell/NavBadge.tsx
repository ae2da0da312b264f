import { PriorityMark } from '../parts/PriorityMark.tsx';
import { useAlarms } from '../state/useAlarms.ts';
import { text } from '../text/words.ts';
import styles from './NavBadge.module.css';
import type { PageEntry } from './page.ts';

const AlarmBadge = () => {
  const { attention } = useAlarms();
  const first = attention?.waiting[0];
  if (first === undefined) return null;
  const count = attention?.waiting.length ?? 0;
  return (
    <span className={styles.badge}>
      <PriorityMark hidden priority={first.priority} size={18} />
      <span aria-hidden="true">{count}</span>
      <span className="hw-only-read">{text.alarms.more(count)}</span>
    </span>
  );
};

/** What waits behind an entry. */
export const NavBadge = ({ page }: { page: PageEntry['id'] }) => (page === 'alarms' ? <AlarmBadge /> : null);
