/** What is pressed stands whole beside the edge of a narrow phone, and of a person who reads larger letters. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const datedPages = [
  '/diagram',
  '/balance',
  '/units/demo-rawTank',
  '/quality',
  '/energy',
  '/groundwater',
  '/rain',
  '/neutrality',
  '/summary',
];

const withLetters = (page: Page, size: string) =>
  page.addInitScript((set) => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', set));
  }, size);

test('how many alarms there are is whole with letters twice as large, and so are the names of the tabs', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withLetters(page, '200%');
  await page.goto('/alarms');
  const counts = page
    .getByRole('banner')
    .or(page.getByRole('region', { name: 'Alarm bar' }))
    .getByRole('listitem');
  await expect(counts).toHaveCount(4);
  const beyond = await counts.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length);
  expect(beyond).toBe(0);
  const rows = await page
    .getByRole('link', { name: 'Overview' })
    .locator('span')
    .last()
    .evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(rows).toBe(1);
});

for (const [width, letters] of [
  [360, '100%'],
  [320, '100%'],
  [390, '150%'],
] as const)
  test(`no control of a date is cut at ${width} px with letters of ${letters}`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 740 });
    await withLetters(page, letters);
    for (const path of datedPages) {
      await page.goto(path);
      const steps = page.getByRole('main').getByRole('group', { name: 'Date' });
      await expect(steps.first()).toBeVisible();
      const beyond = await page.getByRole('main').evaluate((main) => {
        const edge = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
        return [...main.querySelectorAll('fieldset button')]
          .filter((one) => one.checkVisibility() && one.closest('.hw-sideways') === null)
          .flatMap((one) =>
            one.getBoundingClientRect().right > edge + 0.5 ? [one.textContent || one.getAttribute('aria-label')] : [],
          );
      });
      expect(beyond, path).toEqual([]);
    }
  });
