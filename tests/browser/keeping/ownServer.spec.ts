import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expectToFit } from '../fits.ts';
import { openSession, signIn } from '../plant.ts';
import { owner, setUp, startEmptyServer } from '../tasks/emptyServer.ts';
import { mailServer } from './mailServer.ts';

const signInByHand = async (page: Page) => {
  await page.getByLabel('User name').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const people = (page: Page) => page.getByRole('list', { name: 'People' });

test.describe('on a server of its own', () => {
  test('somebody is invited by a link and opens it in another browser; a restore takes them back out', async ({
    page,
    browser,
  }) => {
    test.setTimeout(240_000);
    const { url, code, stop } = await startEmptyServer({ confirmSeconds: 3600 });
    try {
      await setUp(url, code);
      await signIn(page, await openSession(url, owner));
      await page.goto(`${url}/system?tab=backups`);
      await page.getByRole('button', { name: 'Back up now' }).click();
      const runs = page.getByRole('region', { name: 'Runs, table' });
      await expect(runs.getByRole('row').nth(1)).toContainText(/backup.*verified/, { timeout: 60_000 });

      await page.goto(`${url}/settings`);
      await page.getByRole('button', { name: 'Add a person' }).click();
      const form = page.getByRole('form', { name: 'Add a person' });
      await form.getByLabel('User name').fill('nisha');
      await form.getByLabel('Name', { exact: true }).fill('Nisha Rao');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      const shown = await page.getByText(/\/choose-password#/).textContent();
      const invited = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })).newPage();
      const { pathname, hash } = new URL(shown ?? '', url);
      await invited.goto(url + pathname + hash);
      await expect(invited.getByLabel('Password', { exact: true })).toBeVisible();
      await expectToFit(invited);
      await expectAccessible(invited, 'an invitation');
      await invited.getByLabel('Password', { exact: true }).fill('seven kites over the weir');
      await invited.getByRole('button', { name: 'Set the password and sign in' }).click();
      await expect(invited.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(people(page).getByRole('button', { name: /nisha/ })).toBeVisible();

      await page.goto(`${url}/system?tab=backups`);
      await page.getByRole('button', { name: 'Restore …' }).first().click();
      const ask = page.getByRole('dialog');
      await ask.getByRole('textbox').fill('restore');
      await ask.getByRole('button', { name: 'Restore', exact: true }).click();
      // every session ends, also that of the person whom the backup does not know
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 90_000 });
      await expect(invited.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 90_000 });
      await signInByHand(page);
      await expect(page.getByRole('button', { name: 'Account of asha' })).toBeVisible();
      await page.goto(`${url}/settings`);
      await expect(people(page).getByRole('button', { name: /asha/ })).toBeVisible();
      await expect(people(page).getByRole('button', { name: /nisha/ })).toHaveCount(0);
      await page.goto(`${url}/system?tab=backups`);
      await expect(page.getByRole('region', { name: 'Runs, table' }).getByRole('row').nth(1)).toContainText(/restore.*verified/);
      await invited.context().close();

      await page.goto(`${url}/system?tab=audit`);
      await page.getByLabel('What', { exact: true }).fill('login');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByRole('row', { name: /login asha/ }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Check the log' }).click();
      await expect(page.getByText(/All \d+ rows are what was written/)).toBeVisible();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as JSON lines' }).click();
      const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n');
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ kind: expect.stringContaining('login') });
    } finally {
      await stop();
    }
  });

  test('a test of a channel reaches a real mail server, and says what it refused', async ({ page }) => {
    test.setTimeout(120_000);
    const mail = await mailServer();
    const { url, code, stop } = await startEmptyServer({
      email: { host: '127.0.0.1', port: mail.port, from: 'Headworks <headworks@plant.example>' },
    });
    try {
      await setUp(url, code);
      await signIn(page, await openSession(url, owner));
      await page.goto(`${url}/settings?tab=delivery`);
      const form = page.getByRole('form', { name: 'Test of E-mail' });
      await form.getByLabel('Send a test to').fill('nobody@plant.example');
      await form.getByRole('button', { name: 'Send a test' }).click();
      await expect(form.getByText(/^It was not taken: .*no such mailbox/)).toBeVisible();
      await form.getByLabel('Send a test to').fill('asha@plant.example');
      await form.getByRole('button', { name: 'Send a test' }).click();
      await expect(form.getByText('The other side took the message for asha@plant.example.')).toBeVisible();
      expect(mail.mails).toHaveLength(1);
      expect(mail.mails[0]?.to).toEqual(['asha@plant.example']);
      await expectAccessible(page, 'the test of a channel');
    } finally {
      await stop();
      await mail.stop();
    }
  });
});
