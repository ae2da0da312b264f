/** Fields that stand beside each other are of one size and one weight, whichever part of the panel drew them. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

/** Height, size and weight of every field of text and every choice of the page, each once. */
const looksOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select')
    .evaluateAll((all) => {
      const looks = all
        .filter((one) => one.getBoundingClientRect().width > 0)
        .map((one) => {
          const { fontSize, fontWeight } = getComputedStyle(one);
          return `${Math.round(one.getBoundingClientRect().height)} ${fontSize} ${fontWeight}`;
        });
      return { count: looks.length, looks: [...new Set(looks)] };
    });

const places = [
  ['/system?tab=audit', 5],
  ['/system?tab=program', 2],
  ['/reports', 1],
  ['/settings?tab=delivery', 5],
] as const;

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`at ${width} px the fields of a page look alike`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height });
    const seen = new Set<string>();
    for (const [path, least] of places) {
      await page.goto(path);
      await expect.poll(async () => (await looksOf(page)).count, { message: path }).toBeGreaterThanOrEqual(least);
      const { looks } = await looksOf(page);
      expect(looks, path).toHaveLength(1);
      for (const look of looks) seen.add(look);
    }
    expect([...seen]).toHaveLength(1);
  });

test('the word that confirms a restore is typed into a field like any other', async ({ signedIn: page }) => {
  await page.goto('/plant?item=unit%20demo-rawTank');
  const typed = page.getByLabel(/^Type “/);
  await expect(typed).toBeVisible();
  const weight = await typed.evaluate((one) => getComputedStyle(one).fontWeight);
  expect(weight).toBe('400');
});
