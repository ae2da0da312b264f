import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const openUnit = async (page: Page, name: string) => {
  await page.goto('/units');
  await page.getByRole('searchbox', { name: 'Search units' }).fill(name);
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};
/** The radio itself lies hidden under its label. */
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
const figure = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');

test.describe('units', () => {
  test('are found by any words of their name, group or kind', async ({ signedIn: page }) => {
    await page.goto('/units');
    const search = page.getByRole('searchbox', { name: 'Search units' });
    await search.fill('tank');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ units$/ })).toBeVisible();
    await search.fill('no such thing');
    await expect(page.getByText('No unit fits the search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^\d+ units$/ })).toBeVisible();
  });

  test('have a day, a month and a year that add up', async ({ signedIn: page }) => {
    await openUnit(page, 'Line 1 PET');
    await expect(page.getByRole('application', { name: /^Chart of Line 1 PET/ })).toBeVisible();
    await expect(figure(page, 'Total')).toHaveText(/^[\d,.]+ KL$/);
    await expect(figure(page, 'Complete')).toHaveText(/%/);

    await page.getByRole('button', { name: 'Previous day' }).click();
    await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
    const dayTotal = await figure(page, 'Total').innerText();

    await choose(page, 'Step', 'Hour');
    await expect(page).toHaveURL(/step=hour/);
    await expect(page.getByRole('application', { name: /^Chart of Line 1 PET/ })).toBeVisible();

    await choose(page, 'Period', 'Month');
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await expect(figure(page, 'Total')).not.toHaveText(dayTotal);
    await choose(page, 'View', 'Table');
    const days = page.getByRole('region', { name: /^Line 1 PET, / }).getByRole('row');
    await expect.poll(() => days.count()).toBeGreaterThan(28);
    const cells = await days.locator('td:nth-of-type(1)').allInnerTexts();
    const sum = cells.filter((cell) => cell !== '–').reduce((total, cell) => total + Number(cell.replaceAll(',', '')), 0);
    const total = Number((await figure(page, 'Total').innerText()).replaceAll(/[^\d.]/g, ''));
    expect(Math.abs(sum - total)).toBeLessThan(0.02 * cells.length);

    await choose(page, 'Period', 'Year');
    await expect(days).toHaveCount(13);
    await expect(page).toHaveURL(/period=year/);
    await page.reload();
    await expect(days).toHaveCount(13);
  });

  test('read their chart aloud, step by step, by keys', async ({ signedIn: page }) => {
    await openUnit(page, 'Line 1 PET');
    await page.getByRole('button', { name: 'Previous day' }).click();
    const chart = page.getByRole('application', { name: /^Chart of Line 1 PET/ });
    await chart.focus();
    await page.keyboard.press('Home');
    const readout = page.locator('p[aria-live="polite"]');
    await expect(readout).toContainText('06:00');
    await page.keyboard.press('ArrowRight');
    await expect(readout).toContainText('06:05');
    await page.keyboard.press('End');
    await expect(readout).toContainText('05:55');
  });

  test('cannot be followed into the future', async ({ signedIn: page }) => {
    await openUnit(page, 'Borewell 1');
    await expect(page.getByRole('button', { name: 'Next day' })).toBeDisabled();
    await page.getByRole('button', { name: 'Previous day' }).click();
    await expect(page.getByRole('button', { name: 'Next day' })).toBeEnabled();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page).not.toHaveURL(/date=/);
    await page.getByLabel('Date', { exact: true }).and(page.locator('input')).fill('2031-01-01');
    await expect(page).not.toHaveURL(/date=/);
  });

  test('of quality have one trend for each parameter', async ({ signedIn: page }) => {
    await openUnit(page, 'ETP outlet quality');
    await choose(page, 'Parameter', 'TSS');
    await expect(page).toHaveURL(/param=tss/);
    await expect(figure(page, 'Highest')).toHaveText(/mg\/L/);
    await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Limits');
  });

  test('that do not exist are said not to', async ({ signedIn: page }) => {
    await page.goto('/units/nothing');
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such unit' })).toBeVisible();
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible();
    await page.getByRole('link', { name: 'To the overview' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });
});
