import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { addressOf } from '../../../contract/model/recipients.ts';
import type { Delivery } from './model.ts';

/** Why the settings do not send what waits any more; null where they do. A step of the escalation goes by its own list. */
export const whyNotAnyMore = (
  settings: AlertSettings,
  delivery: Pick<Delivery, 'channel' | 'recipient' | 'step'>,
): string | null => {
  const { channel, step } = delivery;
  if (step === 0 && channel !== 'horn' && !settings.channels[channel].enabled) return 'its channel was switched off';
  return isNamed(settings, delivery) ? null : 'no longer a recipient';
};

/** Whether anybody's settings name a recipient still, in a channel, a rota or the escalation; of phones and horns others say so. */
const isNamed = (
  { channels, escalation, rotas = [] }: AlertSettings,
  { channel, recipient }: Pick<Delivery, 'channel' | 'recipient'>,
): boolean => {
  if (channel !== 'email' && channel !== 'sms' && channel !== 'messaging') return true;
  const lists = [
    ...[channels.email, channels.sms, channels.messaging, ...escalation].map(({ recipients }) => recipients),
    ...rotas.flatMap(({ turns, otherwise }) => [otherwise, ...turns.map(({ recipients }) => recipients)]),
  ];
  return lists.flat().some((one) => addressOf(one) === recipient);
};

/** A push token says nothing to a person. */
export const shownRecipient = ({ channel, recipient }: Pick<Delivery, 'channel' | 'recipient'>): string =>
  channel === 'push' ? 'a phone' : recipient;
