/** Two tabs of one person: what either keeps of a form that is not saved is neither taken away nor written over by the other. */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../plant.ts';

const open = async (page: Page) => {
  await page.goto('/plant?item=unit%20demo-rawTank');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Raw water tank');
  return page.getByLabel('Name', { exact: true });
};

test('what is not saved outlives another tab of the same form', async ({ signedIn: page, context, record }) => {
  const other = await context.newPage();
  await signIn(other, record);
  const clean = await open(other);
  const typed = await open(page);
  await typed.fill('Raw water basin');
  await expect(page.getByText('Not saved; kept in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Borewell 1', exact: true }).click();
  await expect(typed).toHaveValue('Borewell 1');

  await clean.fill('Raw water pond');
  await expect(other.getByText(/not kept in this browser: another tab has changes/)).toBeVisible();
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await other.getByRole('button', { name: 'Borewell 2', exact: true }).click();
  await expect(clean).toHaveValue('Borewell 2');

  await page.getByRole('button', { name: 'Raw water tank', exact: true }).click();
  await expect(typed).toHaveValue('Raw water basin');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
});

test('units that are starred in two tabs are all starred in both', async ({ signedIn: page, context, record }) => {
  const other = await context.newPage();
  await signIn(other, record);
  const stars = (tab: Page) => tab.getByRole('main').getByRole('button', { name: /^Star / });
  for (const tab of [page, other]) {
    await tab.goto('/units');
    await expect(stars(tab).nth(1)).toHaveAttribute('aria-pressed', 'false');
  }
  await stars(page).nth(0).click();
  await expect(stars(other).nth(0)).toHaveAttribute('aria-pressed', 'true');
  await stars(other).nth(1).click();
  for (const tab of [page, other])
    for (const at of [0, 1]) await expect(stars(tab).nth(at)).toHaveAttribute('aria-pressed', 'true');
});
