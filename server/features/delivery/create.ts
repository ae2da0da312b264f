import type { Clock } from '../../core/clock.ts';
import { Email, type EmailSettings } from './email.ts';
import { Messaging, type MessagingSettings } from './messaging.ts';
import type { MessageChannel, SmsChannel } from './model.ts';
import { Push, type PushSettings } from './push.ts';
import { SmsDelivery } from './smsDelivery.ts';

/** The channels as headworks.json describes them; one that is absent is not set up. */
export type DeliverySettings = {
  email?: EmailSettings | undefined;
  sms?: { kind: 'http' | 'gsm' } | undefined;
  messaging?: MessagingSettings | undefined;
  push?: PushSettings | undefined;
};

export type DeliveryChannels = { channels: MessageChannel[]; email: Email | undefined };

/** The channels that headworks.json sets up. */
export const createDelivery = (config: DeliverySettings, sms: SmsChannel | undefined, clock: Clock): DeliveryChannels => {
  const email = config.email && new Email(config.email);
  const channels = [
    email,
    sms && new SmsDelivery(sms, config.sms?.kind === 'http'),
    config.messaging && new Messaging(config.messaging),
    config.push && new Push(config.push, clock),
  ].filter((channel) => channel !== undefined);
  return { channels, email };
};
