import { type JobReport, jobReport } from '../contract/process/jobs.ts';
import { Failure, messageOf } from '../core/fail.ts';
import type { JobHost, JobLimits, JobProcess, Jobs } from '../core/jobs.ts';
import type { Log } from '../core/log.ts';

type JobDamage = Extract<JobReport, { type: 'damaged' }>['damage'];
type Task = {
  id: number;
  kind: string;
  input: unknown;
  limits: JobLimits;
  settle: (report: JobReport | Failure) => void;
  /** How often it may still begin anew. */
  repeats: number;
  tooLong?: NodeJS.Timeout;
};
type Worker = { process: JobProcess; isReady: boolean; task: Task | undefined; idle: NodeJS.Timeout | undefined };

export type JobPoolParts = {
  host: JobHost;
  log: Log;
  /** Processes at work at once, and tasks that may wait for one. */
  processes?: number;
  waiting?: number;
  /** A process without work ends after this time. */
  idleMs?: number;
  /** How long a cancelled task may tidy up before its process is killed. */
  graceMs?: number;
};

const SECONDS_TO_WAIT = 10;

/** Keeps at most a few job processes, warm between tasks, and a short queue before them. */
export class JobPool implements Jobs {
  readonly #parts: Required<JobPoolParts>;
  readonly #workers = new Set<Worker>();
  readonly #queue: Task[] = [];
  readonly #damageListeners: ((damage: JobDamage) => void)[] = [];
  #lastId = 0;
  #isStopped = false;

  constructor(parts: JobPoolParts) {
    this.#parts = { processes: 2, waiting: 8, idleMs: 120_000, graceMs: 500, ...parts };
  }

  async run(kind: string, input: unknown, limits: JobLimits): Promise<unknown> {
    limits.signal.throwIfAborted();
    if (this.#isStopped) throw new Failure('unavailable', 'the server stops');
    if (this.#queue.length >= this.#parts.waiting + this.#parts.processes - this.busy)
      throw new Failure('rateLimit', `${this.#queue.length} tasks wait already; ask again later`, {
        retryAfterSeconds: SECONDS_TO_WAIT,
      });
    this.#lastId += 1;
    const { promise, resolve } = Promise.withResolvers<JobReport | Failure>();
    const task: Task = { id: this.#lastId, kind, input, limits, repeats: limits.repeats ?? 0, settle: resolve };
    const onAbort = (): void => this.#cancel(task);
    limits.signal.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(task);
    this.#next();
    const report = await promise;
    limits.signal.removeEventListener('abort', onAbort);
    limits.signal.throwIfAborted();
    if (report instanceof Failure) throw report;
    if (report.type === 'failed') throw new Failure(report.fault, report.message, report.errors && { errors: report.errors });
    return report.type === 'done' ? report.result : undefined;
  }

  /** A stored day that was found damaged by work done apart. */
  onDamaged(listener: (damage: JobDamage) => void): void {
    this.#damageListeners.push(listener);
  }

  /** Kills what is at work: it begins anew where it may, else its callers are answered `unavailable`. @returns how many there were. */
  endWork(): number {
    const atWork = [...this.#workers].filter(({ task }) => task !== undefined);
    for (const worker of atWork) {
      const { task } = worker;
      worker.task = undefined;
      this.#retire(worker);
      if (task !== undefined && !this.#beginsAnew(task))
        task.settle(new Failure('unavailable', 'the work was ended: it kept the database from tidying up; ask again'));
    }
    this.#next();
    return atWork.length;
  }

  /** Kills every process; what was under way fails. */
  stop(): void {
    this.#isStopped = true;
    for (const task of this.#queue.splice(0)) task.settle(new Failure('unavailable', 'the server stops'));
    for (const worker of this.#workers) worker.process.kill();
  }

  /** Processes that are up. */
  get size(): number {
    return this.#workers.size;
  }

  /** Processes that are at work. */
  get busy(): number {
    return [...this.#workers].filter(({ task }) => task !== undefined).length;
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#isStopped) return;
    const free = [...this.#workers].find(({ isReady, task }) => isReady && task === undefined);
    if (free) {
      const task = this.#queue.shift();
      if (task) this.#begin(free, task);
      this.#next();
      return;
    }
    const starting = [...this.#workers].filter(({ isReady }) => !isReady).length;
    if (this.#workers.size < this.#parts.processes && starting < this.#queue.length) this.#start();
  }

  #start(): void {
    let process: JobProcess;
    try {
      process = this.#parts.host.start();
    } catch (error) {
      this.#notStarted(messageOf(error));
      return;
    }
    const worker: Worker = { process, isReady: false, task: undefined, idle: undefined };
    this.#workers.add(worker);
    worker.process.onReport((sent) => {
      const report = jobReport.safeParse(sent);
      if (report.success) this.#receive(worker, report.data);
    });
    worker.process.onExit((reason) => this.#lost(worker, reason));
  }

  #begin(worker: Worker, task: Task): void {
    clearTimeout(worker.idle);
    worker.task = task;
    task.tooLong = setTimeout(() => {
      task.repeats = 0;
      task.settle(new Failure('unavailable', `took longer than ${task.limits.timeLimitMs / 1000} s; ask for a shorter range`));
      worker.process.kill();
    }, task.limits.timeLimitMs);
    const { settle } = task;
    task.settle = (report) => {
      clearTimeout(task.tooLong);
      settle(report);
    };
    task.limits.onBegin?.();
    worker.process.send({ type: 'work', id: task.id, kind: task.kind, input: task.input });
  }

  #receive(worker: Worker, report: JobReport): void {
    if (report.type === 'damaged') {
      for (const listener of this.#damageListeners) listener(report.damage);
      return;
    }
    if (report.type === 'batch') {
      if (worker.task?.id === report.id) worker.task.limits.onBatch?.(report.batch);
      return;
    }
    if (report.type === 'ready') {
      worker.isReady = true;
    } else if (worker.task?.id === report.id) {
      worker.task.settle(report);
      worker.task = undefined;
    }
    if (report.type === 'done' && report.isFull) this.#retire(worker);
    else if (worker.task === undefined) {
      clearTimeout(worker.idle);
      // its place is free before it has ended, which takes a busy machine a while: no task is given to a process that ends
      worker.idle = setTimeout(() => this.#retire(worker), this.#parts.idleMs);
    }
    this.#next();
  }

  /** Its place is free at once; no caller waits for it. */
  #retire(worker: Worker): void {
    this.#workers.delete(worker);
    clearTimeout(worker.idle);
    worker.process.kill();
  }

  /** @returns whether the task waits for another process, as the first. */
  #beginsAnew(task: Task): boolean {
    if (task.repeats === 0 || task.limits.signal.aborted || this.#isStopped) return false;
    task.repeats -= 1;
    clearTimeout(task.tooLong);
    this.#queue.unshift(task);
    return true;
  }

  #cancel(task: Task): void {
    const place = this.#queue.indexOf(task);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      task.settle(new Failure('unavailable', 'cancelled'));
      return;
    }
    const worker = [...this.#workers].find((one) => one.task === task);
    if (!worker) return;
    worker.process.send({ type: 'cancel', id: task.id });
    const grace = setTimeout(() => worker.process.kill(), this.#parts.graceMs);
    const settle = task.settle;
    task.settle = (report) => {
      clearTimeout(grace);
      settle(report);
    };
  }

  #lost(worker: Worker, reason: string): void {
    const isRetired = !this.#workers.delete(worker);
    clearTimeout(worker.idle);
    if (isRetired) return;
    if (worker.task) {
      const { kind, limits } = worker.task;
      if (limits.signal.aborted) this.#parts.log.info({ kind }, 'a job process was ended, as nobody waits for its work any more');
      else this.#parts.log.warn({ kind, reason }, 'a job process ended before its work was done');
      if (!this.#beginsAnew(worker.task))
        worker.task.settle(new Failure('unavailable', `the work could not be finished: ${reason}`));
    } else if (!worker.isReady) {
      this.#notStarted(reason);
    }
    this.#next();
  }

  #notStarted(reason: string): void {
    this.#parts.log.error({ reason }, 'a job process did not start');
    this.#queue.shift()?.settle(new Failure('unavailable', `no job process could be started: ${reason}`));
  }
}
