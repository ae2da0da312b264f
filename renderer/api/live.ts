import { type ClientMessage, type DurableMessage, serverMessage } from '../../server/contract/live/messages.ts';
import type { LiveValues } from '../state/liveValues.ts';
import type { PlantClock } from '../state/now.ts';
import { LiveWish } from './liveWish.ts';

/** `lostSinceMs`: what is shown is known up to then, plant time; null while the first connection is made. */
export type LiveConnection =
  | { state: 'off' }
  | { state: 'connecting'; lostSinceMs: number | null }
  | { state: 'open' }
  | { state: 'waiting'; untilMs: number; lostSinceMs: number };

/** A durable message, or null where some are no longer kept and all must be read anew. */
export type DurableListener = (message: DurableMessage | null) => void;

const firstDelayMs = 1000;
const longestDelayMs = 8000;
/** The server beats every 2 s; a line that says nothing for so long is dead, whatever the socket believes. */
const silenceMs = 4500;

/** Between half of and the whole doubled delay, so that all panels do not come back at once. */
const delayFor = (failures: number): number => {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return full * (0.5 + random / 2 ** 33);
};

/** Keeps one socket to /api/user/live open and feeds what comes into the live values. */
export class LiveLink {
  readonly #values: LiveValues;
  readonly #clock: PlantClock;
  readonly #token: () => Promise<string>;
  readonly #wish: LiveWish;
  readonly #listeners = new Set<() => void>();
  readonly #durable = new Set<DurableListener>();
  /** The newest durable message that came, so that a new connection goes on after it. */
  #lastId: string | undefined;
  #lastAtMs: number | null = null;
  #lostSinceMs: number | null = null;
  #startedAtMs = 0;
  #connection: LiveConnection = { state: 'off' };
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #wanted = false;

  /** `token` gives an access token that is good now; it throws where the session is over. */
  constructor(values: LiveValues, clock: PlantClock, token: () => Promise<string>) {
    this.#values = values;
    this.#clock = clock;
    this.#token = token;
    this.#wish = new LiveWish(values, (wish) => this.#socket?.send(JSON.stringify(wish)));
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#startedAtMs = this.#clock.now();
    addEventListener('online', this.retry);
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    removeEventListener('online', this.retry);
    this.#drop();
    this.#failures = 0;
    this.#lastId = undefined;
    this.#lastAtMs = null;
    this.#lostSinceMs = null;
    this.#publish({ state: 'off' });
  }

  /** Does not wait for the back-off to pass. */
  readonly retry = (): void => {
    if (!this.#wanted || this.#connection.state !== 'waiting') return;
    this.#failures = 0;
    this.#connect();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly connection = (): LiveConnection => this.#connection;

  /** When the last message of the server came, plant time. */
  readonly lastAtMs = (): number | null => this.#lastAtMs;

  /** Alarms raised, over, changed: each once, also those of the time without a connection. */
  readonly onDurable = (listener: DurableListener): (() => void) => {
    this.#durable.add(listener);
    return () => this.#durable.delete(listener);
  };

  #publish(connection: LiveConnection): void {
    this.#connection = connection;
    for (const listener of this.#listeners) listener();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#wish.stop();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    this.#drop();
    this.#publish({ state: 'connecting', lostSinceMs: this.#lostSinceMs });
    this.#watch();
    this.#token().then(
      (token) => {
        if (this.#wanted && this.#connection.state === 'connecting' && this.#socket === undefined) this.#open(token);
      },
      () => this.#lost(),
    );
  }

  #open(token: string): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    // the token as subprotocol: an address would be in logs
    const socket = new WebSocket(`${scheme}//${location.host}/api/user/live`, ['bearer', token]);
    this.#socket = socket;
    this.#watch();
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#read(socket, data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #read(socket: WebSocket, data: unknown): void {
    this.#watch();
    const message = parse(data);
    if (message === undefined) return;
    this.#clock.synchronise(Date.parse(message.at));
    this.#lastAtMs = this.#clock.now();
    switch (message.type) {
      case 'hello':
        this.#greeted(socket);
        break;
      case 'reading':
        this.#values.take(message.values);
        break;
      case 'resumed':
        this.#lastId = message.lastId;
        if (message.gap) for (const listener of this.#durable) listener(null);
        break;
      case 'beat':
        this.#values.takeNewest(message.newestValueAt === null ? null : Date.parse(message.newestValueAt));
        break;
      case 'error':
        break;
      default:
        this.#lastId = message.id;
        for (const listener of this.#durable) listener(message);
    }
  }

  #greeted(socket: WebSocket): void {
    this.#failures = 0;
    this.#lostSinceMs = null;
    const wishes: ClientMessage[] = [
      // first, within the time for which the server holds newer ones back
      ...(this.#lastId === undefined ? [] : [{ type: 'resume', after: this.#lastId } as const]),
      { type: 'subscribe', topic: 'beat' },
    ];
    for (const wish of wishes) socket.send(JSON.stringify(wish));
    this.#wish.start();
    this.#publish({ state: 'open' });
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(), silenceMs);
  }

  #lost(): void {
    this.#drop();
    if (!this.#wanted) return;
    const delayMs = delayFor(this.#failures);
    this.#failures += 1;
    this.#lostSinceMs ??= this.#lastAtMs ?? this.#values.newestAtMs() ?? this.#startedAtMs;
    this.#publish({ state: 'waiting', untilMs: this.#clock.now() + delayMs, lostSinceMs: this.#lostSinceMs });
    this.#timer = setTimeout(() => this.#connect(), delayMs);
  }
}

const parse = (data: unknown) => {
  if (typeof data !== 'string') return undefined;
  try {
    const message = serverMessage.safeParse(JSON.parse(data));
    // a newer server may say things that this panel does not know
    return message.success ? message.data : undefined;
  } catch {
    return undefined;
  }
};
