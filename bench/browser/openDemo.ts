import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../tests/browser/findChromium.ts';
import { openSession } from '../../tests/browser/plant.ts';
import { startServer } from '../../tests/startServer.ts';

/** A demo plant of so many days, a browser that can be told to collect its garbage, and a session of the admin. */
export const openDemo = async (days: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-panel-bench-'));
  const server = await startServer(['--demo', '--data', folder], { HEADWORKS_DEMO_DAYS: String(days) });
  const executable = findChromium({ env: process.env, playwrights: chromium.executablePath() });
  const browser = await chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--expose-gc'],
  });
  const record = await openSession(server.url, { username: 'admin', password: 'demo-admin' });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, browser, record, close };
};
