/** `npm run pictures:roles`: what each role sees of each page, a sheet for each role, for docs/pictures.md. Needs Chromium. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startServer } from '../startServer.ts';
import { findChromium } from './findChromium.ts';
import { mostBytes } from './pictureList.ts';
import { pageNeeds, roleNames } from './roleList.ts';
import { sessionOf } from './roleSessions.ts';

const folder = resolve(import.meta.dirname, '../../resources/readme/roles');
const settleMs = 800;
const window = { width: 1366, height: 768 };

/** Every page as this session sees it, as JPEG in base64. */
const seenBy = async (browser: Browser, url: string, record: string): Promise<[path: string, picture: string][]> => {
  const context = await browser.newContext({ viewport: window, locale: 'en-GB', colorScheme: 'light', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((kept) => sessionStorage.setItem('headworks.session', kept), record);
  const seen: [string, string][] = [];
  for (const path of Object.keys(pageNeeds)) {
    await page.goto(url + path);
    await page.locator('h1').first().waitFor();
    await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'detached', timeout: 60_000 });
    await page.waitForTimeout(settleMs);
    seen.push([path, (await page.screenshot({ type: 'jpeg', quality: 70 })).toString('base64')]);
  }
  await context.close();
  return seen;
};

/** The pictures side by side with their addresses, as good as fits. */
const sheetOf = async (browser: Browser, seen: readonly [path: string, picture: string][]): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  const cells = seen.map(
    ([path, picture]) => `<figure><img src="data:image/jpeg;base64,${picture}"><figcaption>${path}</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(4,1fr);gap:8px;font:14px sans-serif}figure{margin:0}img{width:100%;border:1px solid #999}</style>${cells.join('')}`,
  );
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 1600, height });
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [70, 50, 35, 20, 10]) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > mostBytes) continue;
    await page.close();
    return picture;
  }
  throw new Error('no sheet of this role is small enough');
};

const data = mkdtempSync(join(tmpdir(), 'headworks-roles-'));
const server = await startServer(['--demo', '--data', data], { HEADWORKS_DEMO_DAYS: '40' });
const executable = findChromium({ env: process.env, playwrights: chromium.executablePath() });
const browser = await chromium.launch({
  ...(executable === undefined ? {} : { executablePath: executable }),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  mkdirSync(folder, { recursive: true });
  for (const role of roleNames) {
    const seen = await seenBy(browser, server.url, await sessionOf(server.url, role));
    const picture = await sheetOf(browser, seen);
    writeFileSync(join(folder, `${role}.webp`), picture);
    console.log(`${role}.webp ${Math.round(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
