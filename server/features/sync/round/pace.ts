import type { Clock } from '../../../core/clock.ts';
import type { AskPlant } from '../questions.ts';

/** Of a core that sync takes while there is much to send. */
export const MOST_SHARE = 0.05;
/** What the server does besides what the job did: it sends, signs and notes. `npm run bench -- hubSync` prints both. */
const WITH_THE_SERVER = 1.3;

/** How long sync rests after work: a rule of one number, without timers. */
export class Pace {
  /** Monotonic time up to which the work so far is rested for. */
  #restedAtMs = Number.NEGATIVE_INFINITY;

  /** Notes that a job has worked. */
  worked(processorMs: number, nowMs: number): void {
    this.#restedAtMs = Math.max(this.#restedAtMs, nowMs) + processorMs * (WITH_THE_SERVER / MOST_SHARE - 1);
  }

  /** @returns how long to wait before the next piece of work, in ms. */
  restMs(nowMs: number): number {
    return Math.max(0, this.#restedAtMs - nowMs);
  }
}

type Rests = {
  pace: Pace;
  clock: Clock;
  /** Ends when the signal does, with its reason. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  /** Aborted once a person does not want to wait. */
  hurry: AbortSignal;
};

/** Rests before each question for the work of those before it; what is sent in between counts as rest. */
export const askAtPace =
  (ask: AskPlant, { pace, clock, rest, hurry }: Rests): AskPlant =>
  async (what, question, signal) => {
    const ms = hurry.aborted ? 0 : pace.restMs(clock.monotonicMs());
    if (ms > 0)
      await rest(ms, AbortSignal.any([signal, hurry])).catch((error: unknown) => {
        signal.throwIfAborted();
        if (!hurry.aborted) throw error;
      });
    return ask(what, question, signal, (processorMs) => pace.worked(processorMs, clock.monotonicMs()));
  };
