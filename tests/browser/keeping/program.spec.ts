import { readFileSync } from 'node:fs';
import { expect, openSession, signIn, test } from '../plant.ts';

const root = new URL('../../../', import.meta.url);

test.describe('the program', () => {
  test('says its version, what it logs, how it is doing, what it keeps and under which licences it is', async ({
    signedIn: page,
  }) => {
    await page.goto('/system?tab=program');
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
    await expect(page.getByRole('region', { name: 'The program' })).toContainText(version);
    await expect(page.getByRole('row', { name: /Readings: slots of five minutes.*for good/ })).toBeVisible();

    const log = page.getByRole('region', { name: 'Log', exact: true });
    await expect(log.getByRole('row', { name: /line up/ }).first()).toBeVisible();
    await log.getByLabel('Holds the words').fill('RO skid');
    await log.getByRole('button', { name: 'Show' }).click();
    await expect(log.getByRole('row').nth(1)).toContainText('RO skid');
    await log.getByLabel('From this level on').selectOption('errors');
    await expect(log.getByText('No line fits.')).toBeVisible();

    await page.getByRole('button', { name: 'Show the licences' }).click();
    await expect(page.getByRole('row', { name: /^express \d+\.\d+\.\d+ MIT$/ })).toBeVisible({ timeout: 40_000 });
  });

  test('says who is connected, and that this browser is', async ({ signedIn: page }) => {
    await page.goto('/system?tab=network');
    const clients = page.getByText('Connected over HTTPS now').locator('xpath=following-sibling::dd[1]');
    await expect(clients).toHaveText('nobody; this browser is connected without it');
  });

  test('hands over the diagnostics as a file', async ({ signedIn: page }) => {
    await page.goto('/system?tab=program');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    expect((await download).suggestedFilename()).toMatch(/^headworks-diagnostics-\d{8}T\d{6}Z\.zip$/);
    await expect(page.getByText('The archive is saved.')).toBeVisible();
  });

  test('the log of who did what is narrowed to a person and a day, and saved as lines', async ({ signedIn: page }) => {
    await page.goto('/system?tab=audit');
    await page.getByLabel('Who').selectOption('admin');
    await page.getByLabel('From', { exact: true }).fill('yesterday');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('A day such as 22 Nov 2026.')).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Who').focus();
    // in the person's own form, not in the form that was typed
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('1 Jan 2020');
    await expect(page.getByRole('button', { name: 'From: calendar' })).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('row', { name: /login admin/ }).first()).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('2020-01-02');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('Nothing fits.')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as JSON lines' }).click();
    expect((await download).suggestedFilename()).toBe('audit.jsonl');
  });

  test('is nobody’s but the owner’s: an admin of another industry is refused the page and each of its answers', async ({
    page,
    serverUrl,
  }) => {
    const record = await openSession(serverUrl, { username: 'north', password: 'demo-north' });
    await signIn(page, record);
    await page.goto('/system?tab=program');
    await expect(page.getByRole('heading', { name: 'Your account may not see this page' })).toBeVisible();
    const { accessToken } = JSON.parse(record) as { accessToken: string };
    for (const path of [
      'server',
      'server/log',
      'server/metrics',
      'server/packages',
      'storage/diagnostics',
      'storage/retention',
    ]) {
      const answer = await fetch(`${serverUrl}/api/plant/${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
      expect(answer.status, path).toBe(401);
    }
  });
});

test('alarms of a unit are held back while somebody works at it, and come again afterwards', async ({ signedIn: page }) => {
  await page.goto('/alarms?tab=shelved');
  const form = page.getByRole('form', { name: 'Hold its alarms back' });
  await form.getByRole('button', { name: 'Hold its alarms back' }).click();
  await expect(form.getByText('At least 3 characters.')).toBeVisible();
  await form.getByLabel('Somebody works at').selectOption('demo-line2');
  await form.getByLabel('Reason').fill('new gasket');
  await form.getByRole('button', { name: 'Hold its alarms back' }).click();
  const held = page.getByRole('region', { name: 'Held back: somebody works there' });
  await expect(held.getByRole('listitem')).toContainText('new gasket');
  await held.getByRole('button', { name: /^The work at .* is over$/ }).click();
  await expect(held.getByText('Nobody has said that they work at a unit.')).toBeVisible();
});
