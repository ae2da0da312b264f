import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { Clock } from '../../core/clock.ts';
import { ntpQuestion, offsetOf } from '../../core/ntp.ts';

export type NtpPlace = { host: string; port: number };

const EVERY_MS = 600_000;
const WAIT_MS = 2000;
/** An offset that is older says nothing about now. */
const OLDEST_MS = 3 * EVERY_MS;

/** Asks a time server now and then by how much this machine's clock is off; where none answers nothing is known. */
export class NtpWatch {
  readonly #place: NtpPlace;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #socket: Socket | undefined;
  #known: { offsetMs: number; atMs: number } | undefined;

  constructor(place: NtpPlace, clock: Clock) {
    this.#place = place;
    this.#clock = clock;
  }

  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.ask(), EVERY_MS);
    this.ask();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#close();
  }

  /** Milliseconds by which the clock is ahead; undefined where no answer is young enough. */
  offsetMs(): number | undefined {
    if (!this.#known || this.#clock.monotonicMs() - this.#known.atMs > OLDEST_MS) return undefined;
    return this.#known.offsetMs;
  }

  /** The clock was set: what was known goes with it, until the server is asked again. */
  noteStep(byMs: number): void {
    if (!this.#known) return;
    this.#known = { ...this.#known, offsetMs: this.#known.offsetMs + byMs };
    this.ask();
  }

  ask(): void {
    this.#close();
    const nonce = randomBytes(8);
    const socket = createSocket('udp4');
    this.#socket = socket;
    const giveUp = setTimeout(() => socket === this.#socket && this.#close(), WAIT_MS);
    giveUp.unref();
    socket.unref();
    socket.on('error', () => socket === this.#socket && this.#close());
    const sentMs = this.#clock.now();
    const sentAtMs = this.#clock.monotonicMs();
    socket.on('message', (answer) => {
      const atMs = this.#clock.monotonicMs();
      // the clock may be set between question and answer
      const offsetMs = offsetOf(answer, nonce, sentMs, sentMs + atMs - sentAtMs);
      if (offsetMs === undefined) return;
      this.#known = { offsetMs: offsetMs + this.#clock.now() - sentMs - (atMs - sentAtMs), atMs };
      if (socket === this.#socket) this.#close();
    });
    socket.send(ntpQuestion(nonce), this.#place.port, this.#place.host, () => undefined);
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}
