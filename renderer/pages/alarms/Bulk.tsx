import { type FormEvent, useState } from 'react';
import { type AlarmView, shelveAlarm } from '../../../server/contract/plant/alarms.ts';
import { useSend } from '../../api/useEndpoint.ts';
import buttons from '../../parts/button.module.css';
import { explain } from '../../parts/states.tsx';
import { useServices } from '../../state/services.ts';
import styles from './Page.module.css';
import { ShelfFields } from './ShelfFields.tsx';
import { shelfLengths } from './shelfLengths.ts';
import { words } from './words.ts';

type Props = {
  chosen: readonly AlarmView[];
  isWaiting: (alarm: AlarmView) => boolean;
  onAll: () => void;
  onDone: () => void;
};

/** A shelf needs an alarm that is not over and on none yet. */
const canBeShelved = ({ state }: AlarmView): boolean => state === 'unack' || state === 'ack';

/** What is done to all chosen alarms at once: acknowledged, or shelved with one reason. */
export const Bulk = ({ chosen, isWaiting, onAll, onDone }: Props) => {
  const { acks } = useServices();
  const shelve = useSend(shelveAlarm);
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<number>(shelfLengths[1]);
  const [failed, setFailed] = useState<string | null>(null);
  const shelvable = chosen.filter(canBeShelved);
  const shelveAll = async (): Promise<void> => {
    for (const { id } of shelvable) await shelve.send({ params: { id }, body: { minutes, reason } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailed(null);
    shelveAll().then(onDone, (error: unknown) => setFailed(explain(error)));
  };
  return (
    <section className={styles.bulk} aria-label={words.selectedAlarms}>
      <span role="status">{words.selected(chosen.length)}</span>
      <button type="button" className={buttons.button} onClick={onAll}>
        {words.selectAll}
      </button>
      <button
        type="button"
        className={buttons.button}
        disabled={!chosen.some(isWaiting)}
        onClick={() => {
          for (const alarm of chosen.filter(isWaiting)) acks.add(alarm.id);
          onDone();
        }}
      >
        {words.acknowledgeSelected}
      </button>
      <button type="button" className={buttons.button} onClick={onDone}>
        {words.selectNone}
      </button>
      {shelvable.length === 0 ? null : (
        <form className={styles.shelf} onSubmit={submit}>
          <ShelfFields reason={reason} minutes={minutes} onReason={setReason} onMinutes={setMinutes} />
          <button type="submit" className={buttons.button} disabled={shelve.busy}>
            {words.shelveSelected(shelvable.length)}
          </button>
        </form>
      )}
      <span role="alert">{failed}</span>
    </section>
  );
};
