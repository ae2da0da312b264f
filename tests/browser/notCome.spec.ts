/** What has not come after some seconds, as from a server that hangs, is said in words: grey rows alone look like an empty page. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './plant.ts';

test('a page whose file hangs says so, and comes when it can', async ({ signedIn: page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
  let goOn = (): void => undefined;
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route('**/assets/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Commands', exact: true }).click();
  const coming = page.getByRole('main').getByRole('status', { name: 'Loading' }).filter({ visible: true });
  await expect(coming).toHaveText('This has not come yet. It is shown as soon as it comes.');
  await expect(page.getByRole('alert').filter({ hasText: 'A part of the panel has not come yet.' })).toBeVisible();
  await expectAccessible(page, 'a page that has not come', 'main');
  goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Commands' })).toBeVisible();
  await expect(page.getByText('has not come yet')).toHaveCount(0);
});

test('figures whose answer hangs say so, and come when they can', async ({ signedIn: page }) => {
  let goOn = (): void => undefined;
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route('**/api/user/executiveSummary/data?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/executive');
  const coming = page.getByRole('main').getByRole('status', { name: 'Loading' });
  await expect(coming).toHaveText('This has not come yet. It is shown as soon as it comes.');
  goOn();
  await expect(page.getByRole('main').getByText('Withdrawal').first()).toBeVisible();
  await expect(page.getByText('has not come yet')).toHaveCount(0);
});
