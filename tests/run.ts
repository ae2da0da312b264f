/**
 * `npm test`: rules, stores, field and API, whole processes, the panel in a browser. What a suite needs and is not there is installed
 * with `--install` or CI=true only; otherwise that suite is reported NOT RUN and the exit code is 2.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './browser/findChromium.ts';
import { seedOf } from './seed.ts';
import { type Ended, exitCodeOf, summary } from './suites.ts';

const { values } = parseArgs({ options: { install: { type: 'boolean' } } });
const mayInstall = values.install === true || process.env.CI === 'true';
const root = resolve(import.meta.dirname, '..');
const results = mkdtempSync(join(tmpdir(), 'headworks-test-'));

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const run = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const runQuietly = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Debian's package, where this may install it. */
const installPackage = (name: string): boolean => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`installing ${name}`);
  runQuietly('apt-get', ['update']);
  return runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name]);
};

const haveBrowser = (): boolean => findChromium({ env: process.env, playwrights: chromium.executablePath() }) !== undefined;
const installBrowser = (): boolean =>
  (installPackage('chromium') || run(bin('playwright'), ['install', 'chromium'])) && haveBrowser();
const havePdfReader = (): boolean => runQuietly('pdftotext', ['-v']);

type Counts = Pick<Ended, 'passed' | 'failed' | 'skipped'>;
/** Of a suite that could not even say how its tests ended. */
const broken: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A suite that ended badly has failed, whatever its tests say. */
const counted = (hasPassed: boolean, file: string, read: (report: string) => Counts): Counts => {
  if (!existsSync(file)) return broken;
  const counts = read(readFileSync(file, 'utf8'));
  return hasPassed ? counts : { ...counts, failed: Math.max(1, counts.failed) };
};

const vitest = (name: string, args: string[]): Counts => {
  const file = join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return counted(run(bin('vitest'), ['run', ...reporters, ...args]), file, (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report);
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
};

const playwright = (): Counts => {
  if (!run(bin('vite'), ['build', '--logLevel', 'warn'])) return broken;
  const file = join(results, 'browser.json');
  const args = ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=list,json'];
  return counted(run(bin('playwright'), args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file }), file, (report) => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(report).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  });
};

type Suite = { name: string; lacks?: () => string | undefined; run: () => Counts };
const suites: readonly Suite[] = [
  {
    name: 'rules, stores, field and API',
    run: () => {
      const projects = ['server', 'layers', 'golden', 'conformance'].flatMap((project) => ['--project', project]);
      // left to itself it keeps one core for somebody who watches
      return vitest('server', [...projects, `--maxWorkers=${availableParallelism()}`]);
    },
  },
  {
    name: 'reports as another program reads them',
    lacks: () =>
      havePdfReader() || (mayInstall && installPackage('poppler-utils') && havePdfReader())
        ? undefined
        : 'pdftotext and pdftoppm are not there (Debian: poppler-utils)',
    run: () => vitest('printed', ['--project', 'printed']),
  },
  { name: 'processes', run: () => vitest('process', ['--project', 'process']) },
  {
    name: 'panel in a browser',
    lacks: () =>
      haveBrowser() || (mayInstall && installBrowser())
        ? undefined
        : 'no Chromium was found (try --install, or set HEADWORKS_CHROMIUM)',
    run: playwright,
  },
];

const runSuite = ({ name, lacks, run: runTests }: Suite): Ended => {
  const startedMs = performance.now();
  const lacking = lacks?.();
  if (lacking !== undefined) return { name, seconds: 0, passed: 0, failed: 0, skipped: 0, notRun: lacking };
  const counts = runTests();
  return { name, seconds: Math.round((performance.now() - startedMs) / 1000), ...counts };
};

const ended = suites.map(runSuite);
rmSync(results, { recursive: true });
if (exitCodeOf(ended) === 1)
  console.log(`properties were tried with HEADWORKS_TEST_SEED=${seedOf(process.env.HEADWORKS_TEST_SEED)}`);
for (const line of summary(ended)) console.log(line);
process.exitCode = exitCodeOf(ended);
