import { expect, type Locator, type Page } from '@playwright/test';

/** Waits for what follows; where the session is too old to grant rights, types the password first. */
export const confirmed = async (page: Page, follows: Locator): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.or(follows).first()).toBeVisible();
  if ((await dialog.count()) > 0) {
    await dialog.getByLabel('Password', { exact: true }).fill('demo-admin');
    await page.keyboard.press('Enter');
  }
  await expect(follows).toBeVisible();
};
