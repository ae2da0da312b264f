import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../api/queries.ts';
import { useNow } from '../state/now.ts';
import { useConnection, useNewestAtMs, useProfile, useServices } from '../state/services.ts';
import { clockTimeWithSeconds, formatAge, longDate, shiftDate } from '../text/times.ts';
import { text } from '../text/words.ts';
import styles from './StatusStrip.module.css';

/** A plant whose newest value is older than this shows so. */
const oldMs = 60_000;

/** Server, live connection, age of the newest value and the plant's clock: one look says whether the screen is true. */
export const StatusStrip = () => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const connection = useConnection();
  const newestAtMs = useNewestAtMs();
  const health = useQuery(healthQuery);
  const answered = connection.state === 'open' || health.isSuccess;
  const ageMs = newestAtMs === null ? null : nowMs - newestAtMs;

  const live = {
    off: text.status.liveOff,
    open: text.status.liveOpen,
    connecting: text.status.liveConnecting,
    waiting: text.status.liveWaiting(
      connection.state === 'waiting' ? Math.max(0, Math.ceil((connection.untilMs - nowMs) / 1000)) : 0,
    ),
  }[connection.state];

  return (
    <dl className={styles.strip} aria-label={text.status.label}>
      <div className={styles.item} data-abnormal={!answered || undefined}>
        <dt>{text.status.server}</dt>
        <dd>{answered ? text.status.serverOk : text.status.serverDown}</dd>
      </div>
      <div className={styles.item} data-abnormal={connection.state === 'waiting' || undefined}>
        <dt>{text.status.live}</dt>
        <dd>{live}</dd>
      </div>
      <div className={styles.item} data-abnormal={(ageMs !== null && ageMs > oldMs) || undefined}>
        <dt>{text.status.data}</dt>
        <dd>{ageMs === null ? text.status.dataNone : text.status.dataAge(formatAge(ageMs))}</dd>
      </div>
      <div className={styles.item} data-clock>
        <dt>{text.status.shift(longDate(shiftDate(nowMs, timezone, shift.startAt)))}</dt>
        <dd>
          <time dateTime={new Date(nowMs).toISOString()}>{clockTimeWithSeconds(nowMs, timezone)}</time>
        </dd>
      </div>
    </dl>
  );
};
