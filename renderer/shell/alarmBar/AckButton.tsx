import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { useServices } from '../../state/services.ts';
import { useJustCame } from '../../state/useJustCame.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { text } from '../../text/words.ts';
import styles from './AlarmBar.module.css';

/** Says that a person has seen the alarm; `a` does the same. One that has just taken the place of another is not acknowledged by a press meant for that. */
export const AckButton = ({ alarm }: { alarm: AlarmView }) => {
  const { acks } = useServices();
  const isNew = useJustCame([alarm.id]).has(alarm.id);
  return (
    <button
      type="button"
      className={styles.button}
      data-ack
      aria-label={text.alarms.acknowledgeOne(alarmWords(alarm).title)}
      aria-keyshortcuts="a"
      // not `disabled`, which would take the focus from whoever goes by keys
      aria-disabled={isNew || undefined}
      onClick={() => {
        if (!isNew) acks.add(alarm.id);
      }}
    >
      {text.alarms.acknowledge}
      <kbd className={styles.key}>A</kbd>
    </button>
  );
};
