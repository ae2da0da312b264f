/**
 * `npm run test:desktop`: the desktop's shell as it is built, in a real Electron under a display without a screen. With `--or-skip`, as in CI, a
 * machine where no such runtime can be had says so and ends well; otherwise the exit code is 2. `--install` or CI=true lets it install Debian's
 * packages.
 * A run that does not end within 40 minutes (120 with `--long`) is ended, and names the test that hung.
 * `--long` adds what takes minutes, as 50 kills; `--grep` runs the tests of that name.
 */
import { parseArgs } from 'node:util';
import { bin, run } from '../commands.ts';
import { installDisplay, startDisplay } from './display.ts';
import { electronFolder } from './runtime.ts';

const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean' }, 'or-skip': { type: 'boolean' }, long: { type: 'boolean' }, grep: { type: 'string' } },
  allowPositionals: true,
});
const mayInstall = values.install === true || process.env.CI === 'true';

const whyNot = (): string | undefined => {
  const missing = installDisplay(mayInstall);
  if (missing.length > 0) return `not there: ${missing.join(', ')} (try --install)`;
  try {
    electronFolder();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  }
};

const filters = [...(values.long ? [] : ['--grep-invert', '@long']), ...(values.grep ? ['--grep', values.grep] : [])];
const reason = whyNot();
if (reason) {
  console.log(`NOT RUN  the desktop in Electron: ${reason}`);
  process.exitCode = values['or-skip'] ? 0 : 2;
} else {
  const { display, stop } = await startDisplay();
  try {
    const hasPassed =
      (await run(bin('tsc'), ['-b'])) &&
      (await run(bin('vite'), ['build', '--logLevel', 'warn'])) &&
      // the few files that an installed server starts from: what is timed is a start as people have it
      (await run(bin('node'), ['server/commands/bundleServer.ts'])) &&
      (await run(
        'dbus-run-session',
        ['--', bin('playwright'), 'test', '-c', 'tests/desktop/playwright.config.ts', ...filters, ...positionals],
        {
          env: { DISPLAY: display, ...(values.long && { HEADWORKS_DESKTOP_LONG: '1' }) },
        },
      ));
    process.exitCode = hasPassed ? 0 : 1;
  } finally {
    stop();
  }
}
