import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { addressOf, channelOf } from '../../../contract/model/recipients.ts';
import { MINUTES_PER_DAY } from '../../../core/slots.ts';
import { MINUTE_MS, minutesAfterMidnight } from '../../../core/time.ts';
import type { AlarmRecord } from '../model.ts';
import type { DeliveryChannel } from './model.ts';

/** Low and medium wait for the morning; high and critical never do. */
const QUIET_FROM_PRIORITY = 3;
const CRITICAL = 1;
const TEN_MINUTES_MS = 600_000;

type QuietHours = { from: string; to: string };

/** Milliseconds until quiet hours are over; 0 outside them. @param minuteNow after midnight in the plant's zone */
export const quietLeftMs = (quiet: QuietHours | undefined, minuteNow: number): number => {
  if (!quiet) return 0;
  const [from, to] = [minutesAfterMidnight(quiet.from), minutesAfterMidnight(quiet.to)];
  const length = (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const at = (minuteNow - from + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return at < length ? (length - at) * MINUTE_MS : 0;
};

/** How long an alarm waits at a channel: only low and medium ones do. */
export const quietWaitMs = (
  { priority }: Pick<AlarmRecord, 'priority'>,
  quiet: QuietHours | undefined,
  minuteNow: number,
): number => (priority >= QUIET_FROM_PRIORITY ? quietLeftMs(quiet, minuteNow) : 0);

/** Deliveries of one step of the escalation. @param to recipients, those on duty in place of each rota; nobody waits for a horn */
export const escalationOf = (
  alarm: Pick<AlarmRecord, 'priority'>,
  to: readonly string[],
  { settings, nowMs, minuteNow, isFlood }: Omit<FanOutParts, 'pushTokens' | 'settings'> & { settings: AlertSettings | undefined },
): PlannedDelivery[] => {
  const togetherMs = settings ? togetherAtMs(alarm, { ...settings, isFlood, nowMs }) : null;
  return to.map((address) => {
    const [channel, recipient] = [channelOf(address), addressOf(address)];
    // a horn that sounds says all there is to say, of however many alarms
    if (channel === 'horn') return { channel, recipient, dueAtMs: nowMs, digest: true };
    const quietMs = nowMs + quietWaitMs(alarm, settings?.channels[channel].quietHours, minuteNow);
    return { channel, recipient, dueAtMs: Math.max(quietMs, togetherMs ?? 0), digest: togetherMs !== null };
  });
};

/** When an alarm of a flood goes out together with others; null: at once and alone, as a critical one always does. */
const togetherAtMs = (
  { priority }: Pick<AlarmRecord, 'priority'>,
  { flood, isFlood, nowMs }: Pick<AlertSettings, 'flood'> & { isFlood: boolean; nowMs: number },
): number | null =>
  isFlood && flood.digest && priority !== CRITICAL ? (Math.floor(nowMs / TEN_MINUTES_MS) + 1) * TEN_MINUTES_MS : null;

export type PlannedDelivery = { channel: DeliveryChannel; recipient: string; dueAtMs: number; digest: boolean };

export type FanOutParts = {
  settings: AlertSettings;
  /** Push tokens of the industry's users with the permission ALERTS. */
  pushTokens: readonly string[];
  nowMs: number;
  /** Minutes after midnight in the plant's zone. */
  minuteNow: number;
  /** More alarms than the settings allow in ten minutes. */
  isFlood: boolean;
};

/**
 * Recipients, channels and times of an alarm: by priority and channel; low and medium wait for the end of quiet hours; in a flood
 * alarms are sent as one digest; critical ones are sent immediately and alone.
 */
export const fanOut = (
  alarm: Pick<AlarmRecord, 'priority'>,
  { settings, pushTokens, nowMs, minuteNow, isFlood }: FanOutParts,
): PlannedDelivery[] => {
  const { priority } = alarm;
  const togetherMs = togetherAtMs(alarm, { ...settings, isFlood, nowMs });
  return (['email', 'sms', 'messaging', 'push', 'web'] as const).flatMap((channel): PlannedDelivery[] => {
    const { enabled, minPriority, recipients, quietHours } = settings.channels[channel];
    if (!enabled || priority > minPriority) return [];
    if (channel === 'web') return [{ channel, recipient: 'live', dueAtMs: nowMs, digest: false }];
    const dueAtMs = Math.max(nowMs + quietWaitMs(alarm, quietHours, minuteNow), togetherMs ?? 0);
    const addresses = channel === 'push' ? pushTokens : recipients.map(addressOf);
    return [...new Set(addresses)].map((recipient) => ({ channel, recipient, dueAtMs, digest: togetherMs !== null }));
  });
};
