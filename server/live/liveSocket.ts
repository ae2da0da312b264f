import type { RawData, WebSocket } from 'ws';
import { type ClientMessage, clientMessage } from '../contract/live/messages.ts';
import type { Clock } from '../core/clock.ts';
import { jsonLoss } from '../core/text/jsonLoss.ts';
import type { LiveCaller } from './audience.ts';
import { encode } from './encode.ts';
import type { Follower } from './follower.ts';

const MAX_BUFFERED_BYTES = 1_048_576;
const CLOSE_GRACE_MS = 500;
/** A client has few things to say; more than this is a flood. */
const MAX_MESSAGES = 30;
const MESSAGE_WINDOW_MS = 10_000;
/** Messages have lists in an object; clients may send more than is read. */
const MOST_DEPTH = 100;

/** Close codes of our own: 4000 + the HTTP status. */
const PRIVATE_CODES = 4000;
const POLICY_VIOLATION = 1008;

/** One connected client: what it said, what it wants, and whether it still reads and answers. */
export class LiveSocket {
  /** Null until the client has shown a valid token. */
  caller: LiveCaller | null = null;
  token = '';
  /** Of which units it wants live values; null while it has not asked. */
  readings: ReadonlySet<string> | 'all' | null = null;
  /** Asked for a beat. */
  beats = false;
  /** Brings the durable messages; there once a token was shown. */
  follower: Follower | undefined;
  readonly #ws: WebSocket;
  readonly #clock: Clock;
  #answered = true;
  #messages = 0;
  #windowStartMs = 0;
  #graceTimer: NodeJS.Timeout | undefined;

  /** Of the client, or of the last proxy before this server. */
  readonly address: string;

  constructor(ws: WebSocket, clock: Clock, address: string) {
    this.address = address;
    this.#ws = ws;
    this.#clock = clock;
  }

  /** Hands on every valid message; a malformed one is answered, a flood ends the socket. */
  listen(onMessage: (message: ClientMessage) => void, onClose: () => void): void {
    this.#ws.on('message', (data, isBinary) => this.#receive(data, isBinary, onMessage));
    this.#ws.on('pong', () => {
      this.#answered = true;
    });
    // a broken frame or a message too big: ws closes by itself, with the right code
    this.#ws.on('error', () => this.#ws.terminate());
    this.#ws.on('close', () => {
      clearTimeout(this.#graceTimer);
      this.follower?.stop();
      onClose();
    });
  }

  /** Sends a text made by `encode`, or its bytes, which many clients share; one that has let 1 MiB pile up is cut. */
  send(text: string | Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > MAX_BUFFERED_BYTES) this.#ws.terminate();
    else this.#ws.send(text, { binary: false });
  }

  /** Sends some texts and waits until they have left. @returns false when the client went away. */
  async sendAll(texts: readonly string[]): Promise<boolean> {
    const last = texts.at(-1);
    for (const text of texts.slice(0, -1)) this.send(text);
    if (last === undefined) await new Promise(setImmediate);
    else await new Promise((left) => this.#ws.send(last, left));
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Pings; a client that did not answer the last one is cut. */
  ping(): void {
    if (!this.#answered) this.#ws.terminate();
    else if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
    this.#answered = false;
  }

  /** Closes with 4000 + HTTP status, and cuts a client that does not close its side. */
  refuse(http: number, message: string): void {
    void this.close(PRIVATE_CODES + http, message);
  }

  /** Settles when the socket is gone. */
  async close(code: number, reason: string): Promise<void> {
    const gone = new Promise<void>((done) => this.#ws.once('close', () => done()));
    this.#ws.close(code, reason);
    this.#graceTimer ??= setTimeout(() => this.#ws.terminate(), CLOSE_GRACE_MS);
    await gone;
  }

  #receive(data: RawData, isBinary: boolean, onMessage: (message: ClientMessage) => void): void {
    if (this.#graceTimer) return;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#windowStartMs > MESSAGE_WINDOW_MS) {
      this.#windowStartMs = nowMs;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES) {
      void this.close(POLICY_VIOLATION, 'too many messages');
      return;
    }
    const message = isBinary ? undefined : parseMessage(data.toString());
    if (message) onMessage(message);
    else
      this.send(
        encode({ v: 1, type: 'error', at: new Date(this.#clock.now()).toISOString(), message: 'not a message of this server' }),
      );
  }
}

/** What would not be kept as it was sent is no message either: of a name given twice only the last would count. */
const parseMessage = (text: string): ClientMessage | undefined => {
  if (jsonLoss(text, MOST_DEPTH)) return undefined;
  try {
    return clientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
