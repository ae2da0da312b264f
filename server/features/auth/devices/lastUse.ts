import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';

const WRITTEN_EVERY_MS = 15 * 60_000;

/** When things were last used: exact in memory, and at most every quarter of an hour on disk. */
export class LastUse {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #write: (id: string, nowMs: number) => void;
  readonly #usedMs = new Map<string, number>();
  readonly #writtenMs = new Map<string, number>();

  constructor(clock: Clock, log: Log, write: (id: string, nowMs: number) => void) {
    this.#clock = clock;
    this.#log = log;
    this.#write = write;
  }

  note(id: string): void {
    const nowMs = this.#clock.now();
    this.#usedMs.set(id, nowMs);
    const writtenMs = this.#writtenMs.get(id);
    if (writtenMs !== undefined && Math.abs(nowMs - writtenMs) < WRITTEN_EVERY_MS) return;
    this.#writtenMs.set(id, nowMs);
    try {
      this.#write(id, nowMs);
    } catch (error) {
      // who reads is not kept out by a disk that takes nothing
      this.#log.warn({ err: error }, 'the last use of a device could not be stored');
    }
  }

  of(id: string, storedMs: number | null): number | null {
    return this.#usedMs.get(id) ?? storedMs;
  }
}
