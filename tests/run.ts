/**
 * `npm test`: rules, stores, field and API, whole processes, the panel in a browser. What a suite needs and is not there is installed
 * with `--install` or CI=true only; otherwise that suite is reported NOT RUN and the exit code is 2. `--browser` (`npm run
 * test:browser`) runs the panel alone, with the tests tagged @full: every page on a phone, the states of failure; with `--rest` without those that
 * `npm test` has, with faults of the server on four pages in place of all, and with the rules of accessibility on each page in one size;
 * with `--share 1/2` the first half of the files of those.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './browser/findChromium.ts';
import { bin, type Output, run, runQuietly } from './commands.ts';
import { failedFilesOfVitest, failuresOfBrowser, failuresOfVitest } from './failures.ts';
import { seedOf } from './seed.ts';
import { afterSecondTry, type Counts, type Ended, exitCodeOf, summary } from './suites.ts';

const { values } = parseArgs({
  options: { install: { type: 'boolean' }, browser: { type: 'boolean' }, rest: { type: 'boolean' }, share: { type: 'string' } },
});
const mayInstall = values.install === true || process.env.CI === 'true';
/** What failed is tried once more, by itself, and named as unsteady where it passes then: `.ci/run` asks for it. */
const hasSecondTry = process.env.HEADWORKS_SECOND_TRY === '1';
const results = mkdtempSync(join(tmpdir(), 'headworks-test-'));

/** Debian's package, where this may install it. */
const installPackage = (name: string): boolean => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`installing ${name}`);
  runQuietly('apt-get', ['update']);
  return runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name]);
};

const haveBrowser = (): boolean => findChromium({ env: process.env, playwrights: chromium.executablePath() }) !== undefined;
const installBrowser = (): boolean =>
  (installPackage('chromium-headless-shell') ||
    installPackage('chromium') ||
    runQuietly(bin('playwright'), ['install', 'chromium'])) &&
  haveBrowser();
const havePdfReader = (): boolean => runQuietly('pdftotext', ['-v']);

/** Of a suite that could not even say how its tests ended. */
const broken: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A suite that ended badly has failed, whatever its tests say. */
const counted = (hasPassed: boolean, file: string, read: (report: string) => Counts): Counts => {
  if (!existsSync(file)) return broken;
  const counts = read(readFileSync(file, 'utf8'));
  return hasPassed ? counts : { ...counts, failed: Math.max(1, counts.failed) };
};

/** A suite as it ended, and where it failed and may be tried again, what became of the failed ones alone. */
const tried = async (first: Counts, again: () => Promise<Counts>): Promise<Counts> =>
  hasSecondTry && first.failed > 0 ? afterSecondTry(first, await again()) : first;

const vitest = async (name: string, args: string[], output: Output): Promise<Counts> => {
  let failedFiles: string[] = [];
  const once = async (attempt: string, chosen: readonly string[]): Promise<Counts> => {
    const file = join(results, `${name}${attempt}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const hasPassed = await run(bin('vitest'), ['run', ...reporters, ...chosen], { output });
    return counted(hasPassed, file, (report) => {
      const all = JSON.parse(report);
      const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = all;
      failedFiles = failedFilesOfVitest(all);
      return { passed, failed, skipped: numPendingTests + numTodoTests, failures: failuresOfVitest(all) };
    });
  };
  const first = await once('', args);
  const alone = (): string[] => [...args.filter((one) => !one.startsWith('--maxWorkers')), '--maxWorkers=1', ...failedFiles];
  return failedFiles.length === 0 ? first : tried(first, () => once('Again', alone()));
};

let isPanelBuilt = false;
const buildPanel = async (): Promise<void> => {
  isPanelBuilt = await run(bin('vite'), ['build', '--logLevel', 'warn']);
};

const playwright = async (chosen: readonly string[], output: Output): Promise<Counts> => {
  if (!isPanelBuilt) return broken;
  const once = async (attempt: string, only: readonly string[]): Promise<Counts> => {
    const file = join(results, `browser${attempt}.json`);
    const args = ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=list,json', ...only];
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, HEADWORKS_BROWSER_WORKERS: only === chosen ? '2' : '1' };
    return counted(await run(bin('playwright'), args, { output, env }), file, (report) => {
      const all = JSON.parse(report);
      const { expected, unexpected, flaky, skipped } = all.stats;
      return { passed: expected, failed: unexpected + flaky, skipped, failures: failuresOfBrowser(all) };
    });
  };
  // the failed ones alone are no half of anything
  return tried(await once('', chosen), () =>
    once('Again', [...chosen.filter((one) => !one.startsWith('--shard')), '--last-failed']),
  );
};

type Suite = { name: string; isOfPanel?: true; lacks?: () => string | undefined; run: (output: Output) => Promise<Counts> };

const rules: Suite = {
  name: 'rules, stores, field and API',
  run: (output) => {
    const projects = ['server', 'apart', 'layers', 'golden', 'conformance'].flatMap((project) => ['--project', project]);
    // one more than there are cores: some tests wait for sockets and processes
    return vitest('server', [...projects, `--maxWorkers=${availableParallelism() + 1}`], output);
  },
};
const printed: Suite = {
  name: 'reports as another program reads them',
  lacks: () =>
    havePdfReader() || (mayInstall && installPackage('poppler-utils') && havePdfReader())
      ? undefined
      : 'pdftotext and pdftoppm are not there (Debian: poppler-utils)',
  run: (output) => vitest('printed', ['--project', 'printed'], output),
};
const processes: Suite = { name: 'processes', run: (output) => vitest('process', ['--project', 'process'], output) };
const panel = (name: string, chosen: readonly string[]): Suite => ({
  name,
  isOfPanel: true,
  lacks: () =>
    haveBrowser() || (mayInstall && installBrowser())
      ? undefined
      : 'no Chromium was found (try --install, or set HEADWORKS_CHROMIUM)',
  run: (output) => playwright(chosen, output),
});

/** Of the panel: signing in, the frame, the first page, the tasks of people, hostile words. */
const short = `\\b(login|firstLoad|frame|shell|overview|tasks|carriers)(\\.spec\\.ts|/)`;
const shortForm = [short, '--grep-invert', '@full'];
/** Playwright looks for this in a test's file, title and tags together; faults on every page take twenty minutes, the second size of every page four. */
const notOfRest = `@everyPage|${short}(?!.*@full)`;

const rest = values.rest ? ['--grep-invert', notOfRest] : [];
const share = values.share === undefined ? [] : [`--shard=${values.share}`];

/** One after the other; the suites of one stage run at a time, as they wait more than they work. */
const stages: readonly (readonly Suite[])[] = values.browser
  ? [[panel('panel in a browser, full', [...rest, ...share])]]
  : [[rules], [printed], [panel('panel in a browser', shortForm), processes]];

const runSuite = async ({ name, lacks, run: runTests }: Suite, output: Output): Promise<Ended> => {
  const startedMs = performance.now();
  const lacking = lacks?.();
  if (lacking !== undefined) return { name, seconds: 0, passed: 0, failed: 0, skipped: 0, notRun: lacking };
  const counts = await runTests(output);
  return { name, seconds: Math.round((performance.now() - startedMs) / 1000), ...counts };
};

const ended: Ended[] = [];
for (const stage of stages) {
  // before its stage, not within: what runs beside the panel reads the build too
  if (stage.some((suite) => suite.isOfPanel)) await buildPanel();
  ended.push(...(await Promise.all(stage.map((suite, at) => runSuite(suite, at === 0 ? 'now' : 'after')))));
}
rmSync(results, { recursive: true });
if (exitCodeOf(ended) === 1)
  console.log(`properties were tried with HEADWORKS_TEST_SEED=${seedOf(process.env.HEADWORKS_TEST_SEED)}`);
for (const line of summary(ended)) console.log(line);
process.exitCode = exitCodeOf(ended);
