import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import type { MessageChannel } from '../../delivery/index.ts';
import type { AlarmRecord } from '../model.ts';
import { messageFor, timesOf } from './message.ts';
import type { Delivery, Horn } from './model.ts';
import type { PlantWall } from './plantWall.ts';

type HandOverParts = { channels: readonly MessageChannel[]; horn: Horn; clock: Clock; wall: Pick<PlantWall, 'dateAndTime'> };

/** So long a channel has, once its time is over, to say itself what it waited for. */
const LAST_WORD_MS = 2000;

/** What a channel is at: a driver that hangs and knows no end, as that of a modem may, must not hold up all that comes after it. */
const withEnd = async (sending: Promise<void>, name: string, signal: AbortSignal): Promise<void> => {
  const { promise: given, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const overdue = (): void => {
    timer = setTimeout(() => reject(new Failure('unavailable', `${name} does not come to an end`)), LAST_WORD_MS);
  };
  if (signal.aborted) overdue();
  else signal.addEventListener('abort', overdue, { once: true });
  try {
    await Promise.race([sending, given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', overdue);
  }
};

/** Gives a message to its channel, or sounds the horn; fails as that does. `first` is the alarm that it is about, of a digest the first one. */
export const handOver = (
  { channels, horn, clock, wall }: HandOverParts,
  delivery: Delivery,
  { alarms, first }: { alarms: readonly AlarmRecord[]; first: AlarmRecord },
  signal: AbortSignal,
): Promise<void> => {
  if (delivery.channel === 'horn') return horn.sound(delivery.industryId, delivery.recipient, signal);
  const channel = channels.find(({ name }) => name === delivery.channel);
  if (!channel) return Promise.reject(new Error(`${delivery.channel} is not set up on this server`));
  const times = (alarm: AlarmRecord): string => timesOf(alarm, clock.now(), (ms) => wall.dateAndTime(alarm.industryId, ms));
  const sending = channel.send(delivery.recipient, messageFor(delivery, first, alarms, times), signal);
  return withEnd(sending, delivery.channel, signal);
};
