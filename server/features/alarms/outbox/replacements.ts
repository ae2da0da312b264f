import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { addressOf, channelOf } from '../../../contract/model/recipients.ts';
import type { AlarmRecord } from '../model.ts';
import type { Delivery } from './model.ts';
import { settingsNow, withoutRotas } from './rotas.ts';

type Dropped = { delivery: Pick<Delivery, 'channel' | 'step'>; alarm: Pick<AlarmRecord, 'priority'>; told: readonly Delivery[] };

/**
 * Who is to get a message now by the settings, on its channel and at its step of the escalation, where its recipient was taken off the lists,
 * and has none yet.
 * @param minuteOfWeek since Sunday 00:00 in the plant's zone
 */
export const replacementsOf = ({ delivery, alarm, told }: Dropped, settings: AlertSettings, minuteOfWeek: number): string[] => {
  const { channel, step } = delivery;
  if (channel !== 'email' && channel !== 'sms' && channel !== 'messaging') return [];
  const { enabled, minPriority, recipients } = settingsNow(settings, alarm, minuteOfWeek).channels[channel];
  const ofStep = withoutRotas(settings.escalation[step - 1]?.recipients ?? [], settings.rotas, minuteOfWeek);
  const first = enabled && alarm.priority <= minPriority ? recipients : [];
  const now = step === 0 ? first : ofStep.filter((one) => channelOf(one) === channel);
  const has = told.filter((one) => one.channel === channel && one.step === step).map(({ recipient }) => recipient);
  return [...new Set(now.map(addressOf))].filter((one) => !has.includes(one));
};
