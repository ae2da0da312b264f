import { type AlarmRecord, isShelved } from '../model.ts';
import type { Delivery } from './model.ts';

/**
 * Whether a delivery that waited is dropped: its alarm was shelved or suppressed meanwhile or was answered or over, but where it is in a
 * digest of what was raised.
 */
const isNoMore = ({ kind, digest, attempts, createdAtMs, dueAtMs }: Delivery, alarm: AlarmRecord, nowMs: number): boolean => {
  const hasWaited = kind === 'escalated' || (attempts === 0 && dueAtMs > createdAtMs);
  return hasWaited && (isHeld(alarm, nowMs) || ((!digest || kind === 'escalated') && isDone(alarm)));
};

/** Those of a message's deliveries that are dropped, by the alarms that are still known. */
export const noMoreOf = (rows: readonly Delivery[], alarms: readonly AlarmRecord[], nowMs: number): Delivery[] => {
  const known = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  return rows.filter((row) => {
    const alarm = known.get(row.alarmId);
    return alarm !== undefined && isNoMore(row, alarm, nowMs);
  });
};

const isHeld = (alarm: AlarmRecord, nowMs: number): boolean => alarm.suppressed || isShelved(alarm, nowMs);
const isDone = ({ ackedAtMs, resolvedAtMs, clearedAtMs }: AlarmRecord): boolean =>
  (ackedAtMs ?? resolvedAtMs ?? clearedAtMs) !== null;

/** Whether an alarm is announced to nobody any more who did not get it before. */
export const isSettled = (alarm: AlarmRecord, nowMs: number): boolean => isHeld(alarm, nowMs) || isDone(alarm);
