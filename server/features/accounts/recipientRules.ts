import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import { channelOf, rotaNameOf } from '../../contract/model/recipients.ts';
import type { ReportSettings } from '../../contract/model/reportSettings.ts';
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

const noEmail = 'must be an e-mail address';

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
      if (by === 'email') return isEmail(address) ? [] : [{ path, message: noEmail }];
      if (isPhone(address)) return [];
      return [{ path, message: `must be a phone number of ${LEAST_DIGITS} to ${MOST_DIGITS} digits` }];
    }),
  );
};

type Mailed = Pick<ReportSettings, 'emailIds' | 'schedules'>;

const mailedTo = ({ emailIds, schedules }: Mailed): { path: string; address: string }[] => [
  ...emailIds.map((address, at) => ({ path: `reports.emailIds.${at}`, address })),
  ...schedules.flatMap(({ recipients }, at) =>
    recipients.map((address, to) => ({ path: `reports.schedules.${at}.recipients.${to}`, address })),
  ),
];

/** Reports are sent by mail alone. @throws Failure `badRequest` for new recipients that are no e-mail address. */
export const refuseUnfitReaders = (before: Mailed, wanted: Mailed): void => {
  const known = new Set(mailedTo(before).map(({ address }) => address));
  refuse(
    mailedTo(wanted).flatMap(({ path, address }) => (known.has(address) || isEmail(address) ? [] : [{ path, message: noEmail }])),
  );
};
