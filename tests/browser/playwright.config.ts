import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const chromium = [process.env.HEADWORKS_CHROMIUM, '/usr/bin/chromium'].find((path) => path !== undefined && existsSync(path));

/** The panel in a real browser on the real server with a demo plant of 40 days; one worker, for one plant. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../dist/browser-tests',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  webServer: {
    command: `"${process.execPath}" server/main.ts --demo --port 0`,
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, HEADWORKS_DEMO_DAYS: '40' } as Record<string, string>,
    timeout: 120_000,
    wait: { stdout: /ready (?<headworks_test_url>http:\/\/[^\s"]+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
    },
  },
});
