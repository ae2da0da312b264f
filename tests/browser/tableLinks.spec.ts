/** On a phone no link of a table lies over the one of the next row. */
import { expect, test } from './plant.ts';

for (const width of [320, 390])
  test(`links of rows are apart at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['/energy', '/', '/?tab=units', '/executive', '/commissioning', '/plant']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      const over = await page.getByRole('main').evaluate((main) => {
        const links = [...main.querySelectorAll('table a[href]')].filter((one) => one.checkVisibility());
        const boxes = links.map((one) => one.getBoundingClientRect());
        return links.flatMap((one, at) => {
          const [here, next] = [boxes[at], boxes[at + 1]];
          if (here === undefined || next === undefined) return [];
          const isSideBySide = here.right <= next.left || next.right <= here.left;
          return isSideBySide || here.bottom <= next.top + 0.5 || next.bottom <= here.top + 0.5 ? [] : [one.textContent];
        });
      });
      expect(over, path).toEqual([]);
    }
  });
