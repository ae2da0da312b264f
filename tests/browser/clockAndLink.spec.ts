/** A PC whose clock is wrong, and a link that is slow: no page takes them for a fault of the plant. */
import type { Page } from '@playwright/test';
import { everyPage, framedPages, saidBy, whenAll } from './everyPage.ts';
import { expect, test } from './plant.ts';

/** A report is shown in a sandbox, where the test's own script may not reach the session. */
const sandboxed = /sandboxed and lacks the 'allow-same-origin'/;
const HOUR_MS = 3_600_000;
const clockOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('[aria-label="State of the system"] time')?.getAttribute('datetime') ?? '');

for (const [name, byMs] of [
  ['three hours fast', 3 * HOUR_MS],
  ['three hours slow', -3 * HOUR_MS],
] as const) {
  test(`a PC clock that is ${name} shows plant time, fresh values and no fault on every page`, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    test.setTimeout(240_000);
    expectedFaults.push(sandboxed);
    // only what the pages read as the time of day is wrong; timers run as they do
    await page.addInitScript((by) => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + by;
    }, byMs);
    let renewals = 0;
    page.on('request', (request) => {
      if (request.url().includes('/user/refresh')) renewals += 1;
    });
    for (const path of everyPage) {
      await page.goto(path);
      const calm = await whenAll([{ path, page }], (said) => said.loading === 0 && !said.lost && said.old.length === 0, 30_000);
      expect(calm.filter(({ said }) => said !== null)).toEqual([]);
      if (!framedPages.some((one) => one === path)) continue;
      await expect
        .poll(async () => Math.abs(Date.parse(await clockOf(page)) - Date.now()), { message: path })
        .toBeLessThan(20_000);
      await expect.poll(async () => (await saidBy(page)).live, { message: path }).toBe(true);
    }
    // tokens are renewed by plant time: a limited refresh is not spent on each load
    expect(renewals).toBeLessThan(2);
  });
}

test('a slow link (400 kbit/s, 400 ms) brings every page whole, and is not said to be lost', async ({
  signedIn: page,
  expectedFaults,
}) => {
  test.setTimeout(600_000);
  expectedFaults.push(sandboxed);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });
  for (const path of everyPage) {
    await page.goto(path);
    const calm = await whenAll([{ path, page }], (said) => said.loading === 0 && !said.lost && said.old.length === 0, 60_000);
    expect(calm.filter(({ said }) => said !== null)).toEqual([]);
  }
});
