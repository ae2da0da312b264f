import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { AlertSettings, alertSettings } from '../../contract/model/alertSettings.ts';

type Sent = z.output<typeof alertSettings>;
type Email = AlertSettings['email'];

const emailOf = ({ channels: { email } }: Pick<Sent, 'channels'>): Email => ({
  enabled: email.enabled,
  emailIds: email.recipients,
});

/** Alert settings whose `email` says what channels.email says. */
export const withEmail = ({ email: _, ...settings }: Sent): AlertSettings => ({ ...settings, email: emailOf(settings) });

/**
 * Sent alert settings with `email` and channels.email in step: old clients edit the first, new ones the second, and both send
 * both, so the one that differs from what is stored is the one that was edited.
 */
export const inStep = (sent: Sent, before: AlertSettings): AlertSettings => {
  const { email } = sent;
  if (!email || isDeepStrictEqual(email, before.email)) return withEmail(sent);
  const channel = { ...sent.channels.email, enabled: email.enabled, recipients: email.emailIds };
  return withEmail({ ...sent, channels: { ...sent.channels, email: channel } });
};
