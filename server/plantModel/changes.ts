import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bus } from '../core/bus.ts';

/** Takes over a new configuration of an industry. */
export type Applier = (industryId: string) => void;

/**
 * Configuration changes, one at a time over all industries: rules are checked against what is stored, and subscribers see
 * the changes in their order.
 */
export class ConfigurationChanges {
  readonly #directory: { refresh(industryId: string): Promise<void> };
  readonly #bus: Bus;
  readonly #appliers = new Set<Applier>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(directory: { refresh(industryId: string): Promise<void> }, bus: Bus) {
    this.#directory = directory;
    this.#bus = bus;
  }

  /** Called after every change, before the bus event. Returns the function that unsubscribes. */
  onChange(apply: Applier): () => void {
    this.#appliers.add(apply);
    return () => this.#appliers.delete(apply);
  }

  /** Runs, between two changes, what their checks look at; nothing is taken over after it. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Runs a change when all earlier ones are done; when it fails, nothing is taken over. */
  run<T>(industryId: string, change: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      const answer = await change();
      // of a large plant each of these takes some milliseconds
      await nextTurn();
      await this.#directory.refresh(industryId);
      for (const apply of this.#appliers) {
        await nextTurn();
        apply(industryId);
      }
      this.#bus.emit('configurationChanged', { industryId });
      return answer;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
