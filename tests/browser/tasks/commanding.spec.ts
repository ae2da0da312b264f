import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expectToFit } from '../fits.ts';
import { expect, openSession, signIn } from '../plant.ts';
import { test } from './clicks.ts';

const hold = async (page: Page, name: RegExp) => {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name });
  await expect(button).toBeEnabled();
  await button.hover();
  await page.mouse.down();
  await expect(dialog.getByText(/^(Sent|Confirmed)\./)).toBeVisible();
  await page.mouse.up();
  await expect(dialog.getByText('Confirmed.')).toBeVisible({ timeout: 30_000 });
};

test.describe('commanding from where one looks', () => {
  test('a valve is switched from the diagram in three clicks and one that is held', async ({ signedIn: page, clicks }) => {
    await page.goto('/diagram');
    const canvas = page.getByRole('region', { name: 'Diagram: Plant overview' });
    await canvas.getByRole('button', { name: 'Valve Line 3 inlet valve' }).click();
    const drawer = page.getByRole('complementary', { name: 'Details' });
    await drawer.getByRole('button', { name: 'Command: Line 3 inlet valve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Line 3 inlet valve' });
    // what it is now, how old that is, and what must hold are said before anything can be sent
    await expect(dialog.getByText(/^It is/)).toContainText(/open|closed/);
    await expect(dialog.getByText(/read .* ago/).first()).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Must hold' })).toBeVisible();
    const isOpen = /open/.test((await dialog.getByText(/^It is/).textContent()) ?? '');
    await dialog
      .getByText(isOpen ? 'Close' : 'Open', { exact: true })
      .first()
      .click();
    expect(clicks.count()).toBeLessThanOrEqual(3);
    await expectAccessible(page, 'the dialog of a valve');
    await hold(page, /: Line 3 inlet valve/);
    // as it was, for the tests that follow
    await dialog
      .getByText(isOpen ? 'Open' : 'Close', { exact: true })
      .first()
      .click();
    await hold(page, /: Line 3 inlet valve/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('a set point is given from the page of its unit in one click, a number, and a hold', async ({
    signedIn: page,
    clicks,
  }) => {
    await page.goto('/units/demo-treatedTank');
    await page.getByRole('button', { name: 'Command: Process pump speed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Process pump speed' });
    await expect(dialog.getByRole('listitem')).toContainText('level of the treated water tank');
    await dialog.getByLabel('New value').fill('70');
    expect(clicks.count()).toBeLessThanOrEqual(1);
    const button = dialog.getByRole('button', { name: 'Set: Process pump speed' });
    await button.hover();
    await page.mouse.down();
    // refused by the limits before it is sent
    await expect(dialog.getByText('At most 50.')).toBeVisible();
    await page.mouse.up();
    await expect(dialog.getByText('Sent.')).toHaveCount(0);
    await dialog.getByLabel('New value').fill('42');
    await hold(page, /^Set: Process pump speed/);
    await expectAccessible(page, 'the dialog of a set point');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
  });

  test('by keyboard alone: opened, held with the space bar, closed', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.goto('/units/demo-treatedTank');
    await page.getByRole('button', { name: 'Command: Process pump speed' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Process pump speed' });
    await dialog.getByLabel('New value').fill('45');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: /^Set: Process pump speed/ })).toBeFocused();
    await page.keyboard.down(' ');
    await expect(dialog.getByText(/^(Sent|Confirmed)\./)).toBeVisible();
    await page.keyboard.up(' ');
    await expect(dialog.getByText('Confirmed.')).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('who may not command finds no command at the same places', async ({ page, serverUrl }) => {
    await signIn(page, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    await page.goto('/units/demo-treatedTank');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Command:/ })).toHaveCount(0);
    await page.goto('/diagram');
    await page.getByRole('button', { name: 'Valve Line 3 inlet valve' }).click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Command:/ })).toHaveCount(0);
  });
});
