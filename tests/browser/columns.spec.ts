import type { Locator } from '@playwright/test';
import { shiftDay } from './api.ts';
import { expect, test } from './plant.ts';

/** Digits after the point of each number in the cells. */
const digitsOf = async (cells: Locator): Promise<number[]> =>
  (await cells.allInnerTexts()).filter((words) => /\d/.test(words)).map((words) => /\.(\d+)/.exec(words)?.[1]?.length ?? 0);

test.describe('numbers that stand below one another have the same digits', () => {
  test('in the daily summary', async ({ signedIn: page }) => {
    await page.goto('/summary');
    const { iso } = await shiftDay(page, 1);
    await page.goto(`/summary?date=${iso}`);
    const table = page.getByRole('region', { name: 'Withdrawal by source', exact: true }).getByRole('table');
    await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible();
    const heads = await table.getByRole('columnheader').allInnerTexts();
    for (const [at, head] of heads.entries()) {
      const digits = await digitsOf(table.locator(`tbody tr > :nth-child(${at + 1})`));
      expect([...new Set(digits)].length, `${head}: ${digits}`).toBeLessThanOrEqual(1);
    }
  });

  test('in the times that devices take, and in the levels of the tanks', async ({ signedIn: page }) => {
    await page.goto('/commissioning');
    const lines = page.getByRole('table').filter({ hasText: 'Median ms' });
    await expect(lines.getByRole('row').nth(2)).toBeVisible();
    for (const column of [5, 6, 7]) {
      const digits = await digitsOf(lines.locator(`tbody tr > :nth-child(${column})`));
      expect(new Set(digits), `column ${column}`).toEqual(new Set([1]));
    }
    await page.goto('/');
    const tanks = page.getByRole('region', { name: /^Tanks/ });
    await expect(tanks.getByRole('row').first()).toBeVisible();
    expect(new Set(await digitsOf(tanks.locator('tbody tr > :nth-child(3)')))).toEqual(new Set([1]));
  });
});
