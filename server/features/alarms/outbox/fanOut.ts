import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { addressOf, channelOf } from '../../../contract/model/recipients.ts';
import { MINUTES_PER_DAY } from '../../../core/slots.ts';
import { MINUTE_MS, minutesAfterMidnight } from '../../../core/time.ts';
import { QUARTER_MS } from '../../../core/zoneOffset.ts';
import type { AlarmRecord } from '../model.ts';
import type { DeliveryChannel } from './model.ts';

/** Low and medium wait for the morning; high and critical never do. */
const QUIET_FROM_PRIORITY = 3;
const CRITICAL = 1;
const TEN_MINUTES_MS = 600_000;
const WEEK_MS = 7 * MINUTES_PER_DAY * MINUTE_MS;

type QuietHours = { from: string; to: string };

/** A moment, and the minute since Sunday 00:00 that the clock on the plant's wall shows at any. */
export type WallNow = { nowMs: number; minuteAt: (ms: number) => number };

/** What is left of them by the wall's clock where it is not changed meanwhile. */
const leftByWall = (quiet: QuietHours, minute: number): number => {
  const [from, to] = [minutesAfterMidnight(quiet.from), minutesAfterMidnight(quiet.to)];
  const length = (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const at = ((minute % MINUTES_PER_DAY) - from + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return at < length ? (length - at) * MINUTE_MS : 0;
};

/** When the wall's clock is put forward or back within a time; null where it is not. */
const clockChange = (minuteAt: WallNow['minuteAt'], fromMs: number, toMs: number): number | null => {
  const first = Math.ceil(fromMs / QUARTER_MS) * QUARTER_MS;
  for (let ms = first; ms <= toMs; ms += QUARTER_MS) {
    const passed = minuteAt(ms) - minuteAt(ms - QUARTER_MS);
    if ((passed * MINUTE_MS - QUARTER_MS) % WEEK_MS !== 0) return ms;
  }
  return null;
};

/** Milliseconds until the wall's clock shows a time outside of quiet hours; 0 outside them. */
export const quietLeftMs = (quiet: QuietHours | undefined, { nowMs, minuteAt }: WallNow): number => {
  const leftMs = quiet ? leftByWall(quiet, minuteAt(nowMs)) : 0;
  const changeMs = leftMs > 0 ? clockChange(minuteAt, nowMs, nowMs + leftMs) : null;
  return quiet && changeMs !== null ? changeMs - nowMs + leftByWall(quiet, minuteAt(changeMs)) : leftMs;
};

/** How long an alarm waits at a channel: only low and medium ones do. */
export const quietWaitMs = ({ priority }: Pick<AlarmRecord, 'priority'>, quiet: QuietHours | undefined, now: WallNow): number =>
  priority >= QUIET_FROM_PRIORITY ? quietLeftMs(quiet, now) : 0;

/** Deliveries of one step of the escalation. @param to recipients, those on duty in place of each rota; nobody waits for a horn */
export const escalationOf = (
  alarm: Pick<AlarmRecord, 'priority'>,
  to: readonly string[],
  { settings, nowMs, minuteAt, isFlood }: Omit<FanOutParts, 'pushTokens' | 'settings'> & { settings: AlertSettings | undefined },
): PlannedDelivery[] => {
  const togetherMs = settings ? togetherAtMs(alarm, { ...settings, isFlood, nowMs }) : null;
  return to.map((address) => {
    const [channel, recipient] = [channelOf(address), addressOf(address)];
    // a horn that sounds says all there is to say, of however many alarms
    if (channel === 'horn') return { channel, recipient, dueAtMs: nowMs, digest: true };
    const quietMs = nowMs + quietWaitMs(alarm, settings?.channels[channel].quietHours, { nowMs, minuteAt });
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

export type FanOutParts = WallNow & {
  settings: AlertSettings;
  /** Push tokens of the industry's users with the permission ALERTS. */
  pushTokens: readonly string[];
  /** More alarms than the settings allow in ten minutes. */
  isFlood: boolean;
};

/**
 * Recipients, channels and times of an alarm: by priority and channel; low and medium wait for the end of quiet hours; in a flood
 * alarms are sent as one digest; critical ones are sent immediately and alone.
 */
export const fanOut = (
  alarm: Pick<AlarmRecord, 'priority'>,
  { settings, pushTokens, nowMs, minuteAt, isFlood }: FanOutParts,
): PlannedDelivery[] => {
  const { priority } = alarm;
  const togetherMs = togetherAtMs(alarm, { ...settings, isFlood, nowMs });
  return (['email', 'sms', 'messaging', 'push', 'web'] as const).flatMap((channel): PlannedDelivery[] => {
    const { enabled, minPriority, recipients, quietHours } = settings.channels[channel];
    if (!enabled || priority > minPriority) return [];
    if (channel === 'web') return [{ channel, recipient: 'live', dueAtMs: nowMs, digest: false }];
    const dueAtMs = Math.max(nowMs + quietWaitMs(alarm, quietHours, { nowMs, minuteAt }), togetherMs ?? 0);
    const addresses = channel === 'push' ? pushTokens : recipients.map(addressOf);
    return [...new Set(addresses)].map((recipient) => ({ channel, recipient, dueAtMs, digest: togetherMs !== null }));
  });
};
