import { Link } from '@tanstack/react-router';
import { type AlarmView, alarmHistory } from '../../../server/contract/plant/alarms.ts';
import { listDeliveries } from '../../../server/contract/plant/channels.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import buttons from '../../parts/button.module.css';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { useFocusBack } from '../../parts/focus/useFocusBack.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { useProfile } from '../../state/services.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { language } from '../../text/language.ts';
import { unitLabel } from '../../text/numbers.ts';
import { dateAndTime } from '../../text/times.ts';
import { AlarmActions } from './AlarmActions.tsx';
import drawer from './Drawer.module.css';
import { MomentTrend } from './MomentTrend.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const everyMs = 15_000;

const nothingYet = { title: '', body: '', action: '' };

/** The way out is one button from the first, so that it keeps the focus when the alarm comes. */
const Head = ({ alarm, onClose }: { alarm: AlarmView | undefined; onClose: () => void }) => {
  const { title, body, action } = alarm === undefined ? nothingYet : alarmWords(alarm);
  return (
    <>
      <div className={drawer.drawerHead}>
        {alarm === undefined ? (
          <span />
        ) : (
          <PriorityMark priority={alarm.priority} size={32} form={alarm.acknowledgedAt === null ? 'filled' : 'outlined'} />
        )}
        <div>
          {alarm === undefined ? null : (
            <>
              <h2>{title}</h2>
              <p className={styles.body}>{body}</p>
            </>
          )}
        </div>
        <button type="button" className={buttons.button} onClick={onClose}>
          {words.close}
        </button>
      </div>
      {alarm === undefined || action === '' ? null : (
        <p className={drawer.action} data-priority={alarm.priority}>
          {action}
        </p>
      )}
    </>
  );
};

/** Which channel carried it to whom, when, and what became of it. */
const Deliveries = ({ id }: { id: string }) => {
  const when = useTimeOf();
  const sent = useEndpoint(listDeliveries, { query: { notificationId: id } }, { everyMs });
  return (
    <section aria-label={words.notified}>
      <h3 className={drawer.head}>{words.notified}</h3>
      <Loaded
        of={sent}
        rows={2}
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={<p className={styles.sub}>{words.notifiedNobody}</p>}
      >
        {({ deliveries }) => (
          <ul className={drawer.events}>
            {deliveries.map(({ channel, to, state, step, createdAt, settledAt }) => (
              <li key={`${channel} ${to} ${step} ${createdAt}`}>
                <time dateTime={createdAt}>{when(Date.parse(createdAt))}</time>
                <span>
                  {words.channels[channel] ?? channel} {channel === 'web' ? '' : to}
                  {step === 0 ? '' : ` ${words.atStep(step)}`}
                </span>
                <span className={drawer.result} data-failed={state === 'failed' || undefined}>
                  {state === 'confirmed' && settledAt !== null
                    ? words.confirmedBy(when(Date.parse(settledAt)))
                    : words.delivery[state]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
};

/** What a person wrote is shown in every language; what the server says of a step only in its own. */
const written = new Set(['comment', 'shelved']);
/** Their note is the id of the person. */
const ofPeople = new Set(['assigned', 'unassigned']);

/** What is shown beside a step: words of a person, or whom it concerns. */
const besides = (kind: string, note: string, people: readonly { userId: string; name: string }[]): string => {
  if (ofPeople.has(kind)) return people.find(({ userId }) => userId === note)?.name ?? '';
  if (written.has(kind)) return note;
  return language() === 'en' ? note.replaceAll(/\bm3\b/g, unitLabel('m3')) : '';
};

/** One alarm: its sentences, the trend around it, who was notified, what happened, and what can be done. */
export const AlarmDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const box = useFocusBack(id);
  const { timezone, permissions } = useProfile();
  const one = useEndpoint(alarmHistory, { params: { id } }, { everyMs });
  const mayAct = permissions.includes('ALERTS');
  return (
    <aside ref={box} className={drawer.drawer} aria-label={words.details}>
      {/* on a phone the list is behind it: also what cannot be loaded is left */}
      <Head alarm={one.data?.alarm} onClose={onClose} />
      <Loaded of={one} rows={8}>
        {({ alarm, steps, people }) => (
          <>
            {alarm.unitId === '' ? null : (
              <>
                <MomentTrend alarm={alarm} />
                <Link to="/units/$unitId" params={{ unitId: alarm.unitId }} className={drawer.link}>
                  {words.openUnit}
                </Link>
              </>
            )}
            {mayAct ? <AlarmActions alarm={alarm} steps={steps} people={people} /> : null}
            {mayAct ? <Deliveries id={id} /> : null}
            <section aria-label={words.happened}>
              <h3 className={drawer.head}>{words.happened}</h3>
              <ol className={drawer.events}>
                {steps.map(({ at, kind, userName, note }) => {
                  const beside = besides(kind, note, people);
                  return (
                    <li key={`${at} ${kind}`}>
                      <time dateTime={at}>{dateAndTime(Date.parse(at), timezone)}</time>
                      <span>
                        <strong>{words.steps[kind] ?? kind}</strong>
                        {userName === null || userName === '' ? '' : ` ${userName}`}
                        {beside === '' ? '' : `: ${beside}`}
                      </span>
                    </li>
                  );
                })}
              </ol>
            </section>
          </>
        )}
      </Loaded>
    </aside>
  );
};
