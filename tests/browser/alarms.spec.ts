import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

const open = async (page: Page, search = '') => {
  await page.goto(`/alarms${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
};
const rows = (page: Page) => page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');

test.describe('the alarms', () => {
  test('are listed with who acknowledged them, and one click opens all that happened', async ({ signedIn: page }) => {
    await open(page, '?tab=history&days=30');
    const row = rows(page).first();
    await row.getByRole('button').first().click();
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    await expect(drawer.getByRole('region', { name: 'What happened' })).toContainText('Raised');
    await expect(drawer.getByRole('region', { name: 'Who was notified' })).toBeVisible();
    expect(await overlapping(drawer)).toEqual([]);
    await expectAccessible(page, 'history with an open alarm');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1).getByRole('button').first()).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  test('have their figures, and a table that can be taken along', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page, '?tab=figures&days=30');
    await expect(page.getByText('Mean time to acknowledge')).toBeVisible();
    await expectAccessible(page, 'figures');
    await open(page, '?tab=history&days=30&view=table');
    await expect(page.getByRole('table')).toContainText('Acknowledged by');
  });

  test('fit a phone', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '?tab=history&days=30');
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page, 'history on a phone');
    await expectToFit(page);
  });

  test('show in Hindi no Latin sentence', async ({ signedIn: page }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/alarms?tab=history&days=30');
    await expect(page.getByRole('heading', { level: 1, name: 'अलार्म' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(await latinSentences(page)).toEqual([]);
  });

  test('say that they cannot be loaded, and that there is none', { tag: '@full' }, async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4712' };
    await page.route('**/api/plant/alarms**', (route) => route.fulfill({ status: 500, json: body }));
    await open(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('req-4712');
    await expectAccessible(page, 'failed');
    await page.unroute('**/api/plant/alarms**');
    await page.route('**/api/plant/alarms', (route) =>
      route.fulfill({ json: { alarms: [], shelved: 0, maintenance: [], outOfService: [] } }),
    );
    await open(page);
    await expect(page.getByText('No alarm is active and none waits.')).toBeVisible();
    await expectAccessible(page, 'empty');
  });
});

/** Names of fields and buttons that another one of the same form covers in part. */
const overlapping = (drawer: Locator): Promise<string[]> =>
  drawer.locator('form').evaluateAll((forms) =>
    forms.flatMap((form) => {
      const parts = [...form.querySelectorAll('input, select, button')];
      return parts.flatMap((part, at) => {
        const { right, bottom } = part.getBoundingClientRect();
        const covers = parts.slice(at + 1).map((other) => other.getBoundingClientRect());
        return covers.some(({ left, top }) => left < right && top < bottom) ? [part.outerHTML] : [];
      });
    }),
  );
