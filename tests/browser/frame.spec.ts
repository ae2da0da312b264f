import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, openSession, signIn, test } from './plant.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Alarm bar' });
const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

const SLOT_MS = 5 * 60_000;

type Stored = { id: string; meta: Record<string, unknown> };

/** Sets the high limit of the raw water tank, in percent, as the settings do. */
const limitOf = async (page: Page, url: string, record: string, highThreshold: number): Promise<void> => {
  const { accessToken } = JSON.parse(record) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const address = `${url}/api/plant/units/demo-rawTank`;
  const list = (await (await page.request.get(`${url}/api/plant/units`, { headers })).json()) as { units: Stored[] };
  const unit = list.units.find(({ id }) => id === 'demo-rawTank');
  if (unit === undefined) throw new Error('the demo has no raw water tank');
  const { id: _, ...kept } = unit;
  const got = await page.request.put(address, { headers, data: { ...kept, meta: { ...kept.meta, highThreshold } } });
  if (!got.ok()) throw new Error(`${got.status()}: ${await got.text()}`);
};

test.describe('the frame', () => {
  for (const size of sizes) {
    test(`has no fault that axe finds at ${size.width} px, in both schemes`, { tag: size.width === 390 ? '@full' : [] }, async ({
      signedIn: page,
    }) => {
      await page.setViewportSize(size);
      for (const path of ['/units', '/nowhere']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await expectAccessible(page, path);
      }
    });
  }

  test('shows every page that a right opens, and says which right is missing for others', async ({ page, serverUrl }) => {
    await signIn(page, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    await page.goto('/system');
    await expect(page.getByRole('heading', { level: 1, name: 'Your account may not see this page' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('The right that is missing: System or Audit log.');
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByRole('link', { name: 'Overview' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'System' })).toHaveCount(0);
  });

  test('finds a unit by Ctrl K and goes there by Enter', async ({ signedIn: page }) => {
    await page.goto('/units');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await expect(field).toBeFocused();
    await field.fill('raw tank');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page
      .getByRole('option', { name: /^Raw water tank/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/units\/demo-rawTank/);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page).toHaveURL(/\/units$/);
  });

  test('speaks Hindi when asked, keeps it through a reload, and has no English word left in its own parts', async ({
    signedIn: page,
  }) => {
    await page.goto('/units?view=table');
    await page.getByRole('button', { name: 'Language and formats' }).click();
    await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'इकाइयाँ और रुझान' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'इकाइयाँ और रुझान' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
    const words = await page.getByRole('navigation').allInnerTexts();
    expect(words.join(' ').match(/[A-Za-z]{3,}/g) ?? []).toEqual([]);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans Devanagari Variable"', 'इकाई'))).toBe(true);
  });

  test('shows what a table shows, and hands it out as CSV and XLSX', async ({ signedIn: page }) => {
    await page.goto('/units');
    await page.getByText('Table', { exact: true }).click();
    await expect(page).toHaveURL(/view=table/);
    await expect(page.getByRole('table')).toContainText('Process water main');
    for (const [kind, ending] of [
      ['CSV', '.csv'],
      ['XLSX', '.xlsx'],
    ] as const) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'What is shown' }).click();
      await page.getByRole('menuitem', { name: `Download as ${kind}` }).click();
      expect((await coming).suggestedFilename()).toMatch(new RegExp(`\\${ending}$`));
    }
  });
});

test.describe('the alarm bar', () => {
  test('acknowledges by one key what it shows, and the tab stops counting it', { tag: '@full' }, async ({
    signedIn: page,
    serverUrl,
    record,
  }) => {
    test.setTimeout(SLOT_MS + 120_000);
    await limitOf(page, serverUrl, record, 20);
    await page.goto('/units');
    const button = bar(page).getByRole('button', { name: /^Acknowledge: Raw water tank/ });
    // a new limit is looked at when the slot of five minutes that runs now is over
    await expect(button).toBeVisible({ timeout: SLOT_MS - (Date.now() % SLOT_MS) + 40_000 });
    await expect(page).toHaveTitle(/^\(\d+!?\) Units/);
    await expectAccessible(page, 'an alarm that waits');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    await expect(button).toHaveCount(0);
    await page.reload();
    await expect(bar(page)).toContainText(/Every alarm is acknowledged|No alarm/);
  });

  test('says within 5 s that the link is lost, and heals without a click', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/WebSocket|ERR_/);
    await page.goto('/units');
    await expect(page.getByLabel('State of the system')).toContainText('live');
    await page.context().setOffline(true);
    const sockets = await page.evaluate(() => performance.now());
    await expect(bar(page)).toContainText('Not known since', { timeout: 6500 });
    expect((await page.evaluate(() => performance.now())) - sockets).toBeLessThan(6500);
    await expect(page.getByLabel('State of the system')).toContainText('lost');
    await page.context().setOffline(false);
    await expect(bar(page)).not.toContainText('Not known since', { timeout: 20_000 });
  });
});
