import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import { addressOf, channelOf } from '../../../contract/model/recipients.ts';
import type { AlarmRecord } from '../model.ts';
import type { WallNow } from './fanOut.ts';
import type { Delivery } from './model.ts';
import { settingsNow, withoutRotas } from './rotas.ts';

type Dropped = { delivery: Pick<Delivery, 'channel' | 'step'>; alarm: Pick<AlarmRecord, 'priority'>; told: readonly Delivery[] };

/**
 * Who is to get a message now by the settings, on its channel and at its step of the escalation, where its recipient was taken off the lists,
 * and has none yet.
 */
export const replacementsOf = ({ delivery, alarm, told }: Dropped, settings: AlertSettings, now: WallNow): string[] => {
  const { channel, step } = delivery;
  if (channel !== 'email' && channel !== 'sms' && channel !== 'messaging') return [];
  const { enabled, minPriority, recipients } = settingsNow(settings, alarm, now).channels[channel];
  const ofStep = withoutRotas(settings.escalation[step - 1]?.recipients ?? [], settings.rotas, now.minuteAt(now.nowMs));
  const first = enabled && alarm.priority <= minPriority ? recipients : [];
  const wanted = step === 0 ? first : ofStep.filter((one) => channelOf(one) === channel);
  const has = told.filter((one) => one.channel === channel && one.step === step).map(({ recipient }) => recipient);
  return [...new Set(wanted.map(addressOf))].filter((one) => !has.includes(one));
};
