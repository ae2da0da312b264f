import type { ServerToShell, ShellToServer } from '../../server/contract/process/shell.ts';

/** The part of Electron's UtilityProcess that a job needs. */
export interface JobChild {
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

type ForkJob = (args: string[], execArgv: string[]) => JobChild;

/** Starts the processes that the server asks for, and passes on what they say to each other. */
export class JobProcesses {
  readonly #fork: ForkJob;
  readonly #children = new Map<number, JobChild>();

  constructor(fork: ForkJob) {
    this.#fork = fork;
  }

  /** Carries out what the server asks; `answer` is its line back. */
  receive(message: ServerToShell, answer: (message: ShellToServer) => void): void {
    switch (message.type) {
      case 'jobStart': {
        const { jobId, args, execArgv } = message;
        const child = this.#fork(args, execArgv);
        this.#children.set(jobId, child);
        child.on('message', (said) => answer({ type: 'jobMessage', jobId, message: said }));
        child.on('exit', (code) => {
          this.#children.delete(jobId);
          answer({ type: 'jobExit', jobId, code });
        });
        break;
      }
      case 'jobSend':
        this.#children.get(message.jobId)?.postMessage(message.message);
        break;
      case 'jobKill':
        this.#children.get(message.jobId)?.kill();
        break;
    }
  }

  /** The server is gone: nobody waits for their work. */
  killAll(): void {
    for (const child of this.#children.values()) child.kill();
    this.#children.clear();
  }
}
