/** `npm run check`: types, lint and format, unused code, import table, and that every regular expression is linear, at the same time. Prints what failed and how long each took. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { lintedPath } from './lintedPath.ts';

const root = resolve(import.meta.dirname, '..');
type Check = readonly [string, ...string[]];
// several checkers work out the same types again, each for itself: with one a build from nothing takes little more than half of the processor time
const compile: Check = ['tsc', '-b', '--pretty', '--checkers', '1', '--builders', '2'];
const lint: Check = ['node', 'tests/lint.ts'];
const others: readonly Check[] = [
  ['knip', '--cache'],
  // what each change can break; the others of the project run with `npm test`
  [
    'vitest',
    'run',
    '--project',
    'layers',
    'server/layers',
    ...['structure', 'repository', 'names', 'styles'].map((name) => `tests/${name}`),
  ],
  ['node', 'tests/regexps.ts'],
];

/** @param isPatient takes what processor time the others leave. */
const run = ([command, ...args]: Check, isPatient: boolean): Promise<boolean> => {
  const startedMs = performance.now();
  let printed = '';
  const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root, shell: process.platform === 'win32' });
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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

type Packages = Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>;
const packagesIn = (file: string): Packages =>
  existsSync(join(root, file)) ? (JSON.parse(readFileSync(join(root, file), 'utf8')) as { packages: Packages }).packages : {};

/** Packages that package-lock.json names and that are not installed in that version: every check would fail for want of them. */
const notInstalled = (): string[] => {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json'))
    .filter(
      ([path, { version, optional, devOptional }]) =>
        path !== '' && !optional && !devOptional && installed[path]?.version !== version,
    )
    .map(([path]) => path.replace(/^node_modules\//, ''));
};

const missing = notInstalled();
if (missing.length > 0) {
  console.log(`FAILED  not installed as package-lock.json has it: ${missing.slice(0, 5).join(', ')}. Run npm ci`);
  process.exitCode = 1;
} else {
  // its last steps come one after another and leave a core to the others, which can share theirs
  const compiled = run(compile, false);
  // the first time it looks at everything and waits for nothing; later what the compiler says spares it most files
  const linted = existsSync(lintedPath) ? compiled.then(() => run(lint, false)) : run(lint, true);
  process.exitCode = (await Promise.all([compiled, linted, ...others.map((check) => run(check, true))])).every(Boolean) ? 0 : 1;
}
