/** The way back from what was opened leads to where one was in the list, by button, by the browser and by loading the page again. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const scrolled = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(scrollY, document.querySelector('main')?.scrollTop ?? 0));
const isThere = (page: Page, top: number) => expect.poll(async () => Math.abs((await scrolled(page)) - top)).toBeLessThan(3);

for (const width of [1280, 390])
  test(`the way back from what was opened is to the same place of the page, at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 800 });
    const main = page.getByRole('main');
    await page.route('**/api/plant/alarms', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = (await response.json()) as { alarms: { id: string; title: string }[] };
      const real = body.alarms.filter(({ title }) => title.includes('Line 3'));
      const others = real.flatMap((alarm) => Array.from({ length: 15 }, (_, at) => ({ ...alarm, id: `${alarm.id}-${at}` })));
      await route.fulfill({ response, json: { ...body, alarms: [...others, ...real] } });
    });
    await page.goto('/alarms');
    const last = main.getByRole('button', { name: /Possible leak at Line 3/ }).last();
    const close = main.getByRole('button', { name: 'Close', exact: true });
    for (const end of [() => close.click(), () => page.goBack(), () => close.press('Enter')]) {
      await last.scrollIntoViewIfNeeded();
      const top = await scrolled(page);
      expect(top).toBeGreaterThan(100);
      await last.click();
      await expect(close).toBeInViewport();
      await end();
      await expect(close).toHaveCount(0);
      await isThere(page, top);
      await expect(last).toBeInViewport();
    }
    for (const [path, link] of [
      ['/', 'Rain harvest tank'],
      ['/neutrality', 'Village pond (offset)'],
      ['/?tab=units', 'Garden irrigation'],
    ] as const) {
      await page.goto(path);
      const opener = main.getByRole('link', { name: link }).last();
      await opener.scrollIntoViewIfNeeded();
      const top = await scrolled(page);
      await opener.click();
      await expect(page).toHaveURL(/\/units\//);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await page.goBack();
      await isThere(page, top);
      await expect(opener).toBeInViewport();
      await page.reload();
      await expect(opener).toBeInViewport();
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Alarms/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeInViewport();
      await isThere(page, 0);
    }
  });
