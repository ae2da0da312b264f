import { PriorityMark } from '../../../parts/PriorityMark.tsx';
import { Empty, explain, LoadingRows } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { alarmWords } from '../../../text/alarmWords.ts';
import { language } from '../../../text/language.ts';
import { formatFromTo } from '../../../text/numbers.ts';
import { dateAndTime, endsOf } from '../../../text/times.ts';
import styles from '../Trend.module.css';
import { type Marks, mostAlarmDays } from '../trend/useMarks.ts';
import { words } from '../words.ts';

const Lacking = ({ why }: { why: Marks['lacking'] }) => {
  if (why === null) return null;
  if (why === 'loading') return <LoadingRows rows={1} />;
  if (why === 'long') return <p className={styles.note}>{words.alarmsOfLong(mostAlarmDays)}</p>;
  return (
    <p className={styles.note} role="alert">
      {words.alarmsUnknown} {explain(why.error)}
    </p>
  );
};

/** The ledger of the counter, the alarms and the gaps of a range, the newest first. */
export const EventsTab = ({ marks }: { marks: Marks }) => {
  const { timezone } = useProfile();
  const time = (ms: number): string => dateAndTime(ms, timezone);
  const rows = [
    ...marks.alarms.map((alarm) => {
      const { title, body } = alarmWords(alarm);
      return {
        key: alarm.id,
        ms: Date.parse(alarm.raisedAt),
        mark: <PriorityMark priority={alarm.priority} size={18} form={alarm.acknowledgedAt === null ? 'filled' : 'outlined'} />,
        title,
        body: [body, alarm.clearedAt === null ? '' : words.overAt(time(Date.parse(alarm.clearedAt)))].filter(Boolean).join(' '),
      };
    }),
    ...marks.events.map(({ at, kind, before, after, note }) => ({
      key: `${at} ${kind}`,
      ms: Date.parse(at),
      mark: words.eventLetter[kind],
      title: words.trend.event[kind],
      body: [
        before === null || after === null ? '' : `${formatFromTo(before, after)}.`,
        language() === 'en' || kind === 'manual' ? note : '',
      ]
        .filter(Boolean)
        .join(' '),
    })),
    ...marks.gaps.map(({ fromMs, toMs }) => ({
      key: `gap ${fromMs}`,
      ms: fromMs,
      mark: '–',
      title: words.trend.gap,
      body: words.fromTo(...endsOf(fromMs, toMs, timezone, true)),
    })),
  ].sort((a, b) => b.ms - a.ms);
  return (
    <>
      <Lacking why={marks.lacking} />
      {rows.length === 0 ? (
        marks.lacking === 'loading' ? null : (
          <Empty title={marks.lacking === null ? words.noEvents : words.noEventsBut} />
        )
      ) : (
        <ul className={styles.events} aria-label={words.tabs.events}>
          {rows.map(({ key, ms, mark, title, body }) => (
            <li key={key}>
              <time dateTime={new Date(ms).toISOString()}>{time(ms)}</time>
              <span aria-hidden={typeof mark === 'string'}>{mark}</span>
              <span>
                <strong>{title}</strong> <span className={styles.body}>{body}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
