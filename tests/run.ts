/**
 * `npm test`: everything a fresh clone can run, browser included. Finds or installs what a test needs,
 * then runs each suite and says at the end how each one ended.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const run = (command: string, args: string[], quiet = false): boolean =>
  spawnSync(command, args, { cwd: root, stdio: quiet ? 'ignore' : 'inherit' }).status === 0;

const haveBrowser = (): boolean => existsSync('/usr/bin/chromium') || existsSync(process.env.HEADWORKS_CHROMIUM ?? '/nowhere');

/** Debian's package, where we may install it. */
const installPackage = (name: string): boolean => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`installing ${name}`);
  run('apt-get', ['update'], true);
  return run('apt-get', ['install', '-y', '--no-install-recommends', name], true);
};

/** Debian's browser or Playwright's own download. */
const findBrowser = (): boolean =>
  haveBrowser() || (installPackage('chromium') && haveBrowser()) || run(bin('playwright'), ['install', 'chromium']);

/** Reads PDFs as others do; the tests that want it say so and skip where it cannot be had. */
const findPdfReader = (): boolean => existsSync('/usr/bin/pdftotext') || installPackage('poppler-utils');

const suites: { name: string; run: () => boolean }[] = [
  {
    name: 'unit and integration',
    // left to itself it keeps one core for somebody who watches
    run: () =>
      run(bin('vitest'), [
        'run',
        '--project',
        'server',
        '--project',
        'layers',
        '--project',
        'golden',
        `--maxWorkers=${availableParallelism()}`,
      ]),
  },
  { name: 'processes', run: () => run(bin('vitest'), ['run', '--project', 'process']) },
  {
    name: 'browser',
    run: () =>
      findBrowser() &&
      run(bin('vite'), ['build', '--logLevel', 'warn']) &&
      run(bin('playwright'), ['test', '-c', 'tests/browser/playwright.config.ts']),
  },
];

findPdfReader();
const ended = suites.map((suite) => {
  const startedMs = performance.now();
  const passed = suite.run();
  return { ...suite, passed, seconds: Math.round((performance.now() - startedMs) / 1000) };
});

for (const { name, passed, seconds } of ended) console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
const failed = ended.filter(({ passed }) => !passed).length;
console.log(`${ended.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
