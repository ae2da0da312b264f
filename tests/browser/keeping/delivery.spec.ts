import type { Page } from '@playwright/test';
import { apiOf } from '../api.ts';
import { expectAccessible } from '../axe.ts';
import { expectToFit } from '../fits.ts';
import { expect, openSession, signIn, test } from '../plant.ts';
import { confirmed } from './confirmed.ts';

const open = async (page: Page) => {
  await page.goto('/settings?tab=delivery');
  const form = page.getByRole('form', { name: 'How alarms reach people' });
  await expect(form).toBeVisible();
  return form;
};
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const save = (page: Page) => page.getByRole('form', { name: 'How alarms reach people' }).getByRole('button', { name: 'Save' });

test.describe('how alarms reach people', () => {
  test('a recipe, a rota and a channel are saved, and an earlier version is loaded again', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 400/);
    const form = await open(page);
    await group(page, 'E-mail').getByLabel('Recipients').fill('first@plant.example');
    await save(page).click();
    await expect(form.getByText('Saved.')).toBeVisible();

    await form.getByRole('button', { name: 'Add a rota' }).click();
    const rota = form.getByRole('region', { name: /^Rota/ });
    await rota.getByLabel('Name').fill('Night');
    await expect(rota.getByText('For 128 hours of the week nobody is on duty.')).toBeVisible();
    await rota.getByLabel('Sun').check();
    await rota.getByLabel('Sat').check();
    await expect(rota.getByText('For 112 hours of the week nobody is on duty.')).toBeVisible();
    await rota.getByLabel('On duty').fill('night@plant.example, 919876501234');
    await rota.getByLabel('The rest of the time').fill('chief@plant.example');
    await form.getByLabel('Begin with a recipe').selectOption('10, 30 and 60 minutes');
    await form.getByRole('region', { name: 'Step 1' }).getByLabel('To').fill('rota:Night');
    await form.getByRole('button', { name: 'Take out step 3' }).click();
    await form.getByRole('region', { name: 'Step 2' }).getByLabel('After minutes').fill('ten');
    await save(page).click();
    await expect(form.getByText('A whole number is needed.')).toBeVisible();
    await form.getByRole('region', { name: 'Step 2' }).getByLabel('After minutes').fill('45');
    await group(page, 'E-mail').getByLabel('Recipients').fill('rota:Nobody');
    await save(page).click();
    // what the server alone knows is said at the field, and what was typed is kept
    await expect(group(page, 'E-mail').getByText('there is no rota Nobody')).toBeVisible();
    await group(page, 'E-mail').getByLabel('Recipients').fill('rota:Night');
    await save(page).click();
    await expect(form.getByText('Saved.')).toBeVisible();
    await expectAccessible(page, 'delivery with a rota');

    await page.getByText('Earlier versions').click();
    await page.getByRole('list', { name: 'Earlier versions' }).getByRole('button').nth(1).click();
    await expect(page.getByRole('row', { name: 'E-mail: recipients rota:Night first@plant.example' })).toBeVisible();
    await page.getByRole('button', { name: 'Load this version' }).click();
    await expect(group(page, 'E-mail').getByLabel('Recipients')).toHaveValue('first@plant.example');
    await expect(form.getByText('There is no rota.')).toBeVisible();
    await save(page).click();
    await expect(form.getByText('Saved.')).toBeVisible();
  });

  test('two people who change the same page see both sides, and nothing is lost', async ({
    signedIn: page,
    browser,
    serverUrl,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    const form = await open(page);
    const other = await (await browser.newContext({ locale: 'en-GB', baseURL: serverUrl })).newPage();
    await signIn(other, await openSession(serverUrl, { username: 'admin', password: 'demo-admin' }));
    await open(other);
    await group(page, 'E-mail').getByLabel('Recipients').fill('mine@plant.example');
    await group(other, 'SMS').getByLabel('Recipients').fill('919876501234');
    await save(other).click();
    await expect(other.getByText('Saved.')).toBeVisible();
    await save(page).click();
    const both = form.getByRole('alert', { name: 'Changed by two people' });
    await expect(both).toContainText('admin changed this meanwhile');
    await expect(both.getByRole('row', { name: /SMS: recipients/ })).toContainText('919876501234');
    await expect(both.getByRole('row', { name: /E-mail: recipients/ })).toContainText('mine@plant.example');
    await expectAccessible(page, 'both sides');
    await both.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await save(page).click();
    await expect(form.getByText('Saved.')).toBeVisible();
    await expect(group(page, 'SMS').getByLabel('Recipients')).toHaveValue('919876501234');
    await expect(group(page, 'E-mail').getByLabel('Recipients')).toHaveValue('mine@plant.example');
    await other.close();
  });

  test('what is typed is not left without a question, also for another tab of the page', async ({ signedIn: page }) => {
    await open(page);
    await group(page, 'E-mail').getByLabel('Recipients').fill('half typed');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByText('Shift day', { exact: true }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('not saved yet')]);
    await expect(group(page, 'E-mail').getByLabel('Recipients')).toHaveValue('half typed');
    await page.getByRole('form', { name: 'How alarms reach people' }).getByRole('button', { name: 'Undo what I typed' }).click();
    await page.getByText('Shift day', { exact: true }).click();
    await expect(page.getByLabel('The day begins at')).toBeVisible();
  });

  test('a logo for reports is sent, shown and named by the settings', async ({ signedIn: page }) => {
    await open(page);
    const logo = page.getByRole('region', { name: 'Logo on reports' });
    await logo.locator('input[type="file"]').setInputFiles('renderer/public/icon-192.png');
    await expect(logo.getByText('Saved.')).toBeVisible();
    const shown = logo.getByRole('img', { name: 'Logo on reports' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
    type Settings = { account: { logo: string } };
    const { account } = await apiOf<Settings>(page, '/api/user/accounts/settings');
    expect(account.logo).toBe(await shown.getAttribute('src'));
  });

  test('a test says what the other side answered', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 400/);
    await open(page);
    await expect(page.getByText('No channel is set up on this server')).toBeVisible();
    await page.route('**/api/plant/channels', async (route) => {
      const answer = (await (await route.fetch({ maxRetries: 3 })).json()) as { channels: object[] };
      await route.fulfill({ json: { channels: answer.channels.map((one) => ({ ...one, isSetUp: true })) } });
    });
    let isTaken = false;
    await page.route('**/api/plant/channels/email/test', (route) =>
      isTaken
        ? route.fulfill({ json: { status: 'success', message: 'the test message was taken' } })
        : route.fulfill({
            status: 400,
            json: { status: 'error', code: 400, message: 'the mail server: no such mailbox', requestId: 'r' },
          }),
    );
    await page.reload();
    const form = page.getByRole('form', { name: 'Test of E-mail' });
    await form.getByLabel('Send a test to').fill('nobody@plant.example');
    await form.getByRole('button', { name: 'Send a test' }).click();
    await expect(form.getByText('It was not taken: the mail server: no such mailbox')).toBeVisible();
    isTaken = true;
    await form.getByRole('button', { name: 'Send a test' }).click();
    await expect(form.getByText('The other side took the message for nobody@plant.example.')).toBeVisible();
  });
});

test.describe('identity providers', () => {
  test('one is added by its https address, changed, and deleted by its name', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of (400|403)/);
    await page.goto('/settings?tab=sso');
    await page.getByRole('button', { name: 'Add an identity provider' }).click();
    const form = page.getByRole('form', { name: 'Add an identity provider' });
    await form.getByLabel('Name', { exact: true }).fill('Works login');
    await form.getByLabel('Issuer').fill('http://login.example.com/');
    await form.getByLabel('Client id').fill('headworks');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('An https address.')).toBeVisible();
    await expectAccessible(page, 'a wrong address');
    await form.getByLabel('Issuer').fill('https://login.example.com/');
    await form.getByRole('button', { name: 'Save' }).click();
    await confirmed(page, form.getByText(/is not among ssoHosts/).first());
    await form.getByLabel('Issuer').fill('https://login.microsoftonline.com/works/v2.0');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Works login/ }).click();
    const change = page.getByRole('form', { name: 'Change Works login' });
    await change.getByLabel('Client id').fill('headworks-2');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByText('Saved.')).toBeVisible();
    const remove = page.getByRole('button', { name: 'Delete the provider' });
    await expect(remove).toBeDisabled();
    await page.getByLabel('Type “Works login” to go on').fill('Works login');
    await remove.click();
    await expect(page.getByText('Works login is deleted')).toBeVisible();
  });

  test('people without a password are added, and are in the list of people', async ({ signedIn: page }) => {
    await page.goto('/settings?tab=sso');
    const phone = page.getByRole('form', { name: 'Add by phone number' });
    await phone.getByLabel('Phone number').fill('12');
    await phone.getByRole('button').click();
    await expect(phone.getByText('6 to 12 digits, without country code.')).toBeVisible();
    await phone.getByLabel('Phone number').fill('9811122233');
    await phone.getByLabel('Name').fill('Bindu');
    await phone.getByRole('button').click();
    await expect(phone.getByText('Bindu is added.')).toBeVisible();
    await page.getByText('People', { exact: true }).click();
    await expect(page.getByRole('list', { name: 'People' }).getByRole('button', { name: /Bindu/ })).toContainText(
      'by code to a phone',
    );
    await expectToFit(page);
  });
});
