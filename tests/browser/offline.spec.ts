/** An installed panel, where the browser allows it. These tests run on loopback; `serviceWorkers` is blocked for all others. */
import type { BrowserContext, Page } from '@playwright/test';
import { saidBy } from './everyPage.ts';
import { networkAddress } from './networkAddress.ts';
import { expect, test } from './plant.ts';
import { authOf, reportAlarm } from './reportAlarm.ts';

test.use({ serviceWorkers: 'allow' });

const kept = (page: Page, name: string) =>
  page.evaluate(async (start) => {
    const found = (await caches.keys()).find((one) => one.startsWith(start));
    return found === undefined ? 0 : (await (await caches.open(found)).keys()).length;
  }, name);
const away = async (context: BrowserContext, is: boolean): Promise<void> => {
  await context.setOffline(is);
};

const isNetwork = networkAddress() !== null;

test('is not offered where the browser refuses it', async ({ signedIn: page }) => {
  test.skip(!isNetwork, 'on loopback it is offered');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Water now' })).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(0);
});

test('is installable, opens while the server is away with the last values and their age, and says what is not sent yet', async ({
  signedIn: page,
  context,
  expectedFaults,
}) => {
  test.skip(isNetwork, 'a page of plain HTTP has no worker');
  test.setTimeout(120_000);
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket|ERR_FAILED/);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Water now' })).toBeVisible();
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return link === null ? null : await (await fetch(link.href)).json();
  });
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', name: 'Headworks' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src, { maxRetries: 3 });
    expect(icon.headers()['content-type']).toBe(type);
  }
  await expect.poll(() => kept(page, 'headworks-panel'), { timeout: 60_000 }).toBeGreaterThan(20);
  await expect.poll(() => kept(page, 'headworks-answers')).toBeGreaterThan(2);

  await away(context, true);
  // from here on no newer answer comes in its place
  const intake = await page.getByLabel('Today so far').innerText();
  await page.reload();
  await expect(page.getByLabel('Today so far')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('banner').or(page.getByLabel('Alarm bar')).last()).toContainText('Not known since', {
    timeout: 15_000,
  });
  await expect.poll(async () => (await saidBy(page)).old.length).toBeGreaterThan(0);
  expect((await page.getByLabel('Today so far').innerText()).match(/[\d,]+\.\d+/)?.[0]).toBe(intake.match(/[\d,]+\.\d+/)?.[0]);
  // another page opens too: its file was fetched before
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();

  await away(context, false);
  await expect(page.getByLabel('Alarm bar')).not.toContainText('Not known since', { timeout: 30_000 });
  await expect.poll(async () => (await saidBy(page)).old.length, { timeout: 30_000 }).toBe(0);
});

test('keeps an acknowledgement that cannot be sent, visibly and through a reload, and sends it when the link is back', async ({
  signedIn: page,
  context,
  serverUrl,
  record,
  expectedFaults,
}) => {
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket|ERR_FAILED/);
  await page.goto('/alarms');
  await expect(page.getByLabel('State of the system')).toContainText('live');
  if (!isNetwork) await expect.poll(() => kept(page, 'headworks-panel'), { timeout: 60_000 }).toBeGreaterThan(20);
  const { unitName, unitId } = await reportAlarm(page, serverUrl, record);
  const bar = page.getByRole('region', { name: 'Alarm bar' });
  const row = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').filter({ hasText: unitName });
  await expect(row.first()).toContainText('not acknowledged');
  type Listed = { alarms: { unitId: string; acknowledgedByName: string | null }[] };
  const whoDid = async () => {
    const answer = await fetch(`${serverUrl}/api/plant/alarms`, authOf(record));
    return ((await answer.json()) as Listed).alarms.find((one) => one.unitId === unitId)?.acknowledgedByName;
  };

  await away(context, true);
  await row
    .first()
    .getByRole('button', { name: /^Acknowledge/ })
    .click();
  await expect(bar).toContainText('1 acknowledgement not sent yet');
  await expect(row.first()).toContainText('not sent yet');
  expect(await whoDid()).toBeNull();
  // a page of plain HTTP has no worker that could open it again without the server
  if (!isNetwork) {
    await page.reload();
    await expect(bar).toContainText('1 acknowledgement not sent yet', { timeout: 30_000 });
  }

  await away(context, false);
  await expect(bar).not.toContainText('not sent yet', { timeout: 40_000 });
  await expect.poll(whoDid).toBe('Asha Kulkarni');
  await expect(row.first()).toContainText(/Asha Kulkarni, \d\d:\d\d/);
});

test('forgets what it kept when a person signs out', async ({ page }) => {
  test.skip(isNetwork, 'a page of plain HTTP keeps nothing');
  await page.goto('/');
  await page.getByLabel('User name').fill('viewer');
  await page.getByRole('textbox', { name: 'Password' }).fill('demo-viewer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => kept(page, 'headworks-answers'), { timeout: 30_000 }).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Account of viewer' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => kept(page, 'headworks-answers')).toBe(0);
});
