import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { type RunningServer, startServer } from '../startServer.ts';

let made: string | undefined;
/** Made once, copied for every server; removed when the process ends. */
const template = async (): Promise<string> => {
  if (made === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'headworks-reliable-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await makeWholePlant(folder);
    made = folder;
  }
  return made;
};

/** The real server in a process of its own, on a plant with three industries; it may be killed and started again. */
export class PlantServer {
  readonly folder: string;
  readonly #ownsFolder: boolean;
  /** What the process gets besides, as for a library that is loaded first. */
  env: Record<string, string> = {};
  /** A program, with its arguments, that starts it. */
  through: readonly string[] = [];
  url = '';
  /** From the start of the process to its `ready` line. */
  startMs = 0;
  #running: RunningServer | undefined;

  constructor(folder?: string) {
    this.#ownsFolder = folder === undefined;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'headworks-reliable-'));
  }

  async fill(): Promise<void> {
    const from = await template();
    for (const name of readdirSync(from)) cpSync(join(from, name), join(this.folder, name), { recursive: true });
  }

  async start(...args: string[]): Promise<void> {
    const startedMs = performance.now();
    this.#running = await startServer(['--data', this.folder, '--host', '127.0.0.1', ...args], this.env, this.through);
    this.startMs = performance.now() - startedMs;
    this.url = this.#running.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#running?.process.pid ?? 0;
  }

  get isAlive(): boolean {
    const { process: child } = this.#running ?? {};
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  output(): string {
    return this.#running?.output() ?? '';
  }

  async login(name: 'admin' | 'operator' | 'viewer' | 'technician' = 'admin'): Promise<string> {
    return (await loginAt(this.url, name)).access_token;
  }

  ask(path: string, token: string, sent: { method?: string; body?: object } = {}): ReturnType<typeof askAt> {
    return askAt(this.url, path, { ...sent, headers: bearer(token) });
  }

  async kill(): Promise<void> {
    const { process: child } = this.#running ?? {};
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /**
   * Stands still between two calls of the system. Cut while a sync is under way, the kernel's own shutdown of a file system may answer it as
   * done: a loss that no power cut makes.
   */
  async halt(): Promise<void> {
    process.kill(this.pid, 'SIGSTOP');
    await until(() => /^State:\s+T/m.test(readFileSync(`/proc/${this.pid}/status`, 'utf8')), 5000, 1);
  }

  async end(): Promise<number | null> {
    return (await this.#running?.stop()) ?? null;
  }

  async remove(): Promise<void> {
    await this.kill();
    // a job process of a server that was killed may write a moment longer
    if (this.#ownsFolder) rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Resident memory now, and the most there was. */
  memoryMiB(): { now: number; most: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { now: of('VmRSS'), most: of('VmHWM') };
  }

  openFiles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }
}

/** Waits until something holds. @returns how long that took; NaN where it did not within the time. */
export const until = async (holds: () => boolean | Promise<boolean>, withinMs: number, everyMs = 100): Promise<number> => {
  const startedMs = performance.now();
  while (performance.now() - startedMs < withinMs) {
    if (await holds()) return performance.now() - startedMs;
    await wait(everyMs);
  }
  return Number.NaN;
};
