/** `npm run pictures`: pictures of every page of the panel on the demo plant, for docs/pictures.md and the README. Needs Chromium. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { startServer } from '../startServer.ts';
import { findChromium } from './findChromium.ts';
import { mostBytes, pictures } from './pictureList.ts';
import { openSession } from './plant.ts';

const folder = resolve(import.meta.dirname, '../../resources/readme');
const settleMs = 2500;

/** As good as fits: a PNG of a schematic would be five times as large. */
const take = async (page: Page): Promise<Buffer> => {
  const browserSession = await page.context().newCDPSession(page);
  for (const quality of [80, 60, 45, 30]) {
    const { data: text } = await browserSession.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(text, 'base64');
    if (picture.length <= mostBytes) return picture;
  }
  throw new Error('no picture of this page is small enough');
};

const data = mkdtempSync(join(tmpdir(), 'headworks-pictures-'));
const server = await startServer(['--demo', '--data', data], { HEADWORKS_DEMO_DAYS: '40' });
const executable = findChromium({ env: process.env, playwrights: chromium.executablePath() });
const browser = await chromium.launch({
  ...(executable === undefined ? {} : { executablePath: executable }),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  mkdirSync(folder, { recursive: true });
  const record = await openSession(server.url, { username: 'admin', password: 'demo-admin' });
  for (const { name, path, width, height, scheme } of pictures) {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'en-GB',
      colorScheme: scheme,
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.addInitScript((kept) => sessionStorage.setItem('headworks.session', kept), record);
    await page.goto(server.url + path);
    await page.locator('h1').first().waitFor();
    await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'detached', timeout: 60_000 });
    await page.waitForTimeout(settleMs);
    const picture = await take(page);
    writeFileSync(join(folder, `${name}.webp`), picture);
    console.log(`${name}.webp ${Math.round(picture.length / 1000)} kB`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
