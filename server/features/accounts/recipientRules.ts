import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import { channelOf, rotaNameOf } from '../../contract/model/recipients.ts';
import { refuse } from '../../core/refusal.ts';

const LEAST_DIGITS = 6;
/** E.164 */
const MOST_DIGITS = 15;

const isEmail = (text: string): boolean => {
  const [name, host, ...more] = text.split('@');
  return Boolean(name) && Boolean(host) && more.length === 0 && !/\s/.test(text);
};
const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d ().-]+$/.test(text) && digits >= LEAST_DIGITS && digits <= MOST_DIGITS;
};

type Recipient = { path: string; address: string; by: 'email' | 'sms' };

const listed = (path: string, recipients: readonly string[], channel?: 'email' | 'sms'): Recipient[] =>
  recipients.flatMap((address, at): Recipient[] => {
    const by = channel ?? channelOf(address);
    if (rotaNameOf(address) !== null || (by !== 'email' && by !== 'sms')) return [];
    return [{ path: `alerts.${path}.${at}`, address, by }];
  });

const recipientsOf = ({ channels, escalation, rotas = [] }: AlertSettings): Recipient[] => [
  ...listed('channels.email.recipients', channels.email.recipients, 'email'),
  ...listed('channels.sms.recipients', channels.sms.recipients, 'sms'),
  ...escalation.flatMap(({ recipients }, at) => listed(`escalation.${at}.recipients`, recipients)),
  ...rotas.flatMap(({ turns, otherwise }, at) => [
    ...turns.flatMap(({ recipients }, turn) => listed(`rotas.${at}.turns.${turn}.recipients`, recipients)),
    ...listed(`rotas.${at}.otherwise`, otherwise),
  ]),
];

/**
 * An alarm that is sent to "a" reaches no person. Recipients that were stored before are not looked at.
 * @throws Failure `badRequest` for new ones that are neither an e-mail address nor a phone number.
 */
export const refuseUnfitRecipients = (before: AlertSettings, wanted: AlertSettings): void => {
  const known = new Set(recipientsOf(before).map(({ address, by }) => `${by} ${address}`));
  const added = recipientsOf(wanted).filter(({ address, by }) => !known.has(`${by} ${address}`));
  refuse(
    added.flatMap(({ path, address, by }) => {
      if (by === 'email') return isEmail(address) ? [] : [{ path, message: 'must be an e-mail address' }];
      if (isPhone(address)) return [];
      return [{ path, message: `must be a phone number of ${LEAST_DIGITS} to ${MOST_DIGITS} digits` }];
    }),
  );
};
