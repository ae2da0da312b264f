/** Figures that nothing measures say so; they are not 0 % complete. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

const unmeasured = {
  ...{ value: null, completeness: 0, estimated: 0, previous: null, changePct: null },
  sameWeekday: { n: 0, median: null, low: null, high: null, changePct: null },
  meters: { unitIds: [], reporting: 0 },
};

/** The plant has no meter of what it uses and lets go. */
const withoutMeters = (page: Page) =>
  page.route('**/api/plant/overview', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    for (const name of ['consumption', 'discharge']) Object.assign(body.kpis[name], unmeasured);
    await route.fulfill({ response, json: body });
  });

test('a figure of the overview and of the wall without a meter says so', async ({ signedIn: page }) => {
  await withoutMeters(page);
  await page.goto('/');
  for (const name of ['Use', 'Discharge']) {
    const figure = page.getByLabel('Today so far').locator('div').filter({ hasText: name });
    await expect(figure).toContainText('No meter measures this');
    await expect(figure).not.toContainText(/complete|0 meters|days? known/);
  }
  await expect(page.getByRole('region', { name: 'Verdict' })).not.toContainText(/Not known yet .*(use|discharge)/i);
  await expectAccessible(page, 'overview without meters');
  for (const width of [390, 1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await page.goto('/wall?page=overview');
  const used = page.getByRole('main').locator('dl > div').filter({ hasText: 'Use' });
  await expect(used).toContainText('No meter measures this');
  await expect(used).not.toContainText(/complete|days? known/);
});

test('in Hindi it says so in Hindi', async ({ signedIn: page }) => {
  await withoutMeters(page);
  await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
  await page.goto('/');
  await expect(page.getByRole('main').getByText('इसे कोई मीटर नहीं मापता')).toHaveCount(2);
  expect(await latinSentences(page)).toEqual([]);
});

test('neither is a side of the neutrality that has no unit', async ({ signedIn: page }) => {
  await page.route('**/api/user/neutrality**', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const none = { value: null, completeness: 0, estimated: 0 };
    await route.fulfill({ response, json: { ...body, creditedUnits: [], credited: { ...body.credited, ...none } } });
  });
  await page.goto('/neutrality');
  const figures = page.getByLabel('Key figures');
  await expect(figures.locator('div').filter({ hasText: 'Credited' })).toContainText('No meter measures this');
  await expect(figures.locator('div').filter({ hasText: 'Debited' })).toContainText('% complete');
});

test('a plant without units has no neutrality and no report, which is no fault', async ({ signedIn: page, expectedFaults }) => {
  expectedFaults.push(/status of 404/);
  const body = { status: 'error', code: 1401, message: "Category doesn't exist", requestId: 'req-0815' };
  for (const call of ['**/api/user/neutrality**', '**/api/user/report?**'])
    await page.route(call, (route) => route.fulfill({ status: 404, json: body }));
  await page.goto('/neutrality');
  await expect(page.getByRole('main').getByText('No unit counts as credited or debited')).toBeVisible();
  await page.goto('/reports');
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Nothing to report')).toBeVisible();
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect(page.getByRole('list', { name: 'Files being made' })).toContainText('could not be made: Nothing to report');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a number of alarms is no measurement that could be complete', async ({ signedIn: page }) => {
  await page.goto('/summary?service=alert');
  const alarms = page.getByLabel('Key figures').locator('div').filter({ hasText: 'Alarms' });
  await expect(alarms).toHaveText(/^Alarms\d+$/);
});
