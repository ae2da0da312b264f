import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

/** In a window of 1280 x 800, where what is opened lies below what it was opened from. */
test.describe('a change within a page keeps the place that one looks at', () => {
  test('a node of the balance comes into sight, and closed, its row is in sight again', async ({ signedIn: page }) => {
    await page.goto('/balance');
    const row = page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('button', { name: 'Process water main' });
    await row.scrollIntoViewIfNeeded();
    expect(await scrolled(page)).toBeGreaterThan(300);
    await row.click();
    const node = page.getByRole('region', { name: 'Node Process water main' });
    await expect(node.getByRole('heading')).toBeInViewport();
    await node.getByRole('button', { name: 'Close' }).click();
    await expect(node).toHaveCount(0);
    await expect(row).toBeInViewport();
    expect(await scrolled(page)).toBeGreaterThan(300);
  });

  test('a node that is pressed in the picture of the balance comes into sight', async ({ signedIn: page }) => {
    await page.goto('/balance?picture=graph');
    await page.getByRole('button', { name: 'RO train' }).first().click();
    const node = page.getByRole('region', { name: 'Node RO train' });
    await expect(node.getByRole('heading')).toBeInViewport();
    // the frame's bars lie over what is behind them
    const { top, bar } = await node.evaluate((box) => ({
      top: box.getBoundingClientRect().top,
      bar: document.querySelector('[data-lost]')?.getBoundingClientRect().bottom ?? 100,
    }));
    expect(top).toBeGreaterThanOrEqual(bar);
  });

  test('a write point chosen low in the list leaves the page where it is', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1280, height: 340 });
    await page.goto('/commands');
    const last = page.getByRole('list', { name: 'What can be commanded' }).getByRole('button').last();
    await last.waitFor();
    await page.getByRole('region', { name: 'Journal', exact: true }).waitFor();
    await toEnd(page);
    expect(await scrolled(page)).toBeGreaterThan(20);
    await last.evaluate((row) => (row as HTMLElement).click());
    await expect(page).toHaveURL(/point=/);
    await expect(last).toHaveAttribute('aria-expanded', 'true');
    expect(await scrolled(page)).toBeGreaterThan(20);
  });

  test('a node opens in a browser that does not say whether somebody has pressed anything', async ({ signedIn: page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: undefined }));
    await page.goto('/balance?picture=graph');
    await page.getByRole('button', { name: 'RO train' }).first().click();
    await expect(page.getByRole('region', { name: 'Node RO train' }).getByRole('heading')).toBeInViewport();
  });

  test('steps of a slider, and the choices below a list, leave the page where it is', async ({ signedIn: page }) => {
    await page.goto('/balance');
    const back = page.getByRole('button', { name: '5 minutes back' });
    await back.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(50);
    await back.click();
    await expect(page).toHaveURL(/at=/);
    await expect(page.getByText(/, past$/).first()).toHaveCount(1);
    await expect(back).toBeInViewport();
    expect(await scrolled(page)).toBeGreaterThan(50);

    // the picture of the diagram is as high as the window: its slider is below it in a low one
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.goto('/diagram');
    await back.waitFor();
    await toEnd(page);
    expect(await scrolled(page)).toBeGreaterThan(20);
    await back.click();
    await expect(page).toHaveURL(/at=/);
    await expect(page.getByText(/, past$/).first()).toHaveCount(1);
    expect(await scrolled(page)).toBeGreaterThan(20);

    await page.goto('/reports');
    await page.getByText('Template 2', { exact: true }).waitFor();
    await toEnd(page);
    expect(await scrolled(page)).toBeGreaterThan(20);
    await page.getByText('Template 2', { exact: true }).click();
    await expect(page).toHaveURL(/template=v2/);
    expect(await scrolled(page)).toBeGreaterThan(20);
  });
});
