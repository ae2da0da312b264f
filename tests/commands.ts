import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The program of a package of the project. */
export const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** A mirror that hangs is one that has nothing. */
const INSTALLED_WITHIN_MS = 900_000;

export const runQuietly = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: INSTALLED_WITHIN_MS }).status === 0;

/** `now` prints while the command runs; `after` prints all of it when it has ended, so that two at a time can be read. */
export type Output = 'now' | 'after';

/** True where it ended well. */
export const run = (
  command: string,
  args: readonly string[],
  { output = 'now', env = {} }: { output?: Output; env?: Record<string, string> } = {},
): Promise<boolean> =>
  new Promise((done) => {
    const stdio = output === 'now' ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.once('error', () => done(false));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(printed));
      done(code === 0);
    });
  });
