import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

const MIB = 1_048_576;
const LIMIT_MIB = 450;
const BACK_WITHIN_MS = 3000;
/** In the short form, which may run beside other work. */
const BACK_WITHIN_SHORT_MS = 10_000;
const controller = '/sys/fs/cgroup/memory';
const supervisor = resolve(import.meta.dirname, '../../../server/supervise.ts');

/** A group of processes that have so much memory together and no more. */
class MemoryGroup {
  readonly #folder = join(controller, `headworks-${process.pid}`);

  constructor() {
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, 'memory.limit_in_bytes'), String(LIMIT_MIB * MIB));
  }

  /** @param before a command of the shell that is run first. */
  spawn(command: readonly string[], before = ':'): ChildProcess {
    const entered = `echo $$ > ${join(this.#folder, 'cgroup.procs')}; ${before}; exec "$@"`;
    return spawn('/bin/sh', ['-c', entered, 'sh', ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  mostMiB(): number {
    return Number(readFileSync(join(this.#folder, 'memory.max_usage_in_bytes'), 'utf8')) / MIB;
  }

  async remove(): Promise<void> {
    await until(() => readFileSync(join(this.#folder, 'cgroup.procs'), 'utf8') === '', 10_000);
    rmdirSync(this.#folder);
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

/**
 * Takes memory until another process of the group is ended for it; the kernel is told to take those of the server first. No more than
 * what the server leaves: its supervisor is to live, however late it is seen that the server has ended.
 */
const HOG_MIB = 336;
const hog = `const kept = []; setInterval(() => kept.length < ${HOG_MIB / 4} && kept.push(Buffer.alloc(4 * 1048576, 1)), 5)`;

const isServing = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/plant/health`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
};

/** The server as `npm start` runs it, in little memory; then something else in the group takes the memory away. */
export const memoryLimit: Scenario = {
  ids: 'A17',
  name: 'memory of 450 MiB that runs out',
  isShort: true,
  lacks: () =>
    existsSync(join(controller, 'memory.limit_in_bytes')) && process.getuid?.() === 0
      ? undefined
      : 'no memory group of this kernel can be made',
  run: async (isShort) => {
    const checks = new Faults();
    const server = new PlantServer();
    const group = new MemoryGroup();
    let running: ChildProcess | undefined;
    let printed = '';
    try {
      await server.fill();
      const port = await freePort();
      server.url = `http://127.0.0.1:${port}`;
      const options = ['--data', server.folder, '--host', '127.0.0.1', '--port', String(port)];
      running = group.spawn([process.execPath, supervisor, ...options], 'echo 1000 > /proc/self/oom_score_adj');
      running.stderr?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      await until(() => isServing(server.url), 120_000);
      const writers = new Writers(server);
      await writers.prepare();
      writers.start();
      await wait(5000);
      await writers.acknowledgeMore(11);
      const mostMiB = group.mostMiB();
      checks.expect(!printed.includes('starts again'), `it ended before the memory was taken away: ${printed.slice(-300)}`);

      // the server inherited the first turn; its memory comes back some time after it has ended, which must not cost the supervisor its life
      writeFileSync(`/proc/${running.pid}/oom_score_adj`, '0');
      const hungry = group.spawn([process.execPath, '-e', hog]);
      const endedMs = await until(() => printed.includes('starts again'), 30_000, 10);
      const endedAtMs = performance.now();
      hungry.kill('SIGKILL');
      checks.expect(!Number.isNaN(endedMs), 'nothing was ended for its memory');
      checks.expect(running.signalCode === null, 'the supervisor itself was ended');
      await until(() => isServing(server.url), 120_000, 20);
      const backMs = performance.now() - endedAtMs;
      await writers.stop();
      checks.expect(
        backMs <= (isShort ? BACK_WITHIN_SHORT_MS : BACK_WITHIN_MS),
        `it served again after ${Math.round(backMs)} ms`,
      );
      const { lost, integrity } = writers.lost();
      checks.expect(lost === 0, `${lost} acknowledged writes are not there`);
      checks.expect(integrity === 'ok', integrity);
      checks.expect(writers.acknowledged.size > 10, `only ${writers.acknowledged.size} writes were acknowledged`);
      return {
        figures: {
          'most memory before, MiB': mostMiB.toFixed(0),
          'serves again after ms': Math.round(backMs),
          acknowledged: writers.acknowledged.size,
          answers: statusText(writers.statuses),
          lost,
        },
        faults: checks.list,
      };
    } finally {
      if (running && running.exitCode === null && running.signalCode === null) {
        const gone = new Promise((ended) => running?.once('exit', ended));
        running.kill('SIGTERM');
        await gone;
      }
      await group.remove();
      await server.remove();
    }
  },
};
