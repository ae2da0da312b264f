/**
 * Asks from a thread of its own that holds nothing else: collections of the heap of a bench, which knows the whole server, would be
 * measured as the server's time.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type Asked = { id: number; url: string; headers: Record<string, string> };
/** `isRemembered`: sent again from the server's memory. */
export type TimedAnswer = { ms: number; status: number; etag: string; bytes: number; isRemembered: boolean };
export type Timed = { id: number } & (TimedAnswer | { failed: string });

export class Asker {
  readonly #worker = new Worker(join(import.meta.dirname, 'askerThread.ts'));
  readonly #waiting = new Map<number, PromiseWithResolvers<TimedAnswer>>();
  #asked = 0;

  constructor() {
    this.#worker.on('message', (timed: Timed) => {
      const waiting = this.#waiting.get(timed.id);
      this.#waiting.delete(timed.id);
      if ('failed' in timed) waiting?.reject(new Error(timed.failed));
      else waiting?.resolve(timed);
    });
  }

  ask(url: string, headers: Record<string, string>): Promise<TimedAnswer> {
    const waiting = Promise.withResolvers<TimedAnswer>();
    this.#asked += 1;
    this.#waiting.set(this.#asked, waiting);
    this.#worker.postMessage({ id: this.#asked, url, headers } satisfies Asked);
    return waiting.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
