import type { Clock } from '../../core/clock.ts';

/** Sends answers in the order of their requests: a late one holds up those behind it, as on a real line. */
export class AnswerQueue {
  readonly #clock: Clock;
  readonly #write: (bytes: Buffer) => void;
  readonly #waiting: { bytes: Buffer; dueMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock, write: (bytes: Buffer) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  send(bytes: Buffer, delayMs: number): void {
    if (delayMs === 0 && this.#waiting.length === 0) {
      this.#write(bytes);
      return;
    }
    this.#waiting.push({ bytes, dueMs: this.#clock.monotonicMs() + delayMs });
    this.#arm();
  }

  /** Forgets what was not sent. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #arm(): void {
    const [head] = this.#waiting;
    if (!head || this.#timer) return;
    const waitMs = Math.max(1, Math.ceil(head.dueMs - this.#clock.monotonicMs()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#drain();
    }, waitMs);
  }

  #drain(): void {
    while (this.#waiting[0] && this.#waiting[0].dueMs <= this.#clock.monotonicMs()) {
      const answer = this.#waiting.shift();
      if (answer) this.#write(answer.bytes);
    }
    this.#arm();
  }
}
