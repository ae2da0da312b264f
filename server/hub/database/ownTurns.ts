/**
 * The turns of plants within this process. Who waits for a turn has no connection meanwhile: one plant that asks many times at once, or whose
 * commit takes long, leaves the connections to others.
 */
export class OwnTurns {
  readonly #last = new Map<number, Promise<void>>();

  async take<T>(plantId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(plantId);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(plantId, ended);
    await before;
    try {
      return await work();
    } finally {
      end();
      if (this.#last.get(plantId) === ended) this.#last.delete(plantId);
    }
  }
}
