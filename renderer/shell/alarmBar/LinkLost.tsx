import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/queries.ts';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import styles from './AlarmBar.module.css';

/** Nothing newer is known: since when, and when the panel tries again. */
export const LinkLost = ({ sinceMs, untilMs }: { sinceMs: number; untilMs: number | null }) => {
  const { live, clock } = useServices();
  const when = useTimeOf();
  const nowMs = useNow(clock);
  const health = useQuery(healthQuery(true));
  const answers = health.isSuccess && health.failureCount === 0 && clock.fromMachine(health.dataUpdatedAt) > sinceMs;
  // more windows of one account than the server gives a live link to
  const isRefused = answers && live.lastAtMs() === null;
  const seconds = untilMs === null ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  return (
    <>
      <p className={styles.lost} role="status">
        <strong>{text.alarms.lost(when(sinceMs, true))}</strong>{' '}
        <span className={styles.body}>{isRefused ? text.alarms.noLink : text.alarms.lostBody}</span>
      </p>
      <p className={styles.since}>{seconds === null ? text.page.trying : text.alarms.again(seconds)}</p>
      <button type="button" className={styles.button} onClick={live.retry} disabled={untilMs === null}>
        {text.status.tryNow}
      </button>
    </>
  );
};
