import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { healthQuery } from '../api/queries.ts';
import { useMinute, useNow } from '../state/now.ts';
import { useConnection, useProfile, useServices } from '../state/services.ts';
import { useFailing } from '../state/useFailing.ts';
import { useLink } from '../state/useLink.ts';
import { clockTimeWithSeconds, formatAge, longDate, shiftDate } from '../text/times.ts';
import { text } from '../text/words.ts';
import styles from './StatusStrip.module.css';

/** A plant whose newest value is older than this shows so. */
const oldMs = 60_000;

const useLinkWords = (): string => {
  const { clock, live } = useServices();
  const nowMs = useNow(clock);
  const connection = useConnection();
  const lastAtMs = live.lastAtMs();
  switch (connection.state) {
    case 'off':
      return text.status.liveOff;
    case 'connecting':
      return text.status.liveConnecting;
    case 'open':
      return text.status.linkLive(formatAge(lastAtMs === null ? 0 : nowMs - lastAtMs));
    case 'waiting':
      return text.status.linkLost(Math.max(0, Math.ceil((connection.untilMs - nowMs) / 1000)));
  }
};

/** Server, link, age of the newest value and the plant's clock: one look says whether the screen is true. */
export const StatusStrip = () => {
  const { clock, values } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const minuteMs = useMinute(clock);
  const day = useMemo(() => longDate(shiftDate(minuteMs, timezone, shift.startAt)), [minuteMs, timezone, shift.startAt]);
  const link = useLink();
  const health = useQuery(healthQuery(link.lost));
  // an answer of an earlier outage says nothing of this one
  const answers =
    !link.lost || (health.isSuccess && health.failureCount === 0 && clock.fromMachine(health.dataUpdatedAt) > link.sinceMs);
  const failing = useFailing();
  const linkWords = useLinkWords();
  // with each second, not with each of the values that come between
  const newestAtMs = values.newestAtMs();
  const ageMs = newestAtMs === null || newestAtMs === undefined ? newestAtMs : nowMs - newestAtMs;

  return (
    <dl className={styles.strip} aria-label={text.status.label}>
      <div className={styles.item} data-minor data-abnormal={!answers || failing > 0 || undefined}>
        <dt>{text.status.server}</dt>
        <dd data-stale={failing > 0 || undefined}>
          {!answers ? text.status.serverDown : failing > 0 ? text.status.serverFails(failing) : text.status.serverOk}
        </dd>
      </div>
      <div className={styles.item} data-link data-abnormal={link.lost || undefined}>
        <dt>{text.status.link}</dt>
        <dd>{linkWords}</dd>
      </div>
      <div className={styles.item} data-minor data-abnormal={(ageMs ?? 0) > oldMs || undefined}>
        <dt>{text.status.data}</dt>
        <dd>
          {ageMs === undefined ? text.noValue : ageMs === null ? text.status.dataNone : text.status.dataAge(formatAge(ageMs))}
        </dd>
      </div>
      <div className={styles.item} data-clock>
        <dt>{text.status.shift(day)}</dt>
        <dd>
          <time dateTime={new Date(nowMs).toISOString()}>{clockTimeWithSeconds(nowMs, timezone)}</time>
        </dd>
      </div>
    </dl>
  );
};
