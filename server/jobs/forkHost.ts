import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { JobSetting } from '../contract/process/jobs.ts';
import { memoryEnvironment } from '../contract/process/memoryLimits.ts';
import type { JobHost, JobProcess } from '../core/jobs.ts';

const besideThis = join(import.meta.dirname, `main${extname(import.meta.filename)}`);
const MEBIBYTE = 1_048_576;

/**
 * V8 ends the process when its heap outgrows its part of the memory; the young part is small, or large reports leave more than
 * 100 MB of garbage uncollected. Buffers count as the old part: without a first size for it, work that passes many of them on, as a
 * backup does, spends half of its time on collecting.
 */
export const heapFlags = ({ memoryBytes }: JobSetting): string[] => [
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--expose-gc',
  `--max-old-space-size=${Math.floor((memoryBytes * 0.6) / MEBIBYTE)}`,
];

/** Starts job processes as children of the server. */
export class ForkHost implements JobHost {
  readonly #setting: JobSetting;
  readonly #script: string;

  /** @param script what a job process runs; from the sources or the bundled files, as this file is, where absent. */
  constructor(setting: JobSetting, script = besideThis) {
    this.#setting = setting;
    this.#script = script;
  }

  start(): JobProcess {
    const cacheFolder = getCompileCacheDir();
    const child = fork(this.#script, [JSON.stringify(this.#setting), cacheFolder === undefined ? '' : dirname(cacheFolder)], {
      execArgv: heapFlags(this.#setting),
      serialization: 'advanced',
      // nothing of the server's environment
      env: memoryEnvironment,
    });
    // a process that ends during a send is noticed by its exit event
    child.on('error', () => child.kill('SIGKILL'));
    // one that the system could not start has no exit
    const failed = new Promise<Error>((failure) => child.once('error', (error) => child.pid === undefined && failure(error)));
    return {
      send: (order) => void (child.connected && child.send(order, () => undefined)),
      onReport: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener(signal ? `ended by ${signal}` : `ended with exit code ${code}`));
        void failed.then(({ message }) => listener(message));
      },
      kill: () => void child.kill('SIGKILL'),
    };
  }
}
