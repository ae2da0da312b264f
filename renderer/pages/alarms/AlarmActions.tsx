import { type FormEvent, useState } from 'react';
import { type AlarmView, alarmHistory, commentAlarm, shelveAlarm, unshelveAlarm } from '../../../server/contract/plant/alarms.ts';
import { addAssignee } from '../../../server/contract/user/notifications.ts';
import { useAdding } from '../../api/useAdding.ts';
import { useSend } from '../../api/useEndpoint.ts';
import buttons from '../../parts/button.module.css';
import { explain } from '../../parts/states.tsx';
import { useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { text } from '../../text/words.ts';
import drawer from './Drawer.module.css';
import { ShelfFields } from './ShelfFields.tsx';
import { shelfLengths } from './shelfLengths.ts';
import { words } from './words.ts';

type Step = { kind: string; note: string };
type Props = { alarm: AlarmView; steps: readonly Step[]; people: readonly { userId: string; name: string }[] };

const notesOf = (steps: readonly Step[], text: string): number =>
  steps.filter(({ kind, note }) => kind === 'comment' && note === text.trim()).length;

/** Acknowledge, note, assign, shelve with a reason and an end. */
export const AlarmActions = ({ alarm, steps, people }: Props) => {
  const { acks } = useServices();
  const { queued, arrived } = useAlarms();
  const [failed, setFailed] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<number>(shelfLengths[1]);
  const [person, setPerson] = useState(people[0]?.userId ?? '');
  const params = { id: alarm.id };
  const comment = useAdding(commentAlarm, async (session, { body }) => {
    const now = await session.request(alarmHistory, { params });
    return notesOf(now.steps, body.text) > notesOf(steps, body.text);
  });
  const assign = useSend(addAssignee);
  const shelve = useSend(shelveAlarm);
  const unshelve = useSend(unshelveAlarm);
  const run = (send: () => Promise<unknown>, done?: () => void) => {
    setFailed(null);
    send().then(done, (error: unknown) => setFailed(explain(error)));
  };
  const onSubmit = (send: () => Promise<unknown>, done?: () => void) => (event: FormEvent) => {
    event.preventDefault();
    run(send, done);
  };
  // what is over is neither shelved nor given to anybody
  const isOver = alarm.state === 'normal';
  return (
    <div className={drawer.actions}>
      <p role="alert">{failed}</p>
      {queued.has(alarm.id) ? (
        <p role="status">{text.alarms.queued}</p>
      ) : alarm.acknowledgedAt === null && !alarm.insight && !arrived.has(alarm.id) ? (
        <button type="button" className={buttons.button} data-primary onClick={() => acks.add(alarm.id)}>
          {words.acknowledge} <kbd>A</kbd>
        </button>
      ) : null}
      {alarm.state === 'shelved' ? (
        <button type="button" className={buttons.button} onClick={() => run(() => unshelve.send({ params }))}>
          {words.unshelve}
        </button>
      ) : isOver ? null : (
        <form
          className={drawer.form}
          onSubmit={onSubmit(
            () => shelve.send({ params, body: { minutes, reason } }),
            () => setReason(''),
          )}
        >
          <ShelfFields isOfKey reason={reason} minutes={minutes} onReason={setReason} onMinutes={setMinutes} />
          <button type="submit" className={buttons.button} disabled={shelve.busy}>
            {words.shelve}
          </button>
        </form>
      )}
      <form
        className={drawer.form}
        onSubmit={onSubmit(
          () => comment.add({ params, body: { text: note } }),
          () => setNote(''),
        )}
      >
        <label>
          {words.note}
          <input value={note} required onChange={(event) => setNote(event.currentTarget.value)} />
        </label>
        <button type="submit" className={buttons.button} disabled={comment.busy}>
          {words.addNote}
        </button>
      </form>
      {isOver ? null : (
        <form
          className={drawer.form}
          onSubmit={onSubmit(() => assign.send({ body: { notificationId: alarm.id, assigneeId: person } }))}
        >
          <label>
            {words.assign}
            <select value={person} onChange={(event) => setPerson(event.currentTarget.value)}>
              {people.map(({ userId, name }) => (
                <option key={userId} value={userId}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={buttons.button} disabled={assign.busy || person === ''}>
            {words.assignDo}
          </button>
        </form>
      )}
    </div>
  );
};
