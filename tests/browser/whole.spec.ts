import type { Page } from '@playwright/test';
import { cutWords } from './cutWords.ts';
import { everyPage } from './everyPage.ts';
import { expect, test } from './plant.ts';

/** What is pressed and smaller than 24 px, links within sentences apart. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, select, summary, [role="tab"]')].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      const isThere = one.checkVisibility({ visibilityProperty: true }) && width > 0 && one.closest('p, .hw-only-read') === null;
      if (!isThere || Math.min(width, height) >= 23.9) return [];
      return [`${one.textContent} ${Math.round(width)} x ${Math.round(height)}`];
    }),
  );

const fine = { cut: [], small: [] };
const looks = [
  { language: 'en-GB', width: 390, tag: [] },
  { language: 'hi-IN', width: 360, tag: [] },
  { language: 'en-GB', width: 1366, tag: [] },
  { language: 'en-GB', width: 360, tag: '@full' },
  { language: 'hi-IN', width: 390, tag: '@full' },
  { language: 'hi-IN', width: 1366, tag: '@full' },
  { language: 'en-GB', width: 1920, tag: '@full' },
  { language: 'hi-IN', width: 1920, tag: '@full' },
];

for (const { language, width, tag } of looks)
  test(`no page cuts words or has targets under 24 px, in ${language} at ${width} px`, { tag }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    test.slow();
    expectedFaults.push(/status of 404/);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((locale) => {
      // the sandboxed preview of a report has no storage
      if (window.top === window) localStorage.setItem('headworks.locale', locale);
    }, language);
    const found: Record<string, unknown> = {};
    for (const path of everyPage) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.getByRole('status', { name: /^(Loading|लोड हो रहा है)$/ })).toHaveCount(0);
      // a drawing finds its size after it is there
      await expect
        .poll(async () => {
          found[path] = { cut: await cutWords(page), small: await smallTargets(page) };
          return found[path];
        })
        .toEqual(fine)
        .catch(() => undefined);
    }
    expect(found).toEqual(Object.fromEntries(everyPage.map((path) => [path, fine])));
  });
