/** How messages reach a recipient of the settings. */
export type RecipientChannel = 'horn' | 'messaging' | 'email' | 'sms';

const ROTA = 'rota:';

/** Name of the rota whose people of the moment are meant; null of any other recipient. */
export const rotaNameOf = (recipient: string): string | null =>
  recipient.startsWith(ROTA) ? recipient.slice(ROTA.length) : null;

/** By its form: `horn:<relay>`, `chat:<room>`, an e-mail address, or else a phone number. */
export const channelOf = (recipient: string): RecipientChannel => {
  if (recipient.startsWith('horn:')) return 'horn';
  if (recipient.startsWith('chat:')) return 'messaging';
  return recipient.includes('@') ? 'email' : 'sms';
};

/** What the channel is given: a recipient without what names the channel. */
export const addressOf = (recipient: string): string => recipient.replace(/^(horn|chat):/, '');
