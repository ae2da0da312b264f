import type { Clock } from '../../core/clock.ts';
import { AnswerQueue } from './answerQueue.ts';
import { type FrameReader, MbapRequests, type RequestFrame, RtuRequests } from './frames.ts';

/** RTU requests end by silence; whatever the line speed, a master leaves less than this within one. */
const silenceMs = 20;

export type SimulatedAnswer = { bytes: Buffer; delayMs: number };

type Wire = {
  framing: 'mbap' | 'rtu';
  clock: Clock;
  /** Answer of the addressed device, or none. */
  respond(request: RequestFrame): SimulatedAnswer | undefined;
  write(bytes: Buffer): void;
  /** The stream makes no sense: the connection ends. */
  abort(): void;
};

/** One connection or serial line: bytes in, answers out in the order of their requests. */
export class RequestHandler {
  readonly #wire: Wire;
  readonly #reader: FrameReader;
  readonly #answers: AnswerQueue;
  #silence: NodeJS.Timeout | undefined;

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#reader = wire.framing === 'mbap' ? new MbapRequests() : new RtuRequests();
    this.#answers = new AnswerQueue(wire.clock, wire.write);
  }

  receive(chunk: Buffer): void {
    clearTimeout(this.#silence);
    const frames = this.#reader.push(chunk);
    if (!frames) {
      this.#wire.abort();
      return;
    }
    this.#answer(frames);
    if (this.#wire.framing === 'rtu') this.#silence = setTimeout(() => this.#answer(this.#reader.silence()), silenceMs);
  }

  close(): void {
    clearTimeout(this.#silence);
    this.#answers.close();
  }

  #answer(frames: readonly RequestFrame[]): void {
    for (const frame of frames) {
      const answer = this.#wire.respond(frame);
      if (answer) this.#answers.send(answer.bytes, answer.delayMs);
    }
  }
}
