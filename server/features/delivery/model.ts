/** A way to send an SMS. */
export interface SmsChannel {
  /** For the log. */
  readonly name: string;
  /**
   * Settles when the network has taken the message.
   * @param to digits with country code, without +.
   * @param priority of an alarm; without it, as of a one-time code, it goes after all alarms that wait.
   * @throws Failure `unavailable` that says what went wrong.
   */
  send(to: string, text: string, signal: AbortSignal, priority?: 1 | 2 | 3 | 4): Promise<void>;
}

/** One message to one person on one channel. */
export type OutgoingMessage = {
  /** The same for every attempt, so that a channel can recognise a repetition. */
  deliveryId: string;
  title: string;
  body: string;
  /** What to do; empty where there is nothing. */
  action: string;
  /** The same in one SMS. */
  sms: string;
  priority: 1 | 2 | 3 | 4;
  /** For programs on the other side. */
  data: Record<string, string>;
};

export type ChannelName = 'email' | 'sms' | 'messaging' | 'push';

/** A way out of the server. */
export interface MessageChannel {
  readonly name: ChannelName;
  /** Cannot work while the plant's line to the world is cut. */
  readonly needsInternet: boolean;
  /**
   * Settles when the other side has taken the message.
   * @param to an address of the channel's own kind: e-mail, number, chat, push token.
   * @throws Failure `unavailable` when it may be tried again, `badRequest` when this message can never be sent, `notFound` when the
   * address does not exist (any more).
   */
  send(to: string, message: OutgoingMessage, signal: AbortSignal): Promise<void>;
  /** Lets go of connections; may be called twice. */
  stop(): void;
}
