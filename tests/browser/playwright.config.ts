import { resolve } from 'node:path';
import { chromium, defineConfig } from '@playwright/test';
import { keepNoConnections } from '../dispatcher.ts';
import { findChromium } from './findChromium.ts';
import { networkAddress } from './networkAddress.ts';

keepNoConnections();
const executable = findChromium({ env: process.env, playwrights: chromium.executablePath() });

/** Each worker has a server of its own: what one test changes in its plant is never seen by another at the same time. */
const workers = Number(process.env.HEADWORKS_BROWSER_WORKERS ?? 1);

/** The panel in a real browser on the real server with a demo plant of 40 days. Tests tagged @full are left out by `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../dist/browser-tests',
  workers,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: `"${process.execPath}" server/main.ts --demo --port 0${networkAddress() === null ? '' : ' --host 0.0.0.0'}`,
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, HEADWORKS_DEMO_DAYS: '40' } as Record<string, string>,
    timeout: 300_000,
    wait: { stdout: new RegExp(`ready (?<headworks_test_url_${worker}>http://[^\\s"]+)`) },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  })),
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // a page's answers are replaced by tests; those of a worker cannot be
    serviceWorkers: 'block',
    launchOptions: {
      ...(executable === undefined ? {} : { executablePath: executable }),
      // without a character set Chromium saves no file whose name has other letters than English ones
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
    },
  },
});
