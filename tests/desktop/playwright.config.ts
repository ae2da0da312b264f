import { defineConfig } from '@playwright/test';
import { keepNoConnections } from '../dispatcher.ts';

keepNoConnections();

/** Of the whole run, several times what it takes: with `--long` it kills and stops for a while. */
const limitMs = (process.env.HEADWORKS_DESKTOP_LONG === '1' ? 120 : 40) * 60_000;

/** The shell in a real Electron; one at a time, as they take much of a small machine. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../dist/desktop-tests/results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['./begins.ts', { limitMs }], ['list']],
});
