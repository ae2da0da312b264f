import { type ClientMessage, serverMessage } from '../../server/contract/live/messages.ts';
import type { LiveValues } from '../state/liveValues.ts';
import type { PlantClock } from '../state/now.ts';

export type LiveConnection =
  | { state: 'off' }
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'waiting'; untilMs: number };

const firstDelayMs = 1000;
const longestDelayMs = 30_000;
/** Values come every few seconds; a line that says nothing for so long is dead, whatever the socket believes. */
const silenceMs = 45_000;

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
  readonly #listeners = new Set<() => void>();
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
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    addEventListener('online', this.retry);
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    removeEventListener('online', this.retry);
    this.#drop();
    this.#failures = 0;
    this.#tell({ state: 'off' });
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

  #tell(connection: LiveConnection): void {
    this.#connection = connection;
    for (const listener of this.#listeners) listener();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    this.#drop();
    this.#tell({ state: 'connecting' });
    this.#token().then(
      (token) => {
        if (this.#wanted && this.#connection.state === 'connecting' && this.#socket === undefined) this.#open(token);
      },
      () => this.#lost(),
    );
  }

  #open(token: string): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    // the token as subprotocol: an address would stand in logs
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
    this.#clock.heard(Date.parse(message.at));
    if (message.type === 'hello') {
      this.#failures = 0;
      this.#tell({ state: 'open' });
      const subscribe: ClientMessage = { type: 'subscribe', topic: 'readings' };
      socket.send(JSON.stringify(subscribe));
    } else if (message.type === 'reading') {
      this.#values.take(message.values);
    }
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
    this.#tell({ state: 'waiting', untilMs: this.#clock.now() + delayMs });
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
