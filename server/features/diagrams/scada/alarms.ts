import type { AlarmState, ScadaNodeData } from '../../../contract/user/scada.ts';
import type { AlarmRecord } from '../../alarms/index.ts';

type Shown = NonNullable<ScadaNodeData['alarm']>;

/** Where an alarm stood at a moment (IEC 62682: acknowledged or not, returned to normal or not, shelved, suppressed). */
const alarmStateAt = (alarm: AlarmRecord, atMs: number): AlarmState => {
  if (alarm.suppressed) return 'suppressed';
  if (alarm.shelvedUntilMs !== null && alarm.shelvedUntilMs > atMs) return 'shelved';
  const isAcked = alarm.ackedAtMs !== null && alarm.ackedAtMs <= atMs;
  const isCleared = alarm.clearedAtMs !== null && alarm.clearedAtMs <= atMs;
  if (isCleared) return isAcked ? 'normal' : 'rtn_unack';
  return isAcked ? 'ack' : 'unack';
};

/** What calls for somebody goes before what somebody has put aside. */
const order: readonly AlarmState[] = ['unack', 'ack', 'rtn_unack', 'shelved', 'suppressed', 'out_of_service', 'normal'];

const rank = ({ priority, state }: Shown): number => order.indexOf(state) * 10 + priority;

/** The most urgent alarm of each unit at a moment; what is over and acknowledged is none. */
export const alarmsByUnit = (alarms: readonly AlarmRecord[], atMs: number): Map<string, Shown> => {
  const found = new Map<string, Shown>();
  for (const alarm of alarms) {
    if (alarm.insight || alarm.raisedAtMs > atMs) continue;
    const shown = { state: alarmStateAt(alarm, atMs), priority: alarm.priority };
    const known = found.get(alarm.unitId);
    if (shown.state !== 'normal' && (!known || rank(shown) < rank(known))) found.set(alarm.unitId, shown);
  }
  return found;
};

export const mostUrgent = (units: Iterable<string>, alarms: ReadonlyMap<string, Shown>): Shown | undefined => {
  let urgent: Shown | undefined;
  for (const unitId of units) {
    const shown = alarms.get(unitId);
    if (shown && (!urgent || rank(shown) < rank(urgent))) urgent = shown;
  }
  return urgent;
};
