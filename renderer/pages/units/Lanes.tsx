import { DAY_MS } from '../../../server/contract/model/common.ts';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useProfile } from '../../state/services.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { clockTime, dateAndTime, endsOf } from '../../text/times.ts';
import styles from './Lanes.module.css';
import type { Stretch } from './trend/stretch.ts';
import type { Marks } from './trend/useMarks.ts';
import { words } from './words.ts';

type Props = { marks: Marks; shown: Stretch; endMs: number; onGo: (ms: number) => void };

/** A time of day alone says nothing where several days are shown. */
const hasDays = ([from, to]: Stretch): boolean => to - from > DAY_MS;

const places = (shown: Stretch) => {
  const [from, to] = shown;
  return (ms: number): number => (100 * (Math.min(Math.max(ms, from), to) - from)) / (to - from);
};

const AlarmMark = ({ alarm, shown, endMs, onGo, named }: { alarm: AlarmView; named: boolean } & Omit<Props, 'marks'>) => {
  const { timezone } = useProfile();
  const place = places(shown);
  const fromMs = Date.parse(alarm.raisedAt);
  const toMs = alarm.clearedAt === null ? endMs : Date.parse(alarm.clearedAt);
  const title = alarmWords(alarm).title;
  const [from, to] = endsOf(fromMs, toMs, timezone, hasDays(shown));
  const span = words.fromTo(from, alarm.clearedAt === null ? null : to);
  return (
    <div className={styles.mark} style={{ left: `${place(fromMs)}%`, width: `${place(toMs) - place(fromMs)}%` }}>
      <span className={styles.bar} data-priority={alarm.priority} />
      <button type="button" className={styles.button} title={`${title}, ${span}`} onClick={() => onGo(fromMs)}>
        <PriorityMark priority={alarm.priority} size={18} form={alarm.acknowledgedAt === null ? 'filled' : 'outlined'} />
        <span className={named ? styles.words : 'hw-only-read'}>
          {title}, {span}
        </span>
      </button>
    </div>
  );
};

/** Above the plot and on its time: alarms with how long they lasted, and what the meter went through. */
export const Lanes = ({ marks, shown, endMs, onGo }: Props) => {
  const { timezone } = useProfile();
  const place = places(shown);
  const [from, to] = shown;
  const timeIn = (ms: number): string => (hasDays(shown) ? dateAndTime : clockTime)(ms, timezone);
  const alarms = marks.alarms.filter(
    ({ raisedAt, clearedAt }) => Date.parse(raisedAt) < to && (clearedAt === null || Date.parse(clearedAt) > from),
  );
  const events = marks.events.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to);
  const gaps = marks.gaps.filter((gap) => gap.fromMs < to && gap.toMs > from);
  if (marks.alarms.length + marks.events.length + marks.gaps.length === 0) return null;
  return (
    <div className={styles.lanes}>
      <section className={styles.lane} aria-label={words.alarmLane}>
        {alarms.map((alarm) => (
          <AlarmMark key={alarm.id} alarm={alarm} shown={shown} endMs={endMs} onGo={onGo} named={alarms.length <= 2} />
        ))}
      </section>
      <section className={styles.lane} aria-label={words.eventLane}>
        {gaps.map(({ fromMs, toMs }) => (
          <span
            key={fromMs}
            className={styles.gap}
            style={{ left: `${place(fromMs)}%`, width: `${place(toMs) - place(fromMs)}%` }}
            title={`${words.trend.gap} ${words.fromTo(...endsOf(fromMs, toMs, timezone, hasDays(shown)))}`}
          />
        ))}
        {events.map(({ at, kind }) => (
          <div key={`${at} ${kind}`} className={styles.mark} style={{ left: `${place(Date.parse(at))}%` }}>
            <button
              type="button"
              className={styles.button}
              title={`${words.trend.event[kind]} ${timeIn(Date.parse(at))}`}
              onClick={() => onGo(Date.parse(at))}
            >
              <span className={styles.letter} aria-hidden="true">
                {words.eventLetter[kind]}
              </span>
              <span className={events.length + gaps.length <= 2 ? styles.words : 'hw-only-read'}>
                {words.trend.event[kind]} {timeIn(Date.parse(at))}
              </span>
            </button>
          </div>
        ))}
      </section>
    </div>
  );
};
