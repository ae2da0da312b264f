import type { Locator, Page } from '@playwright/test';
import { expect, test } from './plant.ts';

/** A computer that is eight times slower, until the test asks for its own speed again. */
const slowed = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  return () => browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
};

/** Which one of a group is chosen right now, without waiting for it. */
const chosenOf = (group: Locator) =>
  group.getByRole('radio').evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked));

test.describe('one of a few, chosen by keys', () => {
  test('moves one place at every press, however slowly the page follows', async ({ signedIn: page }) => {
    await page.goto('/units/demo-line3');
    const range = page.getByRole('radiogroup', { name: 'Range' });
    await expect(range.getByRole('radio', { name: 'Shift day' })).toBeChecked();
    const atOwnSpeed = await slowed(page);
    await range.getByRole('radio', { name: 'Shift day' }).focus();
    const places: number[] = [];
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('ArrowRight');
      places.push(await chosenOf(range));
    }
    expect(places).toEqual([2, 3, 4, 5, 0, 1, 2, 3]);
    await atOwnSpeed();
    await expect(page).toHaveURL(/range=month/);
    await expect(range.getByRole('radio', { name: 'Month' })).toBeChecked();
  });

  test('stays chosen in a list of reports, and so does a choice from a menu, while the page follows', async ({
    signedIn: page,
  }) => {
    await page.goto('/reports');
    const subjects = page.getByRole('group', { name: 'Report' });
    await expect(subjects.getByRole('radio').first()).toBeChecked();
    const count = await subjects.getByRole('radio').count();
    const atOwnSpeed = await slowed(page);
    await subjects.getByRole('radio').first().focus();
    const places: number[] = [];
    for (let press = 0; press < count; press += 1) {
      await page.keyboard.press('ArrowDown');
      places.push(await chosenOf(subjects));
    }
    expect(places).toEqual([...Array.from({ length: count - 1 }, (_, place) => place + 1), 0]);
    const unit = page.getByRole('combobox', { name: /^Units/ });
    await expect(unit.locator('option').nth(3)).toBeAttached();
    await unit.focus();
    const units: number[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('ArrowDown');
      units.push(await unit.evaluate((one) => (one as HTMLSelectElement).selectedIndex));
    }
    expect(units).toEqual([1, 2, 3]);
    await atOwnSpeed();
    await expect(page).toHaveURL(/unit=/);
    await expect(page).not.toHaveURL(/subject=/);
  });
});
