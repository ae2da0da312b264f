import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { AlarmRecord } from '../model.ts';
import { quietWaitMs } from './fanOut.ts';
import type { Delivery } from './model.ts';
import { LONGEST_WAIT_MS } from './retries.ts';

type Now = { channels: AlertSettings['channels'] | undefined; minuteNow: number; nowMs: number };

/**
 * Deliveries that waited for the end of quiet hours when the clock was set back, and that are in quiet hours now: by id, when those are
 * over.
 * @param now.minuteNow after midnight in the plant's zone
 */
export const quietAgain = (
  rows: readonly Delivery[],
  alarms: readonly AlarmRecord[],
  { channels, minuteNow, nowMs }: Now,
): ReadonlyMap<string, number> => {
  const known = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  return new Map(
    rows.flatMap(({ id, alarmId, channel, createdAtMs, dueAtMs }): [string, number][] => {
      const alarm = known.get(alarmId);
      const hasWaited = createdAtMs > nowMs && dueAtMs > createdAtMs + LONGEST_WAIT_MS;
      const quietHours = channel === 'horn' ? undefined : channels?.[channel].quietHours;
      const waitMs = alarm && hasWaited ? quietWaitMs(alarm, quietHours, minuteNow) : 0;
      return waitMs > 0 ? [[id, nowMs + waitMs]] : [];
    }),
  );
};
