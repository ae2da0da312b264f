import { randomUUID } from 'node:crypto';
import type { ToolProgress } from '../../../contract/plant/tools/jobs.ts';
import type { Clock } from '../../../core/clock.ts';
import { isFailure, messageOf } from '../../../core/fail.ts';
import type { ToolRun } from '../../../core/field/fieldTools.ts';
import { conflict, requireFound } from '../../../core/refusal.ts';

/** Of one industry, kept when they have ended. */
const MOST_ENDED = 20;
const MOST_RUNNING = 4;

type Who = { industryId: string; username: string };

/** The state of a job, without its result. */
export type JobView = {
  id: string;
  state: 'running' | 'done' | 'cancelled' | 'failed';
  startedBy: string;
  startedAt: string;
  endedAt: string | null;
  reason: string | null;
  progress: ToolProgress;
};

type Job<S, T> = {
  view: JobView;
  industryId: string;
  line: string;
  subject: S;
  known: T;
  abort: AbortController;
  ended: Promise<void>;
};

/** Lines that somebody works on, over all kinds of work. */
export type BusyLines = Set<string>;

export type JobSpec<S, T> = {
  /** What nobody else may work on meanwhile. */
  line: string;
  /** What it is about, kept with it. */
  subject: S;
  /** What is known before anything was. */
  nothing: T;
  total: number;
  work(run: ToolRun<T>): Promise<void>;
};

/** Work on lines that takes its time, by id; none of it outlives the server. */
export class ToolJobs<S, T> {
  readonly #clock: Clock;
  readonly #busy: BusyLines;
  readonly #jobs = new Map<string, Job<S, T>>();

  constructor(clock: Clock, busy: BusyLines) {
    this.#clock = clock;
    this.#busy = busy;
  }

  /** @throws Failure `conflict` when the line is being worked on, or too much runs already. */
  start(
    { industryId, username }: Who,
    { line, subject, nothing, total, work }: JobSpec<S, T>,
  ): { view: JobView; subject: S; known: T } {
    if (this.#busy.has(line)) throw conflict('connectionId', 'another tool is at work on this line');
    const own = this.#of(industryId);
    if (own.filter(({ view }) => view.state === 'running').length >= MOST_RUNNING)
      throw conflict('connectionId', `${MOST_RUNNING} are running already: end one first`);
    const view: JobView = {
      id: randomUUID(),
      state: 'running',
      startedBy: username,
      startedAt: this.#now(),
      endedAt: null,
      reason: null,
      progress: { done: 0, total, now: 'not begun', remainingSeconds: null },
    };
    const abort = new AbortController();
    const job: Job<S, T> = { view, industryId, line, subject, known: nothing, abort, ended: Promise.resolve() };
    const onProgress = (progress: ToolProgress, known: T): void => {
      view.progress = progress;
      job.known = known;
    };
    this.#busy.add(line);
    this.#jobs.set(view.id, job);
    this.#forgetOld(own);
    job.ended = this.#follow(job, work({ signal: abort.signal, onProgress }));
    return job;
  }

  list(industryId: string): { view: JobView; subject: S; known: T }[] {
    return this.#of(industryId).reverse();
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): { view: JobView; subject: S; known: T } {
    return this.#find(industryId, id);
  }

  /** Settles when the work has ended. @throws Failure `notFound`. */
  async cancel(industryId: string, id: string): Promise<void> {
    const job = this.#find(industryId, id);
    job.abort.abort();
    await job.ended;
  }

  /** Ends all of it; may be called twice. */
  async stop(): Promise<void> {
    for (const { abort } of this.#jobs.values()) abort.abort();
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }

  async #follow({ view, line, abort }: Job<S, T>, work: Promise<void>): Promise<void> {
    try {
      await work;
      view.state = 'done';
    } catch (error) {
      const isCancelled = abort.signal.aborted || isFailure(error, 'cancelled');
      view.state = isCancelled ? 'cancelled' : 'failed';
      view.reason = isCancelled ? null : messageOf(error);
    } finally {
      view.endedAt = this.#now();
      view.progress = { ...view.progress, remainingSeconds: 0 };
      this.#busy.delete(line);
    }
  }

  #find(industryId: string, id: string): Job<S, T> {
    const job = this.#jobs.get(id);
    return requireFound(job?.industryId === industryId ? job : undefined, 'job');
  }

  #of(industryId: string): Job<S, T>[] {
    return [...this.#jobs.values()].filter((job) => job.industryId === industryId);
  }

  #forgetOld(own: readonly Job<S, T>[]): void {
    const ended = own.filter(({ view }) => view.state !== 'running');
    for (const { view } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#jobs.delete(view.id);
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
