import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const goalKb = 250;

/** Script and style that a page fetches until it rests, each in kB (1,000 bytes) after gzip. */
const fetched = async (page: Page, open: () => Promise<void>): Promise<{ name: string; kb: number }[]> => {
  const bodies: Promise<{ name: string; kb: number }>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    bodies.push(response.body().then((body) => ({ name: response.url(), kb: gzipSync(body).length / 1000 })));
  });
  await open();
  return await Promise.all(bodies);
};

test('the first load brings at most 250 kB of script and style, and no word of another language', async ({ signedIn: page }) => {
  const files = await fetched(page, async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('region', { name: 'Water now' })).toBeVisible();
  });
  const sumKb = files.reduce((sum, { kb }) => sum + kb, 0);
  test.info().annotations.push({ type: 'first load', description: `${sumKb.toFixed(1)} kB in ${files.length} files` });
  expect(sumKb).toBeGreaterThan(100);
  expect(sumKb).toBeLessThanOrEqual(goalKb);
  expect(files.length).toBeLessThan(8);
  const scripts = await Promise.all(
    files
      .filter(({ name }) => name.endsWith('.js'))
      .map(async ({ name }) => await (await page.request.get(name, { maxRetries: 3 })).text()),
  );
  expect(scripts.join('').match(/[\u0900-\u097f]{3,} [\u0900-\u097f]{2,}/gu) ?? []).toEqual([]);
});

test('what the first page shows is asked once, while the script is still on its way', async ({ signedIn: page }) => {
  const began = new Map<string, number>();
  let asked = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/plant/overview') asked += 1;
    if (!began.has(pathname)) began.set(pathname, performance.now());
  });
  // the large script takes a second, and longer where the machine is busy with the small one
  const isAsked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/plant/overview');
  let comesMs = 0;
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await Promise.all([isAsked, new Promise((wake) => setTimeout(wake, 1000))]);
    comesMs = performance.now();
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByLabel('Today so far')).toBeVisible();
  expect(began.get('/api/plant/overview')).toBeLessThan(comesMs);
  expect(asked).toBe(1);
  await expect(page.getByRole('region', { name: 'Water now' })).toBeVisible();
});

test('the schemas are made, and dates can be written, while the large script is still on its way', async ({ signedIn: page }) => {
  let wanted: (name: string) => void = () => undefined;
  const contract = new Promise<string>((found) => (wanted = found));
  page.on('request', (request) => {
    if (/\/assets\/contract-.*\.js$/.test(request.url())) wanted(request.url());
  });
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    const made: string[] = [];
    Object.assign(window, { made });
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, given: [string]) => {
        made.push(given[0]);
        return Reflect.construct(target, given);
      },
    });
  });
  // the large script comes when everything else has happened
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const opened = page.goto('/');
  const name = await contract;
  await expect.poll(async () => await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual(['en-GB']);
  await expect(page.locator('script[async][src*="/assets/contract-"]')).toHaveCount(1);
  // it needs nothing of the large script
  expect(await page.evaluate(async (url) => Object.keys(await import(url)).length, name)).toBeGreaterThan(20);
  await expect(page.getByLabel('Today so far')).toHaveCount(0);
  release();
  await opened;
  await expect(page.getByLabel('Today so far')).toBeVisible();
});

test('what has come while the script was loaded is in the first picture: no grey rows before the figures', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => {
    const first: string[] = [];
    Object.assign(window, { first });
    new MutationObserver(() => {
      if (first.length > 0 || document.querySelector('header') === null) return;
      first.push(document.querySelector('[aria-label="Today so far"]') === null ? 'no figures' : 'figures');
      if (document.querySelector('[role="status"][aria-label="Loading"]') !== null) first.push('grey rows');
    }).observe(document, { childList: true, subtree: true });
  });
  const answers = ['/api/plant/alarms', '/api/plant/overview', '/api/plant/overview/hours'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  // the large script takes two seconds, the answers less
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await Promise.all([...answers, new Promise((wake) => setTimeout(wake, 2000))]);
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByLabel('Today so far')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { first: string[] }).first)).toEqual(['figures']);
});
