import type { Log } from '../../../core/log.ts';
import type { Writer, WriteTx } from '../../../db/writer.ts';

/** What became of deliveries: stored as soon as possible, also after a full disk, so that a message is sent once. */
export class Outcomes {
  readonly #writer: Pick<Writer, 'runReserved'>;
  readonly #log: Pick<Log, 'error'>;
  /** What could not be stored, by the ids of its deliveries: they are not sent again meanwhile. */
  readonly #unstored = new Map<string, (tx: WriteTx) => void>();

  constructor(writer: Pick<Writer, 'runReserved'>, log: Pick<Log, 'error'>) {
    this.#writer = writer;
    this.#log = log;
  }

  isUnstored(id: string): boolean {
    return this.#unstored.has(id);
  }

  store(ids: readonly string[], write: (tx: WriteTx) => void): void {
    try {
      this.#writer.runReserved(write);
    } catch (error) {
      for (const id of ids) this.#unstored.set(id, write);
      this.#log.error({ err: error }, 'what became of a message could not be stored');
    }
  }

  storeAgain(): void {
    // once for all that it is about: what is counted would be counted for each of them
    for (const write of new Set(this.#unstored.values())) {
      try {
        this.#writer.runReserved(write);
      } catch {
        return;
      }
      for (const [id, one] of this.#unstored) if (one === write) this.#unstored.delete(id);
    }
  }
}
