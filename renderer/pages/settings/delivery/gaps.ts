import type { AlertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { addressOf, channelOf, type RecipientChannel, rotaNameOf } from '../../../../server/contract/model/recipients.ts';
import { unreachedHours } from './coverage.ts';

type SendingChannel = 'email' | 'sms' | 'messaging' | 'push';
/** Where somebody may believe that people are notified, and nobody is. */
export type Gap = { at: { step: number } | { channel: SendingChannel } } & (
  | { why: 'noRecipient' | 'notSetUp' | 'noRelay' }
  | { why: 'hours'; hours: number }
);
/** Whether a channel is set up on the server, and whether a write point is a relay that can be sounded. */
export type Means = { isSetUp(channel: SendingChannel): boolean; isRelay(pointId: string): boolean };
type Reach = Pick<AlertSettings, 'channels' | 'escalation' | 'rotas'>;

const HOURS_A_WEEK = 168;

/** Why these recipients are not notified at all or at some hours of the week; null where somebody always is. */
const gapOf = (recipients: readonly string[], { rotas = [] }: Reach, reaches: (person: string) => boolean) => {
  if (recipients.length === 0) return { why: 'noRecipient' } as const;
  const named = recipients.flatMap((one) => rotas.find(({ name }) => name === rotaNameOf(one)) ?? []);
  const isAnybody = (people: readonly string[]): boolean => people.some(reaches);
  if (isAnybody(recipients.filter((one) => rotaNameOf(one) === null))) return null;
  const duties = named.map(({ turns, otherwise }) => ({ turns, hasRest: isAnybody(otherwise) }));
  const hours = unreachedHours(duties, (turn) => isAnybody(turn.recipients));
  if (hours === 0) return null;
  return hours >= HOURS_A_WEEK ? ({ why: 'notSetUp' } as const) : ({ why: 'hours', hours } as const);
};

/** Channels that are switched on and steps of the escalation that notify nobody. */
export const gapsOf = (settings: Reach, { isSetUp, isRelay }: Means): Gap[] => {
  const { channels, escalation } = settings;
  const isHorn = (one: string): boolean => rotaNameOf(one) === null && channelOf(one) === 'horn';
  const can = (one: string): boolean => {
    const channel: RecipientChannel = channelOf(one);
    return channel === 'horn' ? isRelay(addressOf(one)) : isSetUp(channel);
  };
  const ofChannels = (['email', 'sms', 'messaging', 'push'] as const).flatMap((channel): Gap[] => {
    const { enabled, recipients } = channels[channel];
    if (!enabled) return [];
    if (!isSetUp(channel)) return [{ at: { channel }, why: 'notSetUp' }];
    // a paired phone is notified by push without being named as a recipient
    if (channel === 'push') return [];
    const gap = gapOf(recipients, settings, (one) => recipients.includes(one) || channelOf(one) === channel);
    return gap === null ? [] : [{ at: { channel }, ...gap }];
  });
  const ofSteps = escalation.flatMap(({ recipients }, at): Gap[] => {
    const gap = gapOf(recipients, settings, can);
    if (gap === null) return [];
    const isLostHorn = gap.why === 'notSetUp' && recipients.every(isHorn);
    return [{ at: { step: at + 1 }, ...gap, ...(isLostHorn && { why: 'noRelay' as const }) }];
  });
  return [...ofChannels, ...ofSteps];
};
