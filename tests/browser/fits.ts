import { expect, type Page } from '@playwright/test';

/** Nothing is wider than the window: neither the page nor its main part, which scrolls by itself on a phone. */
export const expectToFit = async (page: Page, what = ''): Promise<void> => {
  const overhangs = await page.evaluate(async () => {
    await document.fonts.ready;
    return ['html', 'main'].map((name) => {
      const element = document.querySelector(name);
      return element === null ? 0 : element.scrollWidth - element.clientWidth;
    });
  });
  expect(overhangs, what).toEqual([0, 0]);
};
