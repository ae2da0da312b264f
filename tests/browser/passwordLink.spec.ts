import { confirmed } from './keeping/confirmed.ts';
import { networkAddress } from './networkAddress.ts';
import { admin, expect, test } from './plant.ts';

/** A new person of the plant with a one-time link, made as an admin makes it. */
const invite = async (url: string, username: string): Promise<{ path: string; userId: string; authorization: string }> => {
  const login = await fetch(`${url}/api/user/user/login`, {
    headers: { LoginType: 'DEFAULT', 'X-Headworks-Panel': '1', ...admin },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const authorization = `Bearer ${access_token}`;
  const answer = await fetch(`${url}/api/plant/users`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'X-Confirm-Password': admin.password },
    body: JSON.stringify({ username, name: 'Nisha Rao', role: 'operator', link: true }),
  });
  expect(answer.status).toBe(201);
  const { user, link } = (await answer.json()) as { user: { id: string }; link: { url: string } };
  const { pathname, hash } = new URL(link.url, url);
  return { path: pathname + hash, userId: user.id, authorization };
};
const refusals = /status of 40[01]|response code: 40[01]/;

test.describe('a one-time link for a password', () => {
  test('refuses a weak password in words, takes a good one, signs in, and works only once', async ({
    page,
    serverUrl,
    expectedFaults,
  }) => {
    expectedFaults.push(refusals);
    const { path, userId, authorization } = await invite(serverUrl, 'nisha');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible();
    const field = page.getByLabel('Password', { exact: true });
    const submit = page.getByRole('button', { name: 'Set the password and sign in' });

    await submit.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('short');
    await submit.click();
    await expect(page.getByText(/10 characters/).last()).toBeVisible();
    await field.fill('password123');
    await submit.click();
    await expect(page.getByText(/guess/i)).toBeVisible();
    await expect(field).toHaveValue('password123');

    await field.fill('seven kites over the weir');
    await submit.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account of nisha' })).toBeVisible();
    expect(page.url()).not.toContain('#');

    // the page anew, as somebody who found the link later would open it
    await page.goto('about:blank');
    await page.goto(path);
    await page.getByLabel('Password', { exact: true }).fill('another fine long one');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    const dead = 'This link was used already or is too old. Ask for another one where you got it.';
    await expect(page.getByRole('alert')).toHaveText(dead);
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden();

    await fetch(`${serverUrl}/api/plant/users/${userId}`, { method: 'DELETE', headers: { authorization } });
  });

  test('that is none says so at once, without a form', async ({ page }) => {
    await page.goto('/choose-password');
    await expect(page.getByRole('alert')).toHaveText(/Ask for another one/);
    await expect(page.getByRole('button')).toHaveCount(0);
  });

  test('names the address at which others find the server, or says that none does', async ({ signedIn: page, serverUrl }) => {
    const make = async (address: string | null, origin: string) => {
      await page.route('**/api/plant/tls/address', (route) => route.fulfill({ json: { url: address } }));
      await page.goto('/settings');
      await page
        .getByRole('list', { name: 'People' })
        .getByRole('button', { name: /viewer/ })
        .click();
      await page.getByRole('button', { name: 'Make a one-time link for a new password' }).click();
      await confirmed(page, page.getByText(`${origin}/choose-password#`));
    };
    const hint = page.getByText('This address works on this PC alone.', { exact: false });
    const isLocal = networkAddress() === null;
    await make('https://192.168.7.20:8443', isLocal ? 'https://192.168.7.20:8443' : serverUrl);
    await expect(hint).toBeHidden();
    await make(null, serverUrl);
    await expect(hint).toBeVisible({ visible: isLocal });
  });
});
