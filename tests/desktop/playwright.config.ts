import { defineConfig } from '@playwright/test';

/** The shell in a real Electron; one at a time, as they take much of a small machine. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../dist/desktop-tests/results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['./begins.ts'], ['list']],
});
