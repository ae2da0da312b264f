import { randomUUID } from 'node:crypto';
import type { Job } from '../../contract/user/batchProcess.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/fail.ts';
import { DAY_MS } from '../../core/time.ts';

const KEPT_MS = DAY_MS;
const MOST_KEPT = 50;

type Entry = {
  industryId: string;
  id: string;
  kind: string;
  state: Job['state'];
  startedMs: number;
  finishedMs: number | null;
  progress: Job['progress'];
  message: string;
  result: unknown;
};

export type RunningJob = {
  readonly id: string;
  /** One more part of the work is done. */
  advance(): void;
  done(result: unknown): void;
  failed(error: unknown): void;
};

/** Long runs and how they ended, in memory and by industry: after a restart no interrupted run is reported as running. */
export class JobList {
  readonly #clock: Clock;
  #entries: Entry[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param unit what `total` counts, such as days. */
  start(industryId: string, kind: string, total: number, unit: string): RunningJob {
    const entry: Entry = {
      industryId,
      id: randomUUID(),
      kind,
      state: 'running',
      startedMs: this.#clock.now(),
      finishedMs: null,
      progress: { done: 0, total, unit },
      message: 'running',
      result: null,
    };
    this.#tidy();
    this.#entries.push(entry);
    const finish = (state: Job['state'], message: string, result: unknown): void => {
      Object.assign(entry, { state, message, result, finishedMs: this.#clock.now() });
    };
    return {
      id: entry.id,
      advance: () => {
        entry.progress.done += 1;
      },
      done: (result) => finish('done', 'done', result),
      failed: (error) => finish('failed', messageOf(error), null),
    };
  }

  /** Undefined also for another industry's. */
  find(industryId: string, id: string): Job | undefined {
    const entry = this.#entries.find((one) => one.id === id && one.industryId === industryId);
    if (!entry) return undefined;
    const { kind, state, startedMs, finishedMs, progress, message, result } = entry;
    return {
      jobId: id,
      kind,
      state,
      startedAt: new Date(startedMs).toISOString(),
      finishedAt: finishedMs === null ? null : new Date(finishedMs).toISOString(),
      progress: { ...progress },
      message,
      result,
    };
  }

  #tidy(): void {
    const oldest = this.#clock.now() - KEPT_MS;
    const ended = this.#entries.filter(({ finishedMs }) => finishedMs !== null && finishedMs >= oldest);
    const kept = new Set(
      [...Map.groupBy(ended, ({ industryId }) => industryId).values()].flatMap((own) => own.slice(1 - MOST_KEPT)),
    );
    this.#entries = this.#entries.filter((entry) => entry.finishedMs === null || kept.has(entry));
  }
}
