import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { channelOf, rotaNameOf } from '../../../contract/model/recipients.ts';
import { MINUTES_PER_DAY } from '../../../core/slots.ts';
import { minutesAfterMidnight } from '../../../core/time.ts';
import type { AlarmRecord } from '../model.ts';
import { quietWaitMs, type WallNow } from './fanOut.ts';

const WEEK = 7 * MINUTES_PER_DAY;

type Rota = NonNullable<AlertSettings['rotas']>[number];
type Turn = Rota['turns'][number];

/** A turn past midnight belongs to the day on which it begins; one that ends when it begins lasts a day. */
const isOn = ({ days, from, to }: Turn, minuteOfWeek: number): boolean => {
  const length = (minutesAfterMidnight(to) - minutesAfterMidnight(from) + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY;
  return days.some((day) => {
    const since = (minuteOfWeek - day * MINUTES_PER_DAY - minutesAfterMidnight(from) + 2 * WEEK) % WEEK;
    return since < length;
  });
};

/** Whose turn it is; those named for the rest of the time where it is nobody's. @param minuteOfWeek since Sunday 00:00 in the plant's zone */
export const onDuty = ({ turns, otherwise }: Rota, minuteOfWeek: number): string[] => {
  const now = turns.filter((turn) => isOn(turn, minuteOfWeek)).flatMap(({ recipients }) => recipients);
  return now.length > 0 ? now : otherwise;
};

/** Recipients with those on duty in place of each rota; a rota that is gone has nobody. */
export const withoutRotas = (
  recipients: readonly string[],
  rotas: AlertSettings['rotas'] = [],
  minuteOfWeek: number,
): string[] => {
  const members = recipients.flatMap((recipient) => {
    const name = rotaNameOf(recipient);
    if (name === null) return [recipient];
    const rota = rotas.find((one) => one.name === name);
    return rota ? onDuty(rota, minuteOfWeek) : [];
  });
  return [...new Set(members)];
};

/**
 * Settings whose channels name people alone: of a rota those who are on duty when the alarm is delivered there, after quiet hours, each
 * by the channel of their own address.
 */
export const settingsNow = (settings: AlertSettings, alarm: Pick<AlarmRecord, 'priority'>, now: WallNow): AlertSettings => {
  const { rotas = [] } = settings;
  if (rotas.length === 0) return settings;
  const channels = structuredClone(settings.channels);
  for (const name of ['email', 'sms', 'messaging'] as const) {
    const { recipients, quietHours } = channels[name];
    const members = withoutRotas(recipients, rotas, now.minuteAt(now.nowMs + quietWaitMs(alarm, quietHours, now)));
    // an address that was written into this channel itself stays, whatever it looks like
    channels[name].recipients = members.filter((one) => recipients.includes(one) || channelOf(one) === name);
  }
  return { ...settings, channels };
};
