/** `npm run check`: types, lint and format, unused code, import table, and that every regular expression is linear, at the same time. Prints what failed and how long each took. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const checks = [
  ['tsc', '-b', '--pretty'],
  ['biome', 'check', '--error-on-warnings'],
  ['knip'],
  ['vitest', 'run', '--project', 'layers'],
  ['node', 'tests/regexps.ts'],
] as const;

const run = ([command, ...args]: (typeof checks)[number]): Promise<boolean> => {
  const startedMs = performance.now();
  let printed = '';
  const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root, shell: process.platform === 'win32' });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((done) => {
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(printed);
      console.log(`${code === 0 ? 'passed ' : 'FAILED '} ${[command, ...args].join(' ')} (${seconds} s)`);
      done(code === 0);
    });
  });
};

process.exitCode = (await Promise.all(checks.map(run))).every(Boolean) ? 0 : 1;
