import type { Page } from '@playwright/test';
import { everyPage } from './everyPage.ts';
import { expect, test } from './plant.ts';

/**
 * Words that end at an edge. Allowed are an ellipsis whose whole is the name or title of what holds it, a place that scrolls and shows by
 * a shadow that it does; a drawing that one moves is left out, and so are the headings of the rail, which are lines on a laptop.
 */
const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(
      'body *:not(svg *, script, style, option, canvas, nav h2, .react-flow *)',
    )) {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own.map(({ textContent }) => textContent).join('');
      if (words.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = range.getBoundingClientRect();
      for (let around: HTMLElement | null = element; around !== null && around !== document.body; around = around.parentElement) {
        const { overflowX, textOverflow, clipPath, position, backgroundImage } = getComputedStyle(around);
        if (clipPath !== 'none' || position === 'fixed') break;
        if (overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        if (box.right > edge.right + 1.5 || box.left < edge.left - 1.5) {
          const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && backgroundImage.includes('gradient');
          const named = textOverflow === 'ellipsis' && element.closest('[title], [aria-label], a') !== null;
          if (!scrolls && !named) found.add(`${words.trim().slice(0, 60)} (${around.className})`);
        }
        break;
      }
    }
    return [...found];
  });

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
