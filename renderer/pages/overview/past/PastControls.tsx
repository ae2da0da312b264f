import type { AlarmView } from '../../../../server/contract/plant/alarms.ts';
import { DateSteps } from '../../../parts/dates/DateSteps.tsx';
import { pastWords } from '../../../parts/dates/pastWords.ts';
import { TimeSlider } from '../../../parts/dates/TimeSlider.tsx';
import { lastSlotEnd, momentText, zonedMs } from '../../../state/moment.ts';
import { useNow } from '../../../state/now.ts';
import { useProfile, useServices } from '../../../state/services.ts';
import { alarmWords } from '../../../text/alarmWords.ts';
import { addDays, shiftDate } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';

type Props = { at: string; alarms: readonly AlarmView[]; onPick: (at: string | undefined) => void };

/** Which day, and which slot of it; alarms are marks on the way. */
export const PastControls = ({ at, alarms, onPick }: Props) => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const today = shiftDate(nowMs, timezone, shift.startAt);
  const atMs = Date.parse(at);
  // the slot that ends at the start of a shift belongs to the day before
  const date = shiftDate(atMs - 1, timezone, shift.startAt);
  const fromMs = zonedMs(date, shift.startAt, timezone);
  const toMs = zonedMs(addDays(date, 1), shift.startAt, timezone);
  const goToDate = (to: string) => {
    const ms = atMs + zonedMs(to, shift.startAt, timezone) - fromMs;
    onPick(momentText(Math.min(ms, lastSlotEnd(nowMs))));
  };
  return (
    <div className={styles.past}>
      <DateSteps date={date} max={today} previousLabel={text.dates.dayBefore} nextLabel={text.dates.dayAfter} onPick={goToDate} />
      <TimeSlider
        {...{ fromMs, toMs, nowMs, timezone, atMs }}
        endLabel={pastWords.live}
        marks={alarms.map((alarm) => ({ ms: Date.parse(alarm.raisedAt), label: alarmWords(alarm).title }))}
        onPick={(ms) => onPick(ms === null ? undefined : momentText(ms))}
      />
      <p>{pastWords.noCommands}</p>
    </div>
  );
};
