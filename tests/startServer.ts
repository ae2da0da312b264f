import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startCache } from '../server/bundled.ts';
import { memoryEnvironment, serverOptions } from '../server/contract/process/memoryLimits.ts';

const root = resolve(import.meta.dirname, '..');
/** What a server notes of its disk is not for the home of whoever runs the tests. */
const stateHome = join(tmpdir(), 'headworks-tests-state');

export type RunningServer = {
  url: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
};

/** Starts the real server as its users do and waits for its `ready` line. @param through a program, with its arguments, that starts it. */
export const startServer = async (
  args: string[],
  env: Record<string, string> = {},
  through: readonly string[] = [],
): Promise<RunningServer> => {
  const [program = process.execPath, ...before] = [...through, process.execPath];
  const child = spawn(program, [...before, ...serverOptions, join(root, 'server', 'main.ts'), '--port', '0', ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: startCache(root), XDG_STATE_HOME: stateHome, ...memoryEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const address = /ready (http:\/\/[^\s"]+)/.exec(printed)?.[1];
      if (address) found(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${printed}`)));
  });
  return {
    url,
    process: child,
    output: () => printed,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      return child.exitCode;
    },
  };
};
