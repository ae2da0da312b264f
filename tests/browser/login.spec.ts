import { admin, expect, openSession, signIn, test } from './plant.ts';

const refused = /status of 401|status of 440|response code: 440/;

test.describe('signing in', () => {
  test('says calmly what is missing or wrong, and keeps what was typed', async ({ page, expectedFaults }) => {
    expectedFaults.push(refused);
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your user name.')).toBeVisible();
    await expect(page.getByLabel('User name')).toBeFocused();

    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill('not-it');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('User name or password is wrong.');
    await expect(page.getByLabel('User name')).toHaveValue(admin.username);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('leads to the page that was asked for, and out again', async ({ page }) => {
    await page.goto('/units');
    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();

    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  test('is asked for again, with the reason, when the session was ended elsewhere', async ({
    page,
    serverUrl,
    expectedFaults,
  }) => {
    expectedFaults.push(refused);
    const record = await openSession(serverUrl, admin);
    await signIn(page, record);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    const { accessToken } = JSON.parse(record) as { accessToken: string };
    const ended = await fetch(`${serverUrl}/api/user/user/logout`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(ended.status).toBe(200);
    await expect(page.getByText('Your session was ended. Sign in again to go on.')).toBeVisible();
  });

  test('lets an internal user choose the industry, with the password typed once more', async ({
    page,
    serverUrl,
    expectedFaults,
  }) => {
    expectedFaults.push(refused);
    await signIn(page, await openSession(serverUrl, { username: 'staff', password: 'demo-staff' }));
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of staff|staff/ }).click();
    await page.getByRole('menuitem', { name: 'Change the industry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose an industry' });
    await expect(dialog.getByRole('button', { name: /\(now\)$/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Sahyadri Beverages, Pune' }).click();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not-this-one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').filter({ has: password })).toContainText(/wrong|not right|again/i);
    await password.fill('demo-staff');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner')).toContainText('Sahyadri Beverages, Pune');
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
  });

  test('offers nobody else another industry', async ({ signedIn: page }) => {
    await page.goto('/units');
    await page.getByRole('button', { name: /admin/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Change the industry' })).toHaveCount(0);
  });
});
