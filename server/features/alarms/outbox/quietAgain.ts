import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { AlarmRecord } from '../model.ts';
import { quietWaitMs, type WallNow } from './fanOut.ts';
import type { Delivery } from './model.ts';
import { LONGEST_WAIT_MS } from './retries.ts';

type Now = WallNow & { channels: AlertSettings['channels'] | undefined };

/**
 * Deliveries that waited for the end of quiet hours when the clock was set back, and that are in quiet hours now: by id, when those are
 * over.
 */
export const quietAgain = (
  rows: readonly Delivery[],
  alarms: readonly AlarmRecord[],
  { channels, minuteAt, nowMs }: Now,
): ReadonlyMap<string, number> => {
  const known = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  return new Map(
    rows.flatMap(({ id, alarmId, channel, createdAtMs, dueAtMs }): [string, number][] => {
      const alarm = known.get(alarmId);
      const hasWaited = createdAtMs > nowMs && dueAtMs > createdAtMs + LONGEST_WAIT_MS;
      const quietHours = channel === 'horn' ? undefined : channels?.[channel].quietHours;
      const waitMs = alarm && hasWaited ? quietWaitMs(alarm, quietHours, { nowMs, minuteAt }) : 0;
      return waitMs > 0 ? [[id, nowMs + waitMs]] : [];
    }),
  );
};
