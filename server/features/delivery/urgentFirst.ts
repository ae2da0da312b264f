import { Failure } from '../../core/fail.ts';

type Turn = { rank: number; begin(): void };

/** Works one after the other: of those that wait the lowest rank first, of equal ranks the one that came first. */
export class UrgentFirst {
  #isBusy = false;
  readonly #waiting: Turn[] = [];

  /** @throws Failure `unavailable` where its signal ends the waiting, and whatever the work throws. */
  async run<T>(rank: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(rank, signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(rank: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      const at = this.#waiting.indexOf(turn);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(new Failure('unavailable', 'the modem was busy with other messages'));
    };
    const turn: Turn = {
      rank,
      begin: () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    this.#waiting.push(turn);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    if (!this.#isBusy) this.#next();
    return promise;
  }

  #next(): void {
    const first = this.#waiting.toSorted((a, b) => a.rank - b.rank)[0];
    this.#isBusy = first !== undefined;
    if (!first) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    first.begin();
  }
}
