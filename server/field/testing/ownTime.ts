/** Real time as this process has it, for lines of real sockets whose both ends are in this process. */
const STEP_MS = 20;

export const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Counts steps of 20 ms of the event loop. A machine that gives this process no turn gives it no step either, and what is tested waits in
 * the same loop: only what that takes itself is counted.
 */
export class OwnTime {
  #steps = 0;
  readonly #timer = setInterval(() => {
    this.#steps += 1;
  }, STEP_MS);

  get ms(): number {
    return this.#steps * STEP_MS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** @returns how long it took until something was so, or `withinMs`, both in own time. */
export const until = async (isSo: () => boolean, withinMs: number): Promise<number> => {
  const time = new OwnTime();
  while (!isSo() && time.ms < withinMs) await passed(STEP_MS);
  time.stop();
  return time.ms;
};

/** Lets own time pass, so that as many polls fit into it on a busy machine. */
export const ownPassed = async (ms: number): Promise<void> => void (await until(() => false, ms));
