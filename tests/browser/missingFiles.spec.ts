import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const files = '**/assets/*';
const notice = (page: Page) => page.getByText('A part of the panel has not come yet.').first();
/** Nothing comes from the server but what the page has. */
const away = (page: Page) => page.route(files, (route) => route.abort());
const back = (page: Page) => page.unroute(files);

test.describe('while a file of the panel does not come', () => {
  test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/Failed to load resource|Unable to preload CSS/));

  test('the search leaves frame and form as they are, and opens when it has come', async ({ signedIn: page }) => {
    await page.goto('/settings?tab=people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Asha');
    await away(page);
    await page.keyboard.press('Control+k');
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Alarm bar' })).toBeVisible();
    await expect(name).toHaveValue('Asha');
    await back(page);
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(name).toHaveValue('Asha');
  });

  test('a server with a newer panel is named, which a click loads, and no file that still comes', async ({ signedIn: page }) => {
    await page.goto('/settings?tab=people');
    await expect(page.getByRole('button', { name: 'Add a person' })).toBeVisible();
    await page.route(files, (route) => route.fulfill({ status: 404, json: {} }));
    await page.route('/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-newer.js"></script>' }),
    );
    await page.getByRole('link', { name: 'Commands', exact: true }).click();
    await expect(page.getByText('The server has a newer panel.')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await back(page);
    await page.unroute('/');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(page.getByRole('region', { name: 'Journal' })).toBeVisible();
    // the page of a network names no panel
    await away(page);
    await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/sign-in.js"></script>' }));
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(notice(page)).toBeVisible();
    await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
    await expect(notice(page)).toBeVisible();
    await back(page);
  });

  test('a page and a table that were never opened come when they can, as they should look', async ({ signedIn: page }) => {
    await page.goto('/rain');
    await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    await away(page);
    await page.getByText('Table', { exact: true }).click();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    await page.getByRole('link', { name: 'Commands', exact: true }).click();
    await expect(page).toHaveURL(/commands/);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Commands' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('region', { name: 'Journal' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    const looks = () =>
      page
        .getByRole('list', { name: 'What can be commanded' })
        .getByRole('button')
        .first()
        .evaluate((row) => {
          const { width, height } = row.getBoundingClientRect();
          return { width, height, display: getComputedStyle(row).display, padding: getComputedStyle(row).padding };
        });
    const come = await looks();
    await page.reload();
    expect(come).toEqual(await looks());
  });
});
