/** The result of some work, or once the time is over what `instead` gives; undefined lets the work go on. */
export const unlessOver = <T>(work: Promise<T>, leftMs: number, instead: () => T | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        const early = instead();
        if (early !== undefined) resolve(early);
      },
      Math.max(0, leftMs),
    );
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    work.then(
      (result) => end(() => resolve(result)),
      (error: unknown) => end(() => reject(error)),
    );
  });

/** Work of each device goes one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Whose time is over before its turn has come does not wait for it: `isLate` then, and it must leave the device alone. */
  async take<T>(deviceId: string, leftMs: number, work: (isLate: boolean) => Promise<T>): Promise<T> {
    const before = this.#last.get(deviceId) ?? Promise.resolve();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(
      deviceId,
      before.then(() => ended),
    );
    const isLate = await unlessOver(
      before.then(() => false),
      leftMs,
      () => true,
    );
    try {
      return await work(isLate);
    } finally {
      end();
    }
  }
}
