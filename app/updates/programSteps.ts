import type { ChildProcess } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROLL_BACK_FILE } from '../../server/contract/process/shell.ts';
import { answers, readRunning } from '../server/attach.ts';
import { silenceMs } from '../server/limits.ts';
import type { StartReport } from './startReport.ts';
import type { UpdateSteps } from './updater.ts';

export type ProgramStepsParts = {
  /** Private folder of updates, and the plant's. */
  folder: string;
  dataFolder: string;
  report: StartReport;
  /** Of the server that this process has; absent where it has none. */
  server: { backUp(): Promise<string>; stop(): Promise<void> } | undefined;
  install: (file: string) => Promise<void>;
  /** Starts the program that is installed now, as a process of its own. */
  spawn: () => ChildProcess;
  limits?: Partial<typeof usualLimits>;
};

const usualLimits = {
  /** Until the program's first word. */
  firstMs: 120_000,
  /** A program that ended may have given way to another one of its kind. */
  endedMs: 10_000,
  /** A server that has begun to answer still does so afterwards. */
  staysMs: 2000,
  stopMs: 10_000,
  lookMs: 250,
};
/** The server of a new version that ends so often does not run. */
const MOST_DOWN = 3;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** What an update does to the desktop: installs over the program, starts it, and watches its server come up. */
export class ProgramSteps implements UpdateSteps {
  readonly #parts: ProgramStepsParts;
  readonly #limits: typeof usualLimits;
  #program: ChildProcess | undefined;

  constructor(parts: ProgramStepsParts) {
    this.#parts = parts;
    this.#limits = { ...usualLimits, ...parts.limits };
  }

  /** Whether another process is the desktop now. */
  get hasGivenWay(): boolean {
    return this.#program !== undefined;
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#parts.dataFolder);
    return bavail * bsize;
  }

  backUp(): Promise<string> {
    return this.#parts.server?.backUp() ?? Promise.reject(new Error('no server runs here'));
  }

  async stop(): Promise<void> {
    await this.#parts.server?.stop();
    const program = this.#program;
    if (!program) return;
    program.kill('SIGTERM');
    const lateMs = Date.now() + this.#limits.stopMs;
    while (!hasEnded(program) && Date.now() < lateMs) await wait(this.#limits.lookMs);
    program.kill('SIGKILL');
  }

  install(file: string): Promise<void> {
    return this.#parts.install(file);
  }

  async start(): Promise<void> {
    this.#parts.report.clear();
    this.#program = this.#parts.spawn();
    this.#program.once('error', () => undefined);
    this.#program.unref();
  }

  async isHealthy(version: string): Promise<boolean> {
    const { report, dataFolder } = this.#parts;
    const { firstMs, endedMs, staysMs, lookMs } = this.#limits;
    let [count, sinceMs] = [0, Date.now()];
    let endedSinceMs: number | undefined;
    for (;;) {
      const running = readRunning(dataFolder);
      if (running?.version === version && (await answers(running))) {
        await wait(staysMs);
        if (await answers(running)) return true;
      }
      const words = report.words();
      if (words.length !== count) [count, sinceMs] = [words.length, Date.now()];
      if (words.filter((one) => one === 'down').length >= MOST_DOWN) return false;
      const last = words.at(-1);
      const limitMs = last === undefined || last === 'down' ? firstMs : Math.max(firstMs, silenceMs[last]);
      if (Date.now() - sinceMs > limitMs) return false;
      if (this.#program && hasEnded(this.#program)) endedSinceMs ??= Date.now();
      if (endedSinceMs !== undefined && Date.now() - endedSinceMs > endedMs) return false;
      await wait(lookMs);
    }
  }

  async restore(snapshot: string): Promise<void> {
    writeFileSync(join(this.#parts.dataFolder, ROLL_BACK_FILE), JSON.stringify({ format: 'headworks-roll-back-1', snapshot }), {
      mode: 0o600,
      flush: true,
    });
  }
}
