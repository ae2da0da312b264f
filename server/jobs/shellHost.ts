import { EventEmitter } from 'node:events';
import type { JobSetting } from '../contract/process/jobs.ts';
import type { ServerToShell, ShellToServer } from '../contract/process/shell.ts';
import type { JobHost, JobProcess } from '../core/jobs.ts';
import { heapFlags } from './forkHost.ts';

/** The server's line to the desktop's shell. */
export type ShellLine = {
  post(message: ServerToShell): void;
  onMessage(listener: (message: ShellToServer) => void): void;
};

/** Has job processes started by the shell, and talks to them through it. */
export class ShellHost implements JobHost {
  readonly #line: ShellLine;
  readonly #setting: JobSetting;
  readonly #events = new EventEmitter();
  #lastId = 0;

  constructor(line: ShellLine, setting: JobSetting) {
    this.#line = line;
    this.#setting = setting;
    line.onMessage((message) => {
      if (message.type === 'jobMessage') this.#events.emit(`message ${message.jobId}`, message.message);
      if (message.type === 'jobExit') this.#events.emit(`exit ${message.jobId}`, `ended with exit code ${message.code}`);
    });
  }

  start(): JobProcess {
    this.#lastId += 1;
    const jobId = this.#lastId;
    this.#line.post({ type: 'jobStart', jobId, args: [JSON.stringify(this.#setting)], execArgv: heapFlags(this.#setting) });
    this.#events.once(`exit ${jobId}`, () => this.#events.removeAllListeners(`message ${jobId}`));
    return {
      send: (message) => this.#line.post({ type: 'jobSend', jobId, message }),
      onReport: (listener) => void this.#events.on(`message ${jobId}`, listener),
      onExit: (listener) => void this.#events.once(`exit ${jobId}`, listener),
      kill: () => this.#line.post({ type: 'jobKill', jobId }),
    };
  }
}
