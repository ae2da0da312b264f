import { expectAccessible } from './axe.ts';
import { everyPage, tabsOfPages } from './everyPage.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const;

for (const [atSize, { width, height }] of sizes.entries()) {
  for (const [at, path] of [...everyPage, ...tabsOfPages].entries()) {
    // the short form of this suite looks at each page in one of the sizes, turn by turn
    const isInShortForm = at % sizes.length === atSize;
    test(`${path} breaks no rule of accessibility at ${width} px and fits there, light and dark, whole and where nothing answers`, {
      tag: isInShortForm ? '@full' : ['@full', '@everyPage'],
    }, async ({ signedIn: page, expectedFaults }) => {
      expectedFaults.push(/Failed to load resource/);
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectAccessible(page, `${path} at ${width}`);
      await expectToFit(page, `${path} at ${width}`);
      // one server that fails for all that this page asks
      await page.route(/\/api\/(plant|user)\/(?!user\/)/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      await expect(page.getByRole('alert').or(page.locator('[data-stale]')).first()).toBeAttached();
      await expectAccessible(page, `${path} at ${width}, failed`);
      await expectToFit(page, `${path} at ${width}, failed`);
    });
  }
}
