import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { entry as alarmsEntry } from '../../pages/alarms/entry.ts';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import tags from '../../parts/figures/tag.module.css';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { useLink } from '../../state/useLink.ts';
import { useUnknownSince } from '../../state/useUnknownSince.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { formatAge } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { AckButton } from './AckButton.tsx';
import styles from './AlarmBar.module.css';
import { AlarmCounts } from './AlarmCounts.tsx';
import { LinkLost } from './LinkLost.tsx';

/** The alarm in its own words, with what to do. */
const Sentence = ({ alarm }: { alarm: AlarmView }) => {
  const { clock } = useServices();
  const when = useTimeOf();
  const nowMs = useNow(clock);
  const raisedMs = Date.parse(alarm.raisedAt);
  const { title, body, action } = alarmWords(alarm);
  return (
    <>
      <PriorityMark hidden priority={alarm.priority} size={26} />
      <p className={styles.sentence}>
        <Link to={alarmsEntry.path} search={{ alarm: alarm.id }} className={styles.title} aria-label={text.alarms.openOne(title)}>
          {title}
        </Link>{' '}
        <span className={styles.body}>{body}</span> <strong className={styles.action}>{action}</strong>
      </p>
      <p className={styles.since}>{text.alarms.since(when(raisedMs), formatAge(nowMs - raisedMs))}</p>
    </>
  );
};

const OtherAlarms = ({ count }: { count: number }) => {
  if (count === 0) return null;
  const words = text.alarms.more(count);
  return alarmsEntry.built ? (
    <Link to={alarmsEntry.path} className={styles.more}>
      {words}
    </Link>
  ) : (
    <span className={styles.more}>{words}</span>
  );
};

/** The server said no to an acknowledgement, and the alarm waits as before. */
const Refused = ({ waiting }: { waiting: readonly AlarmView[] }) => {
  const { acks } = useServices();
  const id = useSyncExternalStore(acks.subscribe, acks.refused);
  const alarm = waiting.find((one) => one.id === id);
  return alarm === undefined ? null : (
    <span className={`${tags.tag} ${styles.refused}`} role="alert">
      {text.alarms.refused(alarmWords(alarm).title)}
    </span>
  );
};

/** On every page: how many alarms of each priority, the most urgent one that waits, what to do, and Acknowledge. */
export const AlarmBar = () => {
  const { attention, mayAct, queued, fresh } = useAlarms();
  const unknownMs = useUnknownSince(fresh);
  const when = useTimeOf();
  const link = useLink();
  const first = attention?.waiting[0];
  const seen = attention?.seen[0];
  const filled = first?.priority === 1 && !link.lost;
  return (
    <section className={styles.bar} aria-label={text.alarms.bar} id="alarms" tabIndex={-1}>
      {attention === null ? null : <AlarmCounts counts={attention.counts} />}
      <div
        className={styles.message}
        data-filled={filled || undefined}
        data-lost={link.lost || undefined}
        data-priority={first?.priority}
      >
        {link.lost ? (
          <div className={styles.row}>
            <LinkLost sinceMs={link.sinceMs} untilMs={link.untilMs} />
          </div>
        ) : null}
        {/* a screen reader says a new alarm at once; ages that tick are outside */}
        <div className="hw-only-read" role="alert">
          {first === undefined ? '' : `${alarmWords(first).title}. ${alarmWords(first).action}`}
        </div>
        {first !== undefined ? (
          <div className={styles.row} data-waits>
            <Sentence alarm={first} />
            <OtherAlarms count={(attention?.waiting.length ?? 1) - 1} />
            {mayAct ? <AckButton alarm={first} /> : null}
          </div>
        ) : link.lost ? null : unknownMs !== null ? (
          <p className={styles.sentence} role="status">
            <strong>{text.alarms.unknownSince(when(unknownMs))}</strong>
          </p>
        ) : seen !== undefined ? (
          <div className={styles.row}>
            <PriorityMark hidden priority={seen.priority} form="outlined" />
            <p className={styles.sentence}>
              {text.alarms.allSeen} <span className={styles.body}>{alarmWords(seen).title}</span>
            </p>
          </div>
        ) : (
          <p className={styles.sentence}>{attention === null ? text.alarms.unknown : text.alarms.none}</p>
        )}
        <Refused waiting={attention?.waiting ?? []} />
        {queued.size === 0 ? null : (
          <span className={tags.tag} role="status">
            {text.alarms.queuedCount(queued.size)}
          </span>
        )}
      </div>
    </section>
  );
};
