import { z } from 'zod';
import { arePagesUnchecked, leavePagesUnchecked, pagesChecked } from '../../backup/uncheckedPages.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';

/** What `checkPages` work answers; null where nothing is wrong. */
export const checkedPages = z.object({ damage: z.string().nullable() });

const WITHIN_MS = 600_000;
const AGAIN_MS = 30_000;
/** A write that met damage is followed by one look in this time, however many more meet it. */
const LOOK_EVERY_MS = 600_000;

export type PageCheckParts = {
  dataFolder: string;
  jobs: Jobs;
  writer: Writer;
  clock: Clock;
  log: Log;
  /** Starts the server again, which sets a damaged database aside before it opens it. */
  restart: (() => void) | undefined;
};

/** Looks through the pages of a large database beside the service, as it takes seconds: after each start, and when a write meets damage. */
export class PageCheck {
  readonly #parts: PageCheckParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #beganMs = Number.NEGATIVE_INFINITY;

  constructor(parts: PageCheckParts) {
    this.#parts = parts;
  }

  start(): void {
    const { dataFolder, writer } = this.#parts;
    writer.onDamage(() => this.#afterDamage());
    if (arePagesUnchecked(dataFolder)) void this.#check();
  }

  /** The next start looks through them first where this one did not get that far. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort(new Error('the server stops'));
  }

  #afterDamage(): void {
    const { dataFolder, clock, log } = this.#parts;
    if (clock.monotonicMs() - this.#beganMs < LOOK_EVERY_MS) return;
    log.error({}, 'a write met damage in the database: it is looked through');
    leavePagesUnchecked(dataFolder);
    void this.#check();
  }

  async #check(): Promise<void> {
    const { dataFolder, jobs, clock, log, restart } = this.#parts;
    clearTimeout(this.#timer);
    this.#beganMs = clock.monotonicMs();
    try {
      const done = await jobs.run('checkPages', {}, { signal: this.#stopping.signal, timeLimitMs: WITHIN_MS });
      const { damage } = checkedPages.parse(done);
      if (damage === null) {
        pagesChecked(dataFolder);
        log.info({ ms: Math.round(clock.monotonicMs() - this.#beganMs) }, 'the pages of the database were looked through');
        return;
      }
      log.error({ damage }, 'the database is damaged: the server starts again without it');
      leavePagesUnchecked(dataFolder);
      restart?.();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ reason: messageOf(error) }, 'the pages of the database could not be looked through; it is tried again');
      this.#timer = setTimeout(() => void this.#check(), AGAIN_MS);
    }
  }
}
