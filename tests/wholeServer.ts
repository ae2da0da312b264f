import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeWholePlant } from '../server/test/wholePlant.ts';
import { type RunningServer, startServer } from './startServer.ts';

/** A folder with twin industries, and the real server started on it as often as is wanted. */
export class WholeServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'headworks-whole-'));
  #running: RunningServer | undefined;

  async start(): Promise<string> {
    if (!this.#running) await makeWholePlant(this.folder);
    this.#running = await startServer(['--data', this.folder, '--host', '127.0.0.1']);
    return this.#running.url;
  }

  get pid(): number {
    return this.#running?.process.pid ?? 0;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const { process } = this.#running ?? {};
    const gone = new Promise((done) => process?.once('exit', done));
    process?.kill('SIGKILL');
    await gone;
  }

  /** Ends it in the ordinary way; the folder stays. */
  async end(): Promise<void> {
    await this.#running?.stop();
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Resident memory, the least of some looks. */
  async residentBytes(): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let look = 0; look < 5; look += 1) {
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]);
      least = Math.min(least, kilobytes * 1024);
      await wait(100);
    }
    return least;
  }
}
