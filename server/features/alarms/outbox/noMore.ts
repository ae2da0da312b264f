import { type AlarmRecord, isShelved } from '../model.ts';
import type { Delivery } from './model.ts';

/**
 * Whether a delivery that waited is dropped: its alarm was shelved or suppressed meanwhile or, outside digests, acknowledged, resolved
 * or cleared.
 */
export const isNoMore = (
  { kind, digest, attempts, createdAtMs, dueAtMs }: Delivery,
  alarm: AlarmRecord,
  nowMs: number,
): boolean => {
  const hasWaited = kind === 'escalated' || (attempts === 0 && dueAtMs > createdAtMs);
  return hasWaited && (isHeld(alarm, nowMs) || (!digest && isDone(alarm)));
};

const isHeld = (alarm: AlarmRecord, nowMs: number): boolean => alarm.suppressed || isShelved(alarm, nowMs);
const isDone = ({ ackedAtMs, resolvedAtMs, clearedAtMs }: AlarmRecord): boolean =>
  (ackedAtMs ?? resolvedAtMs ?? clearedAtMs) !== null;

/** Whether an alarm is announced to nobody any more who did not get it before. */
export const isSettled = (alarm: AlarmRecord, nowMs: number): boolean => isHeld(alarm, nowMs) || isDone(alarm);
