import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClientMessage } from '../contract/live/messages.ts';
import type { AddressedMessage, Bus, LiveUpdate } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { networkOf } from '../core/text/addressNetwork.ts';
import { type LiveCaller, mayReceive } from './audience.ts';
import { encode } from './encode.ts';
import { Follower, type Replay } from './follower.ts';
import { chooseProtocol, faultOf, type HostRules, readHandshake, refuseUpgrade } from './handshake.ts';
import { LiveSocket } from './liveSocket.ts';
import { beatText, firstReadings, readingText, sendReadings } from './readings.ts';

const MAX_MESSAGE_BYTES = 65_536;
const MAX_SOCKETS_PER_USER = 5;
/** Sockets that have not shown a token yet: of one address, and of all together. */
const MAX_STRANGERS_PER_ADDRESS = 20;
const MAX_STRANGERS = 400;
const GOING_AWAY = 1001;

export type LiveHubOptions = {
  bus: Bus;
  clock: Clock;
  log: Log;
  hostRules: HostRules;
  /** Throws a Failure when the token does not open a session now. */
  authenticate(token: string): LiveCaller;
  /** Latest values of every parameter of an industry. */
  snapshot(industryId: string): LiveUpdate[];
  replay: Replay;
  /** A person's device says that it has these messages. */
  onConfirm(caller: LiveCaller, messageIds: readonly number[]): void;
  /** How long values are gathered before they go out together. */
  batchMs?: number;
  /** How long a client may take to show its token. */
  authMs?: number;
  pingMs?: number;
  beatMs?: number;
};

/**
 * The WebSocket at /api/user/live. Readings go, gathered, to those who subscribed and only to the
 * caller's industry; sockets of a session that ends are closed within a second.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #wss = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
  });
  readonly #sockets = new Set<LiveSocket>();
  /** Values not sent yet, by industry and then by unit and parameter: a newer one takes the older one's place. */
  readonly #pending = new Map<string, Map<string, LiveUpdate>>();
  #servers: readonly Server[] = [];
  #pingTimer: NodeJS.Timeout | undefined;
  #batchTimer: NodeJS.Timeout | undefined;
  #beatTimer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void)[] = [];

  constructor(options: LiveHubOptions) {
    this.#options = options;
    // what the library refuses by itself is answered like all else
    this.#wss.on('wsClientError', ({ message }, socket) =>
      refuseUpgrade(socket, new Failure('badRequest', message), randomUUID()),
    );
  }

  /** Takes the upgrades of HTTP servers. */
  start(...servers: Server[]): void {
    const { bus } = this.#options;
    this.#servers = servers;
    for (const server of servers) server.on('upgrade', this.#onUpgrade);
    this.#pingTimer = setInterval(() => this.#heartbeat(), this.#options.pingMs ?? 20_000);
    this.#beatTimer = setInterval(() => this.#beat(), this.#options.beatMs ?? 2000);
    this.#unsubscribe = [
      bus.on('live', 'liveValues', ({ industryId, values }) => this.#gather(industryId, values)),
      bus.on('live', 'durableMessages', ({ industryId, messages }) => this.#spread(industryId, messages)),
      bus.on('live', 'sessionEnded', ({ sessionId }) => {
        for (const socket of this.#sockets) if (socket.caller?.sessionId === sessionId) socket.refuse(440, 'Session expired');
      }),
    ];
  }

  /** Closes every socket and lets go of the server; may be called twice. Settles when the last socket is gone. */
  async stop(): Promise<void> {
    for (const server of this.#servers) server.off('upgrade', this.#onUpgrade);
    this.#servers = [];
    for (const off of this.#unsubscribe.splice(0)) off();
    clearInterval(this.#pingTimer);
    clearInterval(this.#beatTimer);
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    this.#pending.clear();
    await Promise.all([...this.#sockets].map((socket) => socket.close(GOING_AWAY, 'server stops')));
  }

  /** Connected clients, for metrics. */
  get size(): number {
    return this.#sockets.size;
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    try {
      const { token } = readHandshake(request, this.#options.hostRules);
      const caller = token === undefined ? null : this.#options.authenticate(token);
      const address = networkOf(request.socket.remoteAddress ?? '');
      if (caller) this.#checkRoom(caller);
      else this.#checkStrangers(address);
      this.#wss.handleUpgrade(request, socket, head, (ws) => this.#welcome(ws, address, caller, token));
    } catch (error) {
      if (!(error instanceof Failure)) this.#options.log.error({ err: error }, 'a live connection could not be opened');
      refuseUpgrade(socket, error, randomUUID());
    }
  };

  #welcome(ws: WebSocket, address: string, caller: LiveCaller | null, token: string | undefined): void {
    const socket = new LiveSocket(ws, this.#options.clock, address);
    this.#sockets.add(socket);
    const deadline = setTimeout(() => {
      if (socket.caller === null) socket.refuse(401, 'no token');
    }, this.#options.authMs ?? 5000);
    socket.listen(
      (message) => this.#receive(socket, message),
      () => {
        clearTimeout(deadline);
        this.#sockets.delete(socket);
      },
    );
    if (caller && token) this.#accept(socket, caller, token);
  }

  #accept(socket: LiveSocket, caller: LiveCaller, token: string): void {
    socket.caller = caller;
    socket.token = token;
    socket.follower = new Follower(socket, caller.industryId, {
      replay: this.#options.replay,
      now: () => this.#now(),
      onFault: (error) => this.#refuse(socket, error),
    });
    socket.send(encode({ v: 1, type: 'hello', at: this.#now(), industryId: caller.industryId }));
  }

  #receive(socket: LiveSocket, message: ClientMessage): void {
    try {
      if (message.type === 'auth') {
        if (socket.caller) return;
        const caller = this.#options.authenticate(message.token);
        this.#checkRoom(caller);
        this.#accept(socket, caller, message.token);
      } else if (socket.caller === null) {
        throw new Failure('token', 'first show a token');
      } else if (this.#isStillIn(socket)) {
        this.#serve(socket, socket.caller, message);
      }
    } catch (error) {
      this.#refuse(socket, error);
    }
  }

  #serve(socket: LiveSocket, caller: LiveCaller, message: Exclude<ClientMessage, { type: 'auth' }>): void {
    switch (message.type) {
      case 'subscribe':
        if (message.topic === 'beat') {
          socket.beats = true;
          socket.send(this.#beatText(caller.industryId));
        } else {
          socket.readings = message.units === undefined ? 'all' : new Set(message.units);
          socket.send(firstReadings(socket, this.#moment(caller.industryId), this.#options.snapshot(caller.industryId)));
        }
        break;
      case 'unsubscribe':
        if (message.topic === 'beat') socket.beats = false;
        else socket.readings = null;
        break;
      case 'resume':
        socket.follower?.resume(Number(message.after)).catch((error: unknown) => this.#refuse(socket, error));
        break;
      case 'confirm':
        // clients that receive no alarms have none to confirm
        if (!caller.readOnly && mayReceive(caller, { audience: 'alerts', userId: null }))
          this.#options.onConfirm(caller, message.ids.map(Number));
        break;
    }
  }

  #checkRoom(caller: LiveCaller): void {
    const alike = [...this.#sockets].filter((socket) => socket.caller?.userId === caller.userId).length;
    if (alike >= MAX_SOCKETS_PER_USER) throw new Failure('rateLimit', `At most ${MAX_SOCKETS_PER_USER} connections`);
  }

  /** One address cannot keep the others out; where many do so together, the one that has waited longest makes room. */
  #checkStrangers(address: string): void {
    const strangers = [...this.#sockets].filter(({ caller }) => caller === null);
    if (strangers.filter((one) => one.address === address).length >= MAX_STRANGERS_PER_ADDRESS)
      throw new Failure('rateLimit', `At most ${MAX_STRANGERS_PER_ADDRESS} connections without a token`);
    if (strangers.length >= MAX_STRANGERS) strangers[0]?.refuse(429, 'Others wait');
  }

  #refuse(socket: LiveSocket, error: unknown): void {
    if (!(error instanceof Failure)) this.#options.log.error({ err: error }, 'a live connection failed');
    const { http, message } = faultOf(error);
    socket.send(encode({ v: 1, type: 'error', at: this.#now(), message }));
    socket.refuse(http, message);
  }

  /**
   * Pings, and asks again whether each token still opens its session: tokens expire while sockets stay open. Browsers do not show
   * pings to a page, so subscribers also get a message without values and know that the line lives while nothing changes.
   */
  #heartbeat(): void {
    for (const socket of this.#sockets) {
      socket.ping();
      if (socket.caller && socket.readings !== null) socket.send(readingText(this.#moment(socket.caller.industryId), []));
      this.#isStillIn(socket);
    }
  }

  /** One text for each industry that somebody listens to. */
  #beat(): void {
    const texts = new Map<string, string>();
    for (const socket of this.#sockets) {
      if (!socket.caller || !socket.beats) continue;
      const { industryId } = socket.caller;
      const text = texts.get(industryId) ?? this.#beatText(industryId);
      texts.set(industryId, text);
      socket.send(text);
    }
  }

  #beatText(industryId: string): string {
    return beatText(this.#moment(industryId), this.#options.snapshot(industryId));
  }

  /** Asks the session again, whose permissions may have changed; refuses a socket whose session is over. */
  #isStillIn(socket: LiveSocket): boolean {
    try {
      if (socket.caller) socket.caller = this.#options.authenticate(socket.token);
      return socket.caller !== null;
    } catch (error) {
      this.#refuse(socket, error);
      return false;
    }
  }

  /** Durable messages are sent immediately, to every client in their audience. */
  #spread(industryId: string, messages: readonly AddressedMessage[]): void {
    const texts = messages.map((to) => ({ text: Buffer.from(encode(to.message)), to }));
    for (const socket of this.#sockets)
      if (socket.caller?.industryId === industryId && this.#isStillIn(socket)) socket.follower?.receive(texts);
  }

  #gather(industryId: string, values: Iterable<LiveUpdate>): void {
    if (this.#sockets.size === 0 || !this.#subscribers(industryId).length) return;
    const waiting = this.#pending.get(industryId) ?? new Map<string, LiveUpdate>();
    for (const value of values) waiting.set(`${value.unitId} ${value.param}`, value);
    this.#pending.set(industryId, waiting);
    this.#batchTimer ??= setTimeout(() => this.#flush(), this.#options.batchMs ?? 500);
  }

  #flush(): void {
    this.#batchTimer = undefined;
    for (const [industryId, waiting] of this.#pending)
      sendReadings(this.#subscribers(industryId), this.#moment(industryId), [...waiting.values()]);
    this.#pending.clear();
  }

  #subscribers(industryId: string): LiveSocket[] {
    return [...this.#sockets].filter((socket) => socket.readings !== null && socket.caller?.industryId === industryId);
  }

  #moment(industryId: string): { at: string; industryId: string } {
    return { at: this.#now(), industryId };
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
