import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { MINUTE_MS } from '../../../../server/contract/model/common.ts';
import type { AlarmView } from '../../../../server/contract/plant/alarms.ts';
import type { Overview } from '../../../../server/contract/plant/overview.ts';
import { useTimeOf } from '../../../parts/dates/useTimeOf.ts';
import { Panel } from '../../../parts/Panel.tsx';
import { PriorityMark } from '../../../parts/PriorityMark.tsx';
import type { Attention } from '../../../state/alarms.ts';
import { useProfile } from '../../../state/services.ts';
import { alarmWords } from '../../../text/alarmWords.ts';
import { formatAge, timeOf } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { causeName, causeWords, placeOf, sinceMsOf } from '../thingWords.ts';
import type { PlantNow } from '../usePlantNow.ts';
import { troubles } from '../verdict.ts';
import { words } from '../words.ts';
import styles from './SidePanels.module.css';

const mostAlarms = 5;

const Alarm = memo(({ alarm, isWaiting, age }: { alarm: AlarmView; isWaiting: boolean; age: string }) => (
  <li data-waiting={isWaiting || undefined} data-priority={alarm.priority}>
    <Link to="/alarms" search={{ alarm: alarm.id }} className={styles.alarm}>
      <PriorityMark priority={alarm.priority} form={isWaiting ? 'filled' : 'outlined'} />
      <span className={styles.alarmWords}>
        <span className={styles.name} data-strong={isWaiting || undefined}>
          {alarmWords(alarm).title}
        </span>
        <span className={styles.sub}>{isWaiting ? words.verdict.waiting(age) : words.verdict.seen(age)}</span>
      </span>
    </Link>
  </li>
));

type AlarmsProps = { attention: Attention; unknownMs: number | null; nowMs: number };

const Alarms = ({ attention, unknownMs, nowMs }: AlarmsProps) => {
  const when = useTimeOf();
  const all = [
    ...attention.waiting.map((alarm) => ({ alarm, isWaiting: true })),
    ...attention.seen.map((alarm) => ({ alarm, isWaiting: false })),
  ];
  const none = unknownMs === null ? words.alarms.none : text.alarms.unknownSince(when(unknownMs));
  if (all.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <>
      <ul className={styles.alarms}>
        {all.slice(0, mostAlarms).map(({ alarm, isWaiting }) => (
          <Alarm key={alarm.id} alarm={alarm} isWaiting={isWaiting} age={formatAge(nowMs - Date.parse(alarm.raisedAt))} />
        ))}
      </ul>
      {all.length > mostAlarms ? (
        <Link to="/alarms" className={styles.more}>
          {words.alarms.more(all.length - mostAlarms)}
        </Link>
      ) : null}
    </>
  );
};

type SilentProps = { overview: Overview; minuteMs: number; unknownMs: number | null };
/** What is silent, grouped by what keeps it so, with the first steps; nothing of what is silent now while that cannot be read. */
const Silent = memo(({ overview, minuteMs, unknownMs }: SilentProps) => {
  const { timezone, permissions } = useProfile();
  const when = useTimeOf();
  const causes = troubles(overview.silent);
  const never = overview.silent.filter(({ reason }) => reason === 'neverEntered' || reason === 'disabled');
  const nameOf = new Map(overview.units.map(({ unitId, unitName }) => [unitId, unitName]));
  return (
    <>
      {causes.length === 0 ? (
        <p className={styles.none}>{unknownMs === null ? words.silent.none : words.verdict.unknownFigures(when(unknownMs))}</p>
      ) : (
        <ul className={styles.causes}>
          {causes.map((cause) => {
            const sinceMs = sinceMsOf(cause, overview);
            const since = sinceMs === null ? '' : words.verdict.since(timeOf(sinceMs, minuteMs, timezone));
            const steps = words.silent.steps[cause.reason];
            return (
              <li key={`${cause.kind} ${cause.id} ${cause.reason}`} className={styles.cause}>
                <p>
                  <strong>{causeName(cause, overview)}</strong> {cause.address} {words.silent.reasons[cause.reason]} {since}
                </p>
                <p className={styles.sub} title={cause.unitIds.map((id) => nameOf.get(id)).join(', ')}>
                  {words.verdict.unitsUnknown(cause.unitIds.length)}
                  {cause.unitIds.length <= 2 ? `: ${cause.unitIds.map((id) => nameOf.get(id)).join(', ')}` : ''}
                </p>
                {steps === undefined ? null : <p>{steps}</p>}
                {permissions.includes('COMMISSIONING') ? (
                  <Link to="/commissioning" search={placeOf(cause)} className={styles.more} title={causeWords(cause)}>
                    {words.silent.open}
                  </Link>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {never.length === 0 ? null : (
        <p className={styles.never}>
          {words.silent.neverSeen}: {never.flatMap(({ unitIds }) => unitIds.map((id) => nameOf.get(id))).join(', ')},{' '}
          {words.silent.reasons[never[0]?.reason ?? 'neverEntered']}
        </p>
      )}
    </>
  );
});

/** Left: alarms, the most urgent first, and what is silent. */
export const AlarmsPanel = ({ overview, now }: { overview: Overview; now: PlantNow }) => {
  const causes = troubles(overview.silent);
  const silent = causes.reduce((sum, { unitIds }) => sum + unitIds.length, 0);
  return (
    <div className={styles.column}>
      <Panel
        id="overview-alarms"
        title={words.alarms.title}
        note={
          now.attention === null || now.alarmsUnknownMs !== null ? undefined : words.alarms.counts(now.attention.waiting.length)
        }
      >
        {now.attention === null ? null : (
          <Alarms attention={now.attention} unknownMs={now.alarmsUnknownMs} nowMs={now.moment.nowMs} />
        )}
      </Panel>
      <Panel
        id="overview-silent"
        title={words.silent.title}
        note={silent === 0 ? undefined : words.silent.count(silent, causes.length)}
      >
        <Silent
          overview={overview}
          minuteMs={Math.floor(now.moment.nowMs / MINUTE_MS) * MINUTE_MS}
          unknownMs={now.figuresUnknownMs}
        />
      </Panel>
    </div>
  );
};
