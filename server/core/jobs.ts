import type { JobOrder } from '../contract/process/jobs.ts';
import { Failure } from './fail.ts';

/** A process that works apart from the server and can be killed. */
export interface JobProcess {
  send(order: JobOrder): void;
  onReport(listener: (report: unknown) => void): void;
  /** Once, however it ended. */
  onExit(listener: (reason: string) => void): void;
  kill(): void;
}

/** Starts job processes: by fork, or through the desktop's shell, whose runtime does not let the server fork. */
export interface JobHost {
  start(): JobProcess;
}

export type JobLimits = {
  /** Ends the work when the asker goes away. */
  signal: AbortSignal;
  timeLimitMs: number;
  /** How often work that leaves nothing behind begins anew where its process ended for another reason than the work's time; none by default. */
  repeats?: number;
  /** Is called when a process takes the work up: what it waited before is no time of the work. */
  onBegin?: () => void;
  /** Is given what the work hands back before it ends. */
  onBatch?: (batch: unknown) => void;
};

/** What features hand over to be done apart. */
export interface Jobs {
  /**
   * @returns what the work of this kind answers.
   * @throws Failure of the work itself; `rateLimit` when too much waits already; `unavailable` when it took too long or too much
   * memory; the signal's reason when it was cancelled.
   */
  run(kind: string, input: unknown, limits: JobLimits): Promise<unknown>;
}

/** Where no process of its own can be started: all that would need one is refused. */
export const noJobs: Jobs = { run: () => Promise.reject(new Failure('unavailable', 'no job process can be started here')) };
