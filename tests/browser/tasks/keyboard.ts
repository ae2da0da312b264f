import { expect, type Locator, type Page } from '@playwright/test';
import { literal } from '../api.ts';

/** Presses Tab until a control has the focus, as somebody without a pointer does. */
export const tabTo = async (page: Page, target: Locator, most = 150): Promise<void> => {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed <= most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by ${most} presses of Tab`);
};
export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
export const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};
/** To a page by the search for everything. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(name);
  const wanted = page.getByRole('option', { name: new RegExp(`^${literal(name)}`) }).first();
  await expect(wanted).toBeVisible();
  for (let down = 0; down < 10 && (await wanted.getAttribute('aria-selected')) !== 'true'; down += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};
/** One of a few that belong together: Tab comes to the group, arrows go on within it. */
export const choose = async (page: Page, wanted: Locator, most = 12): Promise<void> => {
  await expect(wanted).toBeAttached();
  const group = await wanted.getAttribute('name');
  const inGroup = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? null);
  for (let pressed = 0; pressed <= 150 && (await inGroup()) !== group; pressed += 1) await page.keyboard.press('Tab');
  if (!(await wanted.isChecked()) && (await wanted.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press(' ');
  for (let pressed = 0; pressed < most && !(await wanted.isChecked()); pressed += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('input:focus')).toBeChecked();
  }
  await expect(wanted).toBeChecked();
};
