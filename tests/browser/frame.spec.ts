import type { Page } from '@playwright/test';
import { literal } from './api.ts';
import { expectAccessible } from './axe.ts';
import { everyPage } from './everyPage.ts';
import { expect, openSession, signIn, test } from './plant.ts';
import { alarmsOfOnly, reportAlarm } from './reportAlarm.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Alarm bar' });
const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

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

  test('cuts no name of the phone’s tabs, in either language', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const locale of ['en-GB', 'hi-IN']) {
      await page.goto('/units');
      await page.evaluate((chosen) => localStorage.setItem('headworks.locale', chosen), locale);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const names = page
        .getByRole('navigation', { name: /^(Pages|पृष्ठ)$/ })
        .getByRole('link')
        .locator('span:visible:not(.hw-only-read)');
      await expect(names.first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const cut = () =>
        names.evaluateAll((all) =>
          all.flatMap((one) =>
            one.scrollWidth > one.clientWidth + 1 || getComputedStyle(one).textOverflow === 'ellipsis' ? [one.textContent] : [],
          ),
        );
      await expect.poll(cut).toEqual([]);
      const room = () =>
        names.evaluateAll((all) => Math.min(...all.map((one) => innerHeight - one.getBoundingClientRect().bottom)));
      await expect.poll(room).toBeGreaterThanOrEqual(0);
    }
    await page.evaluate(() => localStorage.removeItem('headworks.locale'));
  });

  test('a button that cannot be pressed yet can be read, in both schemes', async ({ signedIn: page }) => {
    await page.goto('/diagram/edit');
    const button = page.locator('.hw-button:disabled, .hw-button[data-disabled]').first();
    await expect(button).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const contrast = () =>
        button.evaluate((one) => {
          const { color, backgroundColor } = getComputedStyle(one);
          const light = (of: string): number => {
            const parts = (/[\d.]+[, ]+[\d.]+[, ]+[\d.]+/.exec(of)?.[0] ?? '').split(/[, ]+/).map((part) => Number(part) / 255);
            const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const [ink, ground] = [light(color), light(backgroundColor)];
          return Math.max(ink, ground) / Math.min(ink, ground);
        });
      await expect.poll(contrast, { message: colorScheme }).toBeGreaterThan(4.5);
    }
  });

  test('the state of the system keeps to its line on a phone, whatever is wrong', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500|WebSocket/);
    const strip = page.locator('header dl');
    const clipped = () => strip.evaluate((line) => line.scrollWidth - line.clientWidth);
    await page.route('**/api/plant/overview', (route) => route.fulfill({ status: 500, json: {} }));
    for (const locale of ['en-GB', 'hi-IN'])
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/');
        await page.evaluate((wanted) => localStorage.setItem('headworks.locale', wanted), locale);
        await page.reload();
        await expect(strip.locator('[data-stale]')).toBeVisible();
        await expect.poll(clipped, { message: `${locale} ${width}, calls fail` }).toBe(0);
      }
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => void socket.close());
    for (const locale of ['en-GB', 'hi-IN']) {
      await page.evaluate((wanted) => localStorage.setItem('headworks.locale', wanted), locale);
      await page.reload();
      await expect(strip.locator('[data-link][data-abnormal]')).toBeVisible();
      await expect.poll(clipped, { message: `${locale}, link lost` }).toBe(0);
    }
  });

  test('no page writes a hyphen for the minus of a number', { tag: '@full' }, async ({ signedIn: page }) => {
    test.setTimeout(240_000);
    for (const path of everyPage) {
      await page.goto(path);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 30_000 });
      const words = await page.locator('body').innerText();
      expect(words.match(/(?:^|[\s(])-\d[\d.,]*/g) ?? [], path).toEqual([]);
    }
  });

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
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Noto Sans Devanagari Variable"', 'इकाई'))).toBe(true);
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
    const shown = await alarmsOfOnly(page);
    await page.goto('/units');
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
    const { unitName } = await reportAlarm(page, serverUrl, record, shown);
    const button = bar(page).getByRole('button', { name: new RegExp(`^Acknowledge: ${literal(unitName)}`) });
    await expect(button).toBeVisible();
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
    await page.clock.install();
    await page.goto('/units');
    await expect(page.getByLabel('State of the system')).toContainText('live');
    await page.context().setOffline(true);
    // the page's own clock stops there: how long a busy machine takes to draw is no part of it
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 6500);
    await expect(bar(page)).toContainText('Not known since');
    await page.clock.resume();
    await expect(page.getByLabel('State of the system')).toContainText('lost');
    await page.context().setOffline(false);
    await expect(bar(page)).not.toContainText('Not known since', { timeout: 20_000 });
  });
});
