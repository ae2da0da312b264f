import type { Fresh } from '../../state/fresh.ts';
import { useOfNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { useTimeOf } from '../dates/useTimeOf.ts';
import styles from './AsOf.module.css';

type Props = {
  of: Fresh;
  /** Says the time also while the data are fresh: for the head of a page, not for each of its panels. */
  always?: boolean;
};

/** When the data came; where they are older than they should be, why, and when they are asked for again. */
export const AsOf = ({ of, always = false }: Props) => {
  const { clock } = useServices();
  const when = useTimeOf();
  const { nextTryMs } = of;
  const seconds = useOfNow(clock, (nowMs) => (nextTryMs === null ? -1 : Math.max(0, Math.ceil((nextTryMs - nowMs) / 1000))));
  if (of.atMs === null || (of.why === null && !always && !of.awaited)) return null;
  const time = of.awaited ? text.page.awaited : text.page.asOf(when(of.atMs, true));
  if (of.why === null) return <span className={styles.fresh}>{time}</span>;
  return (
    <span className={styles.stale} data-stale>
      {time}, {text.page.why[of.why]}
      {nextTryMs === null ? null : `; ${seconds === 0 ? text.page.trying : text.page.next(seconds)}`}
    </span>
  );
};
