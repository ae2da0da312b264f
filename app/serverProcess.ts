import { type ServerToShell, type ShellToServer, serverToShell } from '../server/contract/process/shell.ts';
import type { JobProcesses } from './jobProcesses.ts';

/** The part of Electron's UtilityProcess that the shell uses. */
export interface ChildProcess {
  postMessage(message: ShellToServer): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

export type ServerEvents = {
  onReady(url: string): void;
  /** The server is not there: why, and when it is tried again. */
  onDown(reason: string, retryMs: number): void;
};

type Timings = { startMs: number; stopMs: number; firstRetryMs: number; longestRetryMs: number; healthyMs: number };
const defaultTimings: Timings = { startMs: 30_000, stopMs: 5000, firstRetryMs: 1000, longestRetryMs: 60_000, healthyMs: 60_000 };

/** Keeps one server process alive: waits for its ready message, restarts it with back-off, stops it gracefully. */
export class ServerProcess {
  readonly #fork: () => ChildProcess;
  readonly #events: ServerEvents;
  readonly #jobs: Pick<JobProcesses, 'receive' | 'killAll'>;
  readonly #timings: Timings;
  #child: ChildProcess | undefined;
  #retryMs: number;
  #stopping = false;
  #reason = 'the server stopped';
  readonly #timers = new Set<NodeJS.Timeout>();
  #exited: (() => void) | undefined;

  constructor(
    fork: () => ChildProcess,
    events: ServerEvents,
    jobs: Pick<JobProcesses, 'receive' | 'killAll'>,
    timings: Partial<Timings> = {},
  ) {
    this.#fork = fork;
    this.#events = events;
    this.#jobs = jobs;
    this.#timings = { ...defaultTimings, ...timings };
    this.#retryMs = this.#timings.firstRetryMs;
  }

  start(): void {
    if (this.#child || this.#stopping) return;
    this.#reason = 'the server stopped';
    const child = this.#fork();
    this.#child = child;
    const tooSlow = this.#after(this.#timings.startMs, () => {
      this.#reason = `the server did not start within ${this.#timings.startMs / 1000} s`;
      child.kill();
    });
    child.on('message', (sent) => {
      const message = serverToShell.safeParse(sent);
      if (message.success) this.#receive(child, message.data, tooSlow);
    });
    child.on('exit', (code) => this.#lost(code));
  }

  /** Asks the server to stop, and ends it when it has not within the limit. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#clearTimers();
    const child = this.#child;
    if (!child) return;
    await new Promise<void>((resolve) => {
      this.#exited = resolve;
      this.#after(this.#timings.stopMs, () => {
        child.kill();
        resolve();
      });
      child.postMessage({ type: 'stop' });
    });
    this.#clearTimers();
  }

  #receive(child: ChildProcess, message: ServerToShell, tooSlow: NodeJS.Timeout): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(tooSlow);
        this.#after(this.#timings.healthyMs, () => {
          this.#retryMs = this.#timings.firstRetryMs;
        });
        this.#events.onReady(message.url);
        break;
      case 'fatal':
        this.#reason = message.message;
        break;
      default:
        this.#jobs.receive(message, (answer) => {
          if (this.#child === child) child.postMessage(answer);
        });
    }
  }

  #lost(code: number): void {
    this.#child = undefined;
    this.#jobs.killAll();
    this.#clearTimers();
    this.#exited?.();
    if (this.#stopping) return;
    const retryMs = this.#retryMs;
    this.#retryMs = Math.min(retryMs * 2, this.#timings.longestRetryMs);
    this.#events.onDown(`${this.#reason} (exit code ${code})`, retryMs);
    this.#after(retryMs, () => this.start());
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
