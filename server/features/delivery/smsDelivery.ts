import type { MessageChannel, OutgoingMessage, SmsChannel } from './model.ts';

/** Alarms by SMS, through the gateway or the modem that one-time codes use too. */
export class SmsDelivery implements MessageChannel {
  readonly name = 'sms';
  readonly needsInternet: boolean;
  readonly #sms: SmsChannel;

  /** @param needsInternet for a gateway; a modem in the plant does not */
  constructor(sms: SmsChannel, needsInternet: boolean) {
    this.#sms = sms;
    this.needsInternet = needsInternet;
  }

  send(to: string, { sms, priority }: OutgoingMessage, signal: AbortSignal): Promise<void> {
    return this.#sms.send(to.replace(/^\+/, ''), sms, signal, priority);
  }

  stop(): void {}
}
