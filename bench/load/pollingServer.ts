import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { startCache } from '../../server/bundled.ts';
import { memoryEnvironment, serverOptions } from '../../server/contract/process/memoryLimits.ts';

const main = resolve(import.meta.dirname, '../../server/main.ts');

/** The server of a folder as a plant runs it; spawned, and not waited for: its start is measured. */
export const spawnServer = (folder: string): ChildProcess =>
  spawn(process.execPath, [...serverOptions, main, '--data', folder, '--port', '0', '--host', '127.0.0.1'], {
    stdio: 'ignore',
    env: { ...memoryEnvironment, ...process.env, NODE_COMPILE_CACHE: startCache() },
  });
