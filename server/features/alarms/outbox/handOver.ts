import type { Clock } from '../../../core/clock.ts';
import type { MessageChannel } from '../../delivery/index.ts';
import type { AlarmRecord } from '../model.ts';
import { messageFor, timesOf } from './message.ts';
import type { Delivery, Horn } from './model.ts';
import type { PlantWall } from './plantWall.ts';

type HandOverParts = { channels: readonly MessageChannel[]; horn: Horn; clock: Clock; wall: Pick<PlantWall, 'dateAndTime'> };

/** Gives a message to its channel, or sounds the horn; fails as that does. @param of `first`: the one it is about, of a digest the first */
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
  return channel.send(delivery.recipient, messageFor(delivery, first, alarms, times), signal);
};
