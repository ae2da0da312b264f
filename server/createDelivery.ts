import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import { Email } from './features/delivery/email.ts';
import { Messaging } from './features/delivery/messaging.ts';
import type { Channel, SmsChannel } from './features/delivery/model.ts';
import { Push } from './features/delivery/push.ts';
import { SmsDelivery } from './features/delivery/smsDelivery.ts';

export type DeliveryChannels = { channels: Channel[]; email: Email | undefined };

/** The channels that headworks.json sets up. */
export const createDelivery = (config: Config, sms: SmsChannel | undefined, clock: Clock): DeliveryChannels => {
  const email = config.email && new Email(config.email);
  const channels = [
    email,
    sms && new SmsDelivery(sms, config.sms?.kind === 'http'),
    config.messaging && new Messaging(config.messaging),
    config.push && new Push(config.push, clock),
  ].filter((channel) => channel !== undefined);
  return { channels, email };
};
