import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { admin, expect, openSession, signIn, test } from './plant.ts';

const refused = /status of 401|status of 440|response code: 440/;

/** Opens the page in a session of its own and gives what ends it from elsewhere. */
const openWith = async (page: Page, serverUrl: string, path: string): Promise<() => Promise<void>> => {
  const record = await openSession(serverUrl, admin);
  await signIn(page, record);
  await page.goto(path);
  const { accessToken } = JSON.parse(record) as { accessToken: string };
  return async () => {
    const ended = await fetch(`${serverUrl}/api/user/user/logout`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(ended.status).toBe(200);
  };
};

const signInAs = async (page: Page, username: string, password: string): Promise<void> => {
  const question = page.getByRole('main');
  await question.getByLabel('User name').fill(username);
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

test.describe('a session that is ended while something is typed', () => {
  test.beforeEach(({ expectedFaults }) => {
    expectedFaults.push(refused);
  });

  test('keeps it, says so, and goes on after the same person has signed in', async ({ page, serverUrl }) => {
    const end = await openWith(page, serverUrl, '/settings?person=new');
    await nameField(page).fill('Sunita Pawar');
    await end();
    const notice = page.getByRole('status').filter({ hasText: 'Your session was ended.' });
    await expect(notice).toContainText('The page waits for admin as it was left, with what was typed.');
    await expect(nameField(page)).toBeHidden();
    await expectAccessible(page, 'the sign-in before a page that waits');
    // nothing of the page answers while it waits
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).click();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await signInAs(page, 'admin', 'demo-admin');
    await expect(nameField(page)).toHaveValue('Sunita Pawar');
    await expect(nameField(page)).toBeFocused();
    await expect(
      page
        .getByRole('region', { name: 'State of the system' })
        .or(page.getByText(/live, /))
        .first(),
    ).toBeVisible();
    await expect(page).toHaveTitle(/Settings/);
  });

  test('asks before the window closes while the page waits, where something is typed in it', async ({ page, serverUrl }) => {
    const wouldAsk = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const end = await openWith(page, serverUrl, '/settings?person=new');
    expect(await wouldAsk()).toBe(false);
    await nameField(page).fill('Sunita Pawar');
    expect(await wouldAsk()).toBe(true);
    await end();
    await expect(page.getByText('The page waits for admin')).toBeVisible();
    expect(await wouldAsk()).toBe(true);
    await signInAs(page, 'admin', 'demo-admin');
    await expect(nameField(page)).toHaveValue('Sunita Pawar');
    await nameField(page).fill('');
    expect(await wouldAsk()).toBe(false);
  });

  test('gives it to nobody else', async ({ page, serverUrl }) => {
    const end = await openWith(page, serverUrl, '/settings?person=new');
    await nameField(page).fill('Sunita Pawar');
    await end();
    await expect(page.getByText('The page waits for admin')).toBeVisible();
    await signInAs(page, 'north', 'demo-north');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(nameField(page)).toHaveValue('');
  });

  test('keeps nothing after a sign-out', async ({ page, serverUrl }) => {
    await openWith(page, serverUrl, '/settings');
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('status')).toHaveText('You are signed out.');
    await expect(page.getByRole('main')).toHaveCount(1);
    expect(await page.locator('main').count()).toBe(1);
  });
});
