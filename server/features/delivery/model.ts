/** A way to send an SMS. */
export interface SmsChannel {
  /** For the log. */
  readonly name: string;
  /**
   * Settles when the network has taken the message.
   * @param to digits with country code, without +.
   * @throws Failure `unavailable` that says what went wrong.
   */
  send(to: string, text: string, signal: AbortSignal): Promise<void>;
}
