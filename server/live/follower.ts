import type { AddressedMessage } from '../core/bus.ts';
import { type LiveCaller, mayReceive } from './audience.ts';
import { encode } from './encode.ts';

/** The stored durable messages; their ids count over all industries of the server. */
export type Replay = {
  after(industryId: string, id: number, limit: number): AddressedMessage[];
  /** Oldest and newest id of an industry, and whether older ones have been thrown away. */
  ends(industryId: string): { first: number; last: number; isPruned: boolean };
};

/** The client that is sent to. */
type Receiver = {
  /** Null until it has shown a valid token. */
  readonly caller: LiveCaller | null;
  send(text: string | Buffer): void;
  /** @returns false when it went away. */
  sendAll(texts: readonly string[]): Promise<boolean>;
};

export type FollowerParts = {
  replay: Replay;
  now(): string;
  /** The log could not be read. */
  onFault(error: unknown): void;
};

/** Messages read and sent at once. */
const PAGE = 100;
/** How long a new client may take to name the last message it has. */
const HOLD_MS = 250;
/** An id that no message reaches. */
const ALL = Number.MAX_SAFE_INTEGER;

/**
 * Brings one client the durable messages, each once and in order: held back at first, so that a client may name the last one it
 * has; then all from there out of the log, no faster than it reads; then as they are made.
 */
export class Follower {
  readonly #socket: Receiver;
  readonly #replay: Replay;
  readonly #now: () => string;
  readonly #hold: NodeJS.Timeout;
  /** Everything after this id reached the client, or will. */
  #from: number;
  #isLive = false;
  /** Settles when the catching up in progress ends; true where the client received it. */
  #catchingUp: Promise<boolean> | undefined;

  constructor(socket: Receiver, industryId: string, { replay, now, onFault }: FollowerParts) {
    this.#socket = socket;
    this.#replay = replay;
    this.#now = now;
    this.#from = replay.ends(industryId).last;
    this.#hold = setTimeout(() => this.#catchUp(this.#from).catch(onFault), HOLD_MS);
  }

  stop(): void {
    clearTimeout(this.#hold);
  }

  /** New messages; a client that is still catching up gets them from the log. */
  receive(messages: readonly { text: Buffer; to: Pick<AddressedMessage, 'audience' | 'userId'> }[]): void {
    const { caller } = this.#socket;
    if (!this.#isLive || !caller) return;
    for (const { text, to } of messages) if (mayReceive(caller, to)) this.#socket.send(text);
  }

  /** Sends all messages after the one that the client names, then the current position. */
  async resume(afterId: number): Promise<void> {
    // a client that names its place late is answered too, once what goes on has ended
    while (this.#catchingUp !== undefined) await this.#catchingUp;
    const { caller } = this.#socket;
    if (!caller) return;
    const { industryId } = caller;
    const ends = this.#replay.ends(industryId);
    // a message that is not there yet was sent before a backup was put in the place of the database
    const gap = afterId > ends.last || (afterId > 0 && ends.isPruned && afterId < ends.first);
    // a client that resumes while it is live has received the newer messages already
    const reached = this.#isLive ? await this.#send(afterId, this.#from) : await this.#catchUp(afterId);
    if (!reached) return;
    this.#from = Math.min(this.#from, afterId);
    const lastId = String(this.#replay.ends(industryId).last);
    this.#socket.send(encode({ v: 1, type: 'resumed', at: this.#now(), industryId, lastId, gap }));
  }

  async #catchUp(afterId: number): Promise<boolean> {
    clearTimeout(this.#hold);
    if (this.#catchingUp || this.#isLive) return false;
    this.#catchingUp = this.#send(afterId, ALL);
    try {
      return await this.#catchingUp;
    } finally {
      this.#catchingUp = undefined;
    }
  }

  /** Messages (afterId, untilId]. @returns false when the client went away. */
  async #send(afterId: number, untilId: number): Promise<boolean> {
    for (let cursor = afterId; ; ) {
      const { caller } = this.#socket;
      if (!caller) return false;
      const page = this.#replay.after(caller.industryId, cursor, PAGE);
      const due = page.filter(({ message }) => Number(message.id) <= untilId);
      if (due.length === 0) {
        // live from this look on: what is stored before whoever waits for the answer goes on comes by `receive`
        if (untilId === ALL) this.#isLive = true;
        return true;
      }
      cursor = Number(due.at(-1)?.message.id);
      const texts = due.filter((message) => mayReceive(caller, message)).map(({ message }) => encode(message));
      if (!(await this.#socket.sendAll(texts))) return false;
    }
  }
}
