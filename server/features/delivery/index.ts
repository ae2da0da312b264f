export { createDelivery } from './create.ts';
export { Email } from './email.ts';
export { GsmSms, type GsmSmsSettings } from './gsmSms.ts';
export { HttpSms, type HttpSmsSettings } from './httpSms.ts';
export type { ChannelName, MessageChannel, OutgoingMessage, SmsChannel } from './model.ts';
export { smsText } from './smsText.ts';
