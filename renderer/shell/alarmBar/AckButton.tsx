import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { useServices } from '../../state/services.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { text } from '../../text/words.ts';
import styles from './AlarmBar.module.css';

/** Says that a person has seen the alarm; `a` does the same. */
export const AckButton = ({ alarm }: { alarm: AlarmView }) => {
  const { acks } = useServices();
  return (
    <button
      type="button"
      className={styles.button}
      data-ack
      aria-label={text.alarms.acknowledgeOne(alarmWords(alarm).title)}
      aria-keyshortcuts="a"
      onClick={() => acks.add(alarm.id)}
    >
      {text.alarms.acknowledge}
      <kbd className={styles.key}>A</kbd>
    </button>
  );
};
