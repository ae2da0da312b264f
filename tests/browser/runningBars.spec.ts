/** The bar of a day, month or hour that still runs is drawn apart from those that are over, and says so. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

/** Figures for every step that has begun or is about to, so that also a plant without any has a bar. */
const fill = (page: Page, call: string) =>
  page.route(call, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const filled = (one: unknown): void => {
      if (typeof one !== 'object' || one === null) return;
      const series = one as { labels?: string[]; values?: number[]; quality?: string; start?: string };
      if (Array.isArray(series.values) && Array.isArray(series.labels) && series.start !== undefined) {
        const hours = /^\d\d:\d\d$/.test(series.labels[0] ?? '');
        // one more than has begun, as an hour may end while the page is looked at
        const begun = hours
          ? Math.floor((Date.parse(response.headers().date ?? '') - Date.parse(series.start)) / 3_600_000) + 2
          : series.values.length;
        series.values = series.values.map((_, at) => (at < begun ? 12 : 0));
        series.quality = series.values.map((_, at) => (at < begun ? 'G' : 'M')).join('');
      }
      for (const part of Object.values(one)) filled(part);
    };
    filled(body);
    await route.fulfill({ response, json: body });
  });

const running = (page: Page) => page.getByRole('img', { name: /so far/ }).first();

for (const { path, call } of [
  { path: '/neutrality', call: '**/api/user/neutrality?*' },
  { path: '/rain', call: '**/api/user/rainfall/trend?*' },
  { path: '/executive', call: '**/api/user/executiveSummary/data?*' },
])
  test(`${path} marks the bar of what still runs, by days, months and hours`, async ({ signedIn: page }) => {
    await fill(page, call);
    for (const period of ['month', 'year', 'day']) {
      await page.goto(`${path}?period=${period}`);
      const bars = running(page);
      await expect(bars, period).toBeVisible();
      const last = bars.locator('[data-running]').first();
      await expect(last, period).toHaveAttribute('title', /, so far$/);
      // both series of one step, and no other step
      const marked = () =>
        bars.evaluate((all) => [...all.children].filter((step) => step.querySelector('[data-running]') !== null).length);
      expect(await marked(), period).toBe(1);
      await expect(last, period).toHaveCSS('border-style', 'dashed');
      const looks = await bars
        .locator('[data-running]')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      // two series of one step are told apart by more than their order
      expect(new Set(looks).size, period).toBe(looks.length);
    }
    await page.goto(`${path}?period=month&date=2020-01-01`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-running]')).toHaveCount(0);
  });
