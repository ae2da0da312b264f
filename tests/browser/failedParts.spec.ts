/** A part of a page that is asked for again and again, and fails each time: what it says stays, it never looks as if it had just begun. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/status of (400|500)/));

const refuse = async (page: Page, path: RegExp, status: number) => {
  let asked = 0;
  let isOver = false;
  await page.route(path, async (route) => {
    asked += 1;
    // as long as a server takes that has much to do
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (isOver) await route.continue();
    else await route.fulfill({ status, json: { status: 'error', code: status, message: 'Not today', requestId: 'r-1' } });
  });
  return {
    asked: () => asked,
    end: () => {
      isOver = true;
    },
  };
};

/** Counts how often grey rows come where a failure was said. */
const countGrey = (page: Page) =>
  page.evaluate(() => {
    const counted = { grey: 0 };
    Reflect.set(window, 'countedGrey', counted);
    new MutationObserver(() => {
      if (document.querySelector('main [role="status"][aria-label="Loading"]') !== null) counted.grey += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
const greySeen = (page: Page) => page.evaluate(() => (Reflect.get(window, 'countedGrey') as { grey: number }).grey);

const failure = (page: Page) => page.locator('main').getByRole('alert').filter({ hasText: 'could not be loaded' });

for (const { what, status } of [
  { what: 'refuses', status: 400 },
  { what: 'fails', status: 500 },
])
  test(`while the server ${what} a part of a page, the failure stays there through every try`, async ({ signedIn: page }) => {
    const { asked, end } = await refuse(page, /\/api\/plant\/field$/, status);
    await page.goto('/commissioning');
    await expect(failure(page)).toBeVisible();
    await countGrey(page);
    const before = asked();
    await expect.poll(asked).toBeGreaterThan(before + 1);
    const again = asked();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(asked).toBeGreaterThan(again);
    await expect(failure(page)).toBeVisible();
    expect(await greySeen(page)).toBe(0);
    end();
    await expect(failure(page)).toHaveCount(0);
    await expect(page.getByRole('complementary')).toBeVisible();
  });
